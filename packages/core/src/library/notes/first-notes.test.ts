import { beforeEach, describe, expect, it } from "vitest";
import { FIRST_NOTE_IDS } from "../../model/entities/entity-ids.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary, type TabMessage } from "../index/library-service.ts";
import { addFirstNotes } from "./first-notes-service.ts";
import { createNotesService } from "./notes-service.ts";

const clock = new ManualClock();
let disk: MemoryDisk;
let tabs: ReturnType<typeof createMemoryTabs<TabMessage>>;
let preferences: ReturnType<typeof createMemoryPreferences>;

beforeEach(() => {
  disk = new MemoryDisk("device");
  tabs = createMemoryTabs<TabMessage>();
  preferences = createMemoryPreferences();
});

async function openTab() {
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk), channel: tabs() });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  const text = ([first, second]: readonly [string, string]) =>
    [
      { title: "First", content: `<p><a data-note-id="${second}"></a></p>` },
      { title: "Second", content: `<p><a data-note-id="${first}"></a></p>` },
    ] as const;
  const add = () => addFirstNotes({ library, preferences, text, nowMs: clock.now() });
  const titles = () => notes.store.getState().notes.map(({ title }) => title);
  return { library, notes, add, titles };
}

describe("decision 0044 the two notes of a new library", () => {
  it("are ordinary notes that link to each other, the first at the top", async () => {
    const { add, titles, notes } = await openTab();
    await notes.ensureDefaultFolders();

    expect(await add()).toEqual({ ok: true, value: true });
    expect(titles()).toEqual(["First", "Second"]);
    const [first, second] = notes.store.getState().notes;
    expect([first?.noteId, second?.noteId]).toEqual(FIRST_NOTE_IDS);
    expect(await notes.open(first?.noteId ?? "")).toMatchObject({
      ok: true,
      value: { content: `<p><a data-note-id="${second?.noteId}"></a></p>` },
    });
    expect(await notes.removeAll([first?.noteId ?? "", second?.noteId ?? ""])).toMatchObject({ ok: true });
    expect(titles()).toEqual([]);
  });

  it("are not created where a note is or was", async () => {
    const { add, titles, notes } = await openTab();
    const made = await notes.create({ title: "Milk", content: "" }, null);
    expect(await add()).toEqual({ ok: true, value: false });
    if (made.ok) await notes.remove(made.value.noteId);
    expect(await add()).toEqual({ ok: true, value: false });
    expect(titles()).toEqual([]);
  });

  it("are not created again after they were deleted, nor in the browser's next library", async () => {
    const first = await openTab();
    await first.add();
    await first.notes.removeAll(first.notes.store.getState().notes.map(({ noteId }) => noteId));
    expect(await first.add()).toEqual({ ok: true, value: false });

    disk = new MemoryDisk("device");
    expect(await (await openTab()).add()).toEqual({ ok: true, value: false });
    expect(preferences.read(LOCAL_KEYS.firstNotes)).toBe(String(clock.now()));
  });

  it("are two when two tabs create them at the same time", async () => {
    const [here, there] = [await openTab(), await openTab()];
    const made = await Promise.all([here.add(), there.add()]);
    expect(made.filter((one) => one.ok && one.value)).toHaveLength(1);
    expect([...disk.entities.values()].filter(({ kind }) => kind === "note")).toHaveLength(2);
  });
});
