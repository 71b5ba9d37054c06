import { stampDelete } from "@satchel/core/merge/stamp.ts";
import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const PASSWORD = "quiet sea 77";
const at = (day: number) => Date.UTC(2023, 0, day, 12);

/** A library in which Bread was edited and Soup deleted after 5 January. */
function aLibrary(): MemoryDisk {
  const disk = new MemoryDisk("memory");
  const own = ([id, title]: readonly [string, string], [counter, day]: readonly [number, number], content: string) =>
    aNote({ id, title, content, createdAt: at(1), mtime: at(day), vv: { memory: counter }, alive: { memory: counter } });
  const before = own(["note-1-bread", "Bread"], [1, 2], "<p>Bulk at 24 degrees</p>");
  const soup = own(["note-2-soup", "Soup"], [3, 3], "<p>Leek and potato</p>");
  const notes = [
    own(["note-1-bread", "Bread"], [2, 9], "<p>Bulk at 22 degrees</p>"),
    stampDelete(soup, { dot: { device: "memory", counter: 4 }, nowMs: at(8) }),
    own(["note-3-salt", "Salt"], [5, 4], "<p>From the sea</p>"),
  ];
  for (const note of notes) disk.entities.set(note.id, note);
  disk.versions.set(before.id, new Map([[toKeptVersion(before).key, toKeptVersion(before)]]));
  disk.meta = { ...disk.meta, ctr: 5 };
  return disk;
}

async function openDay(day = "2023-01-05", options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: `/notes/history?on=${day}`, disk: aLibrary(), ...options });
  return { ...app, page: within(await screen.findByRole("main", { name: "Your library on another day" })) };
}

describe("decision 0036 the library as it was on a day", () => {
  it("shows the day, its notes, and the text of one", async () => {
    const { page, user, here } = await openDay();
    expect(await page.findByText("Your library as it was on Jan 5, 2023. Read-only.")).toBeTruthy();
    const list = within(await page.findByRole("list", { name: "Notes on Jan 5, 2023" }));
    expect(list.getByRole("button", { name: /^Soup.*Deleted since/ })).toBeTruthy();
    expect(list.queryByRole("button", { name: /^Salt/ })).toBeNull();
    await user.click(page.getByRole("checkbox", { name: "Only notes that changed since" }));
    expect(list.getByRole("button", { name: /^Salt.*Unchanged since/ })).toBeTruthy();

    await user.click(list.getByRole("button", { name: /^Bread.*Changed since/ }));
    const text = within(page.getByRole("region", { name: "Text on that day" }));
    expect(await text.findByText("Bulk at 24 degrees")).toBeTruthy();
    expect(here().search).toBe("?on=2023-01-05&note=note-1-bread");
  });

  it("restores selected notes, and undoes that", async () => {
    const { page, user, services } = await openDay();
    await user.click(await page.findByRole("checkbox", { name: "Select all that changed" }));
    await user.click(page.getByRole("button", { name: "Restore 2 notes" }));

    expect(await page.findByText("2 notes restored to that day.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-bread")).toMatchObject({ content: "<p>Bulk at 24 degrees</p>" });
    expect(services.open.notes.store.getState().notesById.has("note-2-soup")).toBe(true);

    await user.click(page.getByRole("button", { name: "Undo" }));
    expect(await page.findByText("Undone for 2 notes.")).toBeTruthy();
    expect(services.disk.entities.get("note-1-bread")).toMatchObject({ content: "<p>Bulk at 22 degrees</p>" });
    expect(services.open.notes.store.getState().notesById.has("note-2-soup")).toBe(false);
  });

  it("opens on the last day that has notes, and lists what it has", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
    await app.services.open.notes.create({ title: "Milk", content: "" }, null);
    await app.user.click(await screen.findByRole("option", { name: /^Milk/ }));
    await app.user.click(await screen.findByRole("button", { name: "Version history" }));
    await app.user.click(await screen.findByRole("button", { name: "Your library on another day" }));
    const page = within(await screen.findByRole("main", { name: "Your library on another day" }));
    expect(await page.findByRole("button", { name: /^Milk.*Unchanged since/ })).toBeTruthy();
    expect(page.queryByText("No notes yet on this day")).toBeNull();
    expect(page.getByRole("checkbox", { name: "Only notes that changed since" })).toHaveProperty("checked", false);
  });

  it("rejects a future day, and reports a day without notes", async () => {
    const { page, unmount } = await openDay("2999-01-01");
    expect(await page.findByText("Choose a day up to today.")).toBeTruthy();
    unmount();
    const { page: early } = await openDay("2020-01-01");
    expect(await early.findByText("No notes yet on this day")).toBeTruthy();
  });

  it("reports unavailable texts offline, does not restore them, and loads them later", async () => {
    const disk = aLibrary();
    const packId = "history-laptop-00000000001-0zzzzzzzzzz-abcdefghijkl";
    const announced = { "note-1-bread": [3, at(3), at(6)] as const };
    disk.packs.set("pack-1", { fileId: "pack-1", packId, sizeBytes: 1, writtenAt: at(9), announced });
    let isOnline = false;
    const fetchEarlier: NonNullable<MemoryOptions["fetchEarlier"]> = (library) => async (steps) => {
      if (!isOnline) return "offline";
      const packs = steps.packIds.map((id) => ({ fileId: "pack-1", packId: id, sizeBytes: 1, writtenAt: at(9), held: [] }));
      await library.transact({}, () => ({ writes: { packs }, answer: undefined }), "sync");
      return "complete";
    };
    const { page, user } = await openDay("2023-01-05", { disk, fetchEarlier });
    expect(await page.findByText(/^You're offline. The text of 1 note on this day is in your drive/)).toBeTruthy();
    const bread = page.getByRole("button", { name: /^Bread.*Text of this day is in your drive/ });
    expect(page.queryByRole("checkbox", { name: "Select Bread" })).toBeNull();
    await user.click(bread);
    const text = within(page.getByRole("region", { name: "Text on that day" }));
    expect(text.getByText(/hasn't been loaded on this device/)).toBeTruthy();
    expect(text.queryByRole("button", { name: "Restore this note" })).toBeNull();

    isOnline = true;
    await user.click(page.getByRole("button", { name: "Try again" }));
    expect(await page.findByRole("checkbox", { name: "Select Bread" })).toBeTruthy();
    const loaded = within(page.getByRole("region", { name: "Text on that day" }));
    expect(await loaded.findByText("Bulk at 24 degrees")).toBeTruthy();
  });

  it("removes a sensitive note's text once the folder is locked", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", sensitive: { password: PASSWORD }, now: () => at(5) });
    await screen.findByRole("tab", { name: "All Notes" });
    const { notes, sensitive } = app.services.open;
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    await act(() => notes.create({ title: "Diary", content: "<p>the heron</p>" }, folder?.folderId ?? null));
    act(() => app.router.navigate("/notes/history?on=2023-01-05"));
    const page = within(await screen.findByRole("main", { name: "Your library on another day" }));
    await app.user.click(await page.findByRole("button", { name: /^Diary/ }));
    const text = within(page.getByRole("region", { name: "Text on that day" }));
    expect(await text.findByText("the heron")).toBeTruthy();

    await act(() => sensitive.lock());

    expect(await page.findByText(/^1 note isn't shown/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/heron|Diary/);
  });

  it("opens from the palette, and leads back", async () => {
    const { user, path } = await renderApp({ session: SIGNED_IN, path: "/notes", disk: aLibrary() });
    await screen.findByRole("option", { name: /^Bread/ });
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "another day");
    await user.click(await screen.findByRole("option", { name: /Your library on another day/ }));
    const page = within(await screen.findByRole("main", { name: "Your library on another day" }));
    await user.click(page.getByRole("button", { name: "Back to notes" }));
    await waitFor(() => expect(path()).toBe("/notes"));
  });
});
