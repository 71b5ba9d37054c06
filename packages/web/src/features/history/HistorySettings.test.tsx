import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { THINNING } from "@satchel/core/model/limits/history-limits.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

/** A note with two versions of one day, long ago. */
function anOldHistory(): MemoryDisk {
  const disk = new MemoryDisk("memory");
  const current = aNote({ title: "Bread", content: "<p>now</p>", vv: { memory: 9 }, alive: { memory: 9 }, mtime: 200 * THINNING.dayMs });
  const former = [1, 2].map((at) => toKeptVersion({ ...current, content: `<p>${at}</p>`, vv: { memory: at }, mtime: at * 3_600_000 }));
  disk.entities.set(current.id, current);
  disk.versions.set(current.id, new Map(former.map((version) => [version.key, version])));
  return disk;
}

async function openSettings() {
  const disk = anOldHistory();
  const app = await renderApp({ localMode: true, path: "/notes", disk } as never);
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  const section = within(await screen.findByRole("region", { name: "Version history" }));
  return { ...app, disk, section };
}

describe("decision 0035 how much of the history is kept", () => {
  it("shows what thinning frees, asks before it, and can be turned off again", async () => {
    const { section, user, disk } = await openSettings();
    expect(section.queryByRole("button", { name: /^Thin out/ })).toBeNull();
    await user.click(section.getByRole("button", { name: "Check how much this would free" }));
    expect(await section.findByText(/^There are 2 versions \(about .*\) on this device\. Thinning would remove 1 version/)).toBeTruthy();

    await user.click(section.getByRole("button", { name: "Thin out old versions…" }));
    const question = within(screen.getByRole("alertdialog"));
    expect(question.getByText(/^This removes 1 version \(about /)).toBeTruthy();
    expect(disk.versions.get("note-1-a")?.size).toBe(2);
    await user.click(question.getByRole("button", { name: "Thin out" }));

    expect(await section.findByText("1 version removed.")).toBeTruthy();
    expect(disk.versions.get("note-1-a")?.size).toBe(1);
    await user.click(await section.findByRole("button", { name: "Keep every version" }));
    expect(await section.findByText(/^Every version is kept\./)).toBeTruthy();
  });
});
