import { toKeptVersion } from "@satchel/core/model/entities/kept-version.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../app/testing/memory-services.ts";
import { renderApp } from "../../app/testing/render-app.tsx";

const PHONE = { deviceId: "phone1", name: "Chrome on Android" };
const at = (day: number) => Date.UTC(2026, 0, day, 12);

function aHistory(): MemoryDisk {
  const disk = new MemoryDisk("memory");
  const first = aNote({ title: "Bread", content: "<p>Bulk at 24 degrees</p>", vv: { memory: 1 }, alive: { memory: 1 }, mtime: at(1) });
  const second = { ...first, content: "<p>Bulk at 22 degrees</p>", vv: { memory: 1, phone1: 1 }, alive: { phone1: 1 }, mtime: at(2) };
  const current = {
    ...second,
    content: "<p>Bulk at 22 degrees overnight</p>",
    vv: { memory: 2, phone1: 1 },
    alive: { memory: 2 },
    mtime: at(3),
  };
  disk.entities.set(current.id, current);
  disk.versions.set(first.id, new Map([first, second].map((note) => [toKeptVersion(note).key, toKeptVersion(note)])));
  disk.meta = { ...disk.meta, ctr: 2 };
  return disk;
}

async function openHistory(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes/note-1-a", disk: aHistory(), devices: [PHONE], ...options });
  const note = within(await screen.findByRole("article", { name: "Bread" }));
  await app.user.click(note.getByRole("button", { name: "Version history" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Version history" }));
  await dialog.findByText(/Current version/);
  const text = within(dialog.getByRole("region", { name: "Text of this version" }));
  return { ...app, dialog, text };
}

const versionsIn = (dialog: Awaited<ReturnType<typeof openHistory>>["dialog"]) =>
  dialog.getAllByRole("button", { name: /device|Chrome on Android/ });

describe("the history of a note", () => {
  it("lists the versions by day with their device and how many words changed", async () => {
    const { dialog } = await openHistory();
    await waitFor(() => expect(versionsIn(dialog)[1]?.textContent).toMatch(/Chrome on Android.*1 word added.*1 word removed/));
    expect(versionsIn(dialog)[0]?.textContent).toMatch(/Current version.*This device.*1 word added$/);
    expect(versionsIn(dialog)[2]?.textContent).toMatch(/This device · First version/);
    expect(
      dialog
        .getAllByRole("heading", { level: 3 })
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(["Jan 3, 2026", "Jan 2, 2026", "Jan 1, 2026"]);
  });

  it("marks what was added and what was taken out, or shows the text as it was", async () => {
    const { dialog, text, user } = await openHistory();
    await user.click(versionsIn(dialog)[1] as HTMLElement);
    await waitFor(() => expect(text.getByRole("insertion").textContent).toBe("22"));
    expect(text.getByRole("deletion").textContent).toBe("24");

    await user.click(text.getByRole("checkbox", { name: "Show changes" }));
    await waitFor(() => expect(text.queryByRole("deletion")).toBeNull());
    expect(text.getByText("Bulk at 22 degrees")).toBeTruthy();
  });

  it("goes from version to version by the arrow keys", async () => {
    const { dialog, text, user } = await openHistory();
    (versionsIn(dialog)[0] as HTMLElement).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement).toBe(versionsIn(dialog)[2]);
    await waitFor(() => expect(text.getByText(/Bulk at 24 degrees/)).toBeTruthy());
  });

  it("restores a version, and takes that back", async () => {
    const { dialog, text, user, services } = await openHistory();
    await user.click(versionsIn(dialog)[2] as HTMLElement);
    await user.click(await text.findByRole("button", { name: "Restore this version" }));

    expect(await dialog.findByText("Version restored.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-a")).toMatchObject({ content: "<p>Bulk at 24 degrees</p>" });
    expect(services.disk.versions.get("note-1-a")?.size).toBe(3);
    await user.click(dialog.getByRole("button", { name: "Undo" }));
    expect(await dialog.findByText("Undone. The note is back to how it was.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-a")).toMatchObject({ content: "<p>Bulk at 22 degrees overnight</p>" });
  });

  it("copies a version as a new note, and opens it", async () => {
    const { dialog, text, user } = await openHistory();
    await user.click(versionsIn(dialog)[2] as HTMLElement);
    await text.findByRole("button", { name: "Restore this version" });
    await user.click(text.getByRole("button", { name: "Copy as new note" }));
    await user.click(await dialog.findByRole("button", { name: "Open note" }));
    expect(await screen.findByRole("article", { name: "Bread (copy)" })).toBeTruthy();
  });
});
