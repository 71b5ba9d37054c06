import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const PASSWORD = "quiet sea 77";
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
  return { ...app, panel: await historyPanel() };
}

async function historyPanel() {
  const panel = within(await screen.findByRole("region", { name: "Version history" }));
  await panel.findByText(/Current version/);
  return panel;
}

type Panel = Awaited<ReturnType<typeof historyPanel>>;
const versionsIn = (panel: Panel) => panel.getAllByRole("button", { name: /device|Chrome on Android/ });

async function choose({ panel, user }: { readonly panel: Panel; readonly user: { click(element: Element): Promise<void> } }, at: number) {
  await user.click(versionsIn(panel)[at] as HTMLElement);
  return within(await panel.findByRole("region", { name: "Text of this version" }));
}

describe("the history of a note", () => {
  it("lists the versions by day, with device and number of changed words", async () => {
    const { panel } = await openHistory();
    await waitFor(() => expect(versionsIn(panel)[1]?.textContent).toMatch(/Chrome on Android.*1 word added.*1 word removed/));
    expect(versionsIn(panel)[0]?.textContent).toMatch(/Current version.*This device.*1 word added$/);
    expect(versionsIn(panel)[2]?.textContent).toMatch(/This device · First version/);
    expect(
      panel
        .getAllByRole("heading", { level: 3 })
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(["Jan 3, 2026", "Jan 2, 2026", "Jan 1, 2026"]);
  });

  it("marks insertions and deletions, or shows the plain version", async () => {
    const { panel, user } = await openHistory();
    const text = await choose({ panel, user }, 1);
    await waitFor(() => expect(text.getByRole("insertion").textContent).toBe("22"));
    expect(text.getByRole("deletion").textContent).toBe("24");

    await user.click(text.getByRole("checkbox", { name: "Show changes" }));
    await waitFor(() => expect(text.queryByRole("deletion")).toBeNull());
    expect(text.getByText("Bulk at 22 degrees")).toBeTruthy();
  });

  it("moves between versions by the arrow keys", async () => {
    const { panel, user } = await openHistory();
    (versionsIn(panel)[0] as HTMLElement).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement).toBe(versionsIn(panel)[2]);
    const text = within(panel.getByRole("region", { name: "Text of this version" }));
    expect(await text.findByText(/Bulk at 24 degrees/)).toBeTruthy();
  });

  it("restores a version, and undoes that", async () => {
    const { panel, user, services } = await openHistory();
    const text = await choose({ panel, user }, 2);
    await user.click(await text.findByRole("button", { name: "Restore this version" }));

    expect(await panel.findByText("Version restored.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-a")).toMatchObject({ content: "<p>Bulk at 24 degrees</p>" });
    expect(services.disk.versions.get("note-1-a")?.size).toBe(3);
    await user.click(panel.getByRole("button", { name: "Undo" }));
    expect(await panel.findByText("Undone. The note is back to how it was.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-a")).toMatchObject({ content: "<p>Bulk at 22 degrees overnight</p>" });
  });

  it("focuses the result of an action, and the row a text was opened from", async () => {
    const { panel, user } = await openHistory();
    const text = await choose({ panel, user }, 1);
    await user.click(text.getByRole("button", { name: "Back to the note" }));
    await waitFor(() => expect(document.activeElement).toBe(versionsIn(panel)[1]));
    await user.keyboard("{End}");
    const last = within(await panel.findByRole("region", { name: "Text of this version" }));
    await user.click(await last.findByRole("button", { name: "Restore this version" }));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Version restored/));
    await user.tab();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Undone/));
  });

  it("copies a version as a new note, and opens it", async () => {
    const { panel, user } = await openHistory();
    const text = await choose({ panel, user }, 2);
    await text.findByRole("button", { name: "Restore this version" });
    await user.click(text.getByRole("button", { name: "Copy as new note" }));
    await user.click(await panel.findByRole("button", { name: "Open note" }));
    expect(await screen.findByRole("article", { name: "Bread (copy)" })).toBeTruthy();
  });

  it("has an address with the version, and Escape goes back step by step", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes/note-1-a/history", disk: aHistory(), devices: [PHONE] });
    const panel = await historyPanel();
    await choose({ panel, user: app.user }, 2);
    const { href } = app.here();
    expect(href).toMatch(/history\?version=/);
    app.unmount();

    const again = await renderApp({ session: SIGNED_IN, path: href, disk: aHistory(), devices: [PHONE] });
    const text = within(await screen.findByRole("region", { name: "Text of this version" }));
    expect(await text.findByText(/Bulk at 24 degrees/)).toBeTruthy();
    await again.user.keyboard("{Escape}");
    await waitFor(() => expect(again.here().href).toBe("/notes/note-1-a/history"));
    await again.user.keyboard("{Escape}");
    await waitFor(() => expect(again.path()).toBe("/notes/note-1-a"));
    expect(screen.queryByRole("region", { name: "Version history" })).toBeNull();
  });

  it("reports a missing version", async () => {
    await renderApp({ session: SIGNED_IN, path: "/notes/note-1-a/history?version=none", disk: aHistory() });
    expect(await screen.findByText("This version is no longer on this device.")).toBeTruthy();
  });

  it("shows the list on a phone, then the text, and returns", async () => {
    const { panel, user, path, here } = await openHistory({ widthPx: 390 });
    const text = await choose({ panel, user }, 1);
    expect(panel.queryByText(/Current version/)?.closest("[hidden]")).toBeTruthy();
    await user.click(text.getByRole("button", { name: "Back to the versions" }));
    await waitFor(() => expect(here().search).toBe(""));
    await user.click(panel.getByRole("button", { name: "Close version history" }));
    await waitFor(() => expect(path()).toBe("/notes/note-1-a"));
  });

  it("lists versions saved in the meantime, and restores over them without loss", async () => {
    const { panel, user, services } = await openHistory();
    const text = await choose({ panel, user }, 2);
    const { notes } = services.open;
    const opened = await notes.open("note-1-a");
    if (!opened.ok) throw new Error(opened.problem.kind);
    await act(() => notes.save("note-1-a", { title: "Bread", content: "<p>From another tab</p>" }, { seen: { vv: opened.value.vv } }));
    await waitFor(() => expect(versionsIn(panel)).toHaveLength(4));
    await user.click(text.getByRole("button", { name: "Restore this version" }));
    await panel.findByText("Version restored.");
    const kept = [...(services.disk.versions.get("note-1-a")?.values() ?? [])].map(({ note }) => note.content);
    expect(kept).toContain("<p>From another tab</p>");
  });

  it("removes a sensitive note's text when the folder locks, and returns unlocked", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", sensitive: { password: PASSWORD } });
    await screen.findByRole("tab", { name: "All Notes" });
    const { notes, sensitive } = app.services.open;
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    const made = await act(() => notes.create({ title: "Diary", content: "<p>the heron</p>" }, folder?.folderId ?? null));
    if (!made.ok) throw new Error(made.problem.kind);
    act(() => app.router.navigate(`/notes/${made.value.noteId}/history?version=current`));
    const text = within(await screen.findByRole("region", { name: "Text of this version" }));
    expect(await text.findByText("the heron")).toBeTruthy();

    await act(() => sensitive.lock());

    const panel = within(await screen.findByRole("region", { name: "Version history" }));
    expect(await panel.findByText("Unlock the Sensitive folder to see this note's versions.")).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/heron|Diary/);
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    expect(await panel.findByText("the heron")).toBeTruthy();
  });
});
