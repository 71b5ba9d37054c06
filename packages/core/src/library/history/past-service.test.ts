import { describe, expect, it } from "vitest";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { noUnlockedTexts } from "../../testing/memory-sensitive.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTrashService } from "../trash/trash-service.ts";
import { createHistoryService } from "./history-service.ts";
import { createPastService, type PastDeps } from "./past-service.ts";

const DAY = 86_400_000;

function pastOf(device: TestDevice, deps: Partial<PastDeps> = {}) {
  const { library, notes, clock } = device;
  const open: PastDeps["open"] = async (note) => note;
  const preferences = createMemoryPreferences();
  const trash = createTrashService({
    library,
    clock,
    timers: clock,
    preferences,
    isLocal: true,
    otherChoices: async () => [],
    onChosen: () => undefined,
    openTexts: noUnlockedTexts,
    open,
  });
  const history = createHistoryService({ library, notes, open });
  return createPastService({ library, notes, history, open, restoreDeleted: trash.restore, ...deps });
}

async function create(device: TestDevice, title: string, content: string): Promise<string> {
  const made = await device.notes.create({ title, content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function save(device: TestDevice, noteId: string, title: string, content: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title, content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

const textOf = async (device: TestDevice, noteId: string) => {
  const opened = await device.notes.open(noteId);
  return opened.ok ? opened.value.content : opened.problem.kind;
};

/** On the second day one note was edited, one deleted and one written; one stayed unchanged. */
async function twoDays() {
  const device = await createTestDevice("a", new MemoryDrive());
  const [soup, bread, salt] = [
    await create(device, "Soup", "<p>leek</p>"),
    await create(device, "Bread", "<p>rye</p>"),
    await create(device, "Salt", "<p>sea</p>"),
  ];
  const firstDay = device.clock.now() + HISTORY.pauseMs;
  device.clock.sleep(DAY);
  await save(device, soup, "Potato soup", "<p>potato</p>");
  await device.notes.remove(bread);
  const milk = await create(device, "Milk", "<p>oat</p>");
  return { device, soup, bread, salt, milk, firstDay, past: pastOf(device) };
}

describe("decision 0036 the library on a past day", () => {
  it("shows the notes and texts of that day and what has happened to them since", async () => {
    const { past, soup, bread, salt, firstDay } = await twoDays();
    await past.show(firstDay);
    const { notes = [], work } = past.store.getState();
    expect(work).toBeUndefined();
    expect(Object.fromEntries(notes.map(({ noteId, title, preview, since }) => [noteId, [title, preview, since]]))).toEqual({
      [soup]: ["Soup", "leek", "changed"],
      [bread]: ["Bread", "rye", "deleted"],
      [salt]: ["Salt", "sea", "same"],
    });
    for (const { noteId, key, preview } of notes)
      expect(await past.read(noteId, key)).toMatchObject({ ok: true, value: { content: `<p>${preview}</p>` } });
  });

  it("is empty before the first note, and shows the current notes for today", async () => {
    const { past, device, firstDay } = await twoDays();
    await past.show(firstDay - DAY);
    expect(past.store.getState().notes).toEqual([]);
    await past.show(device.clock.now());
    expect(
      past.store
        .getState()
        .notes?.map(({ title, since }) => [title, since])
        .sort(),
    ).toEqual([
      ["Milk", "same"],
      ["Potato soup", "same"],
      ["Salt", "same"],
    ]);
  });

  it("restores selected notes as new versions, also from the trash, and undoes that", async () => {
    const { past, device, soup, bread, firstDay } = await twoDays();
    await past.show(firstDay);
    device.clock.sleep(HISTORY.pauseMs);

    const { undo, failed } = await past.restore(past.store.getState().notes ?? []);

    expect([undo.length, failed]).toEqual([2, 0]);
    expect([await textOf(device, soup), await textOf(device, bread)]).toEqual(["<p>leek</p>", "<p>rye</p>"]);
    const versions = await device.store.readVersions(soup);
    expect(versions.ok && versions.value.map(({ note }) => note.content)).toContain("<p>potato</p>");

    expect(await past.undo(undo)).toBe(2);
    expect([await textOf(device, soup), await textOf(device, bread)]).toEqual(["<p>potato</p>", "not-found"]);
  });

  it("shows only counts of notes that do not open and files not fetched yet", async () => {
    const { device, firstDay } = await twoDays();
    const past = pastOf(device, { open: async () => undefined });
    device.library.index.pendingFetch.add("file-1");
    await past.show(firstDay);
    expect(past.store.getState()).toMatchObject({ notes: [{ title: "Salt" }], locked: 2, notFetched: 1 });
  });

  it("shows nothing when canceled", async () => {
    const { past, firstDay } = await twoDays();
    const stop = past.store.subscribe(({ work }) => work !== undefined && past.cancel());
    await past.show(firstDay);
    stop();
    expect(past.store.getState()).toMatchObject({ notes: undefined, work: undefined });
  });
});
