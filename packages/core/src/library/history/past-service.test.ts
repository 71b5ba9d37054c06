import { describe, expect, it } from "vitest";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
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

/** On the second day one note was edited, one deleted and one written; one stays as it was. */
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

describe("decision 0036 the library as it was on a day", () => {
  it("has the notes of that day with their texts, deleted ones too and later ones not, and says what became of each", async () => {
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

  it("has nothing of the days before the first note, and of today what is there", async () => {
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

  it("brings selected notes back as new versions, deleted ones from the trash, and takes that back", async () => {
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

  it("shows nothing of what does not open but how many there are, and of files that are still to be fetched", async () => {
    const { device, firstDay } = await twoDays();
    const past = pastOf(device, { open: async () => undefined });
    device.library.index.pendingFetch.add("file-1");
    await past.show(firstDay);
    expect(past.store.getState()).toMatchObject({ notes: [{ title: "Salt" }], locked: 2, notFetched: 1 });
  });

  it("shows nothing where it was cancelled", async () => {
    const { past, firstDay } = await twoDays();
    const stop = past.store.subscribe(({ work }) => work !== undefined && past.cancel());
    await past.show(firstDay);
    stop();
    expect(past.store.getState()).toMatchObject({ notes: undefined, work: undefined });
  });
});
