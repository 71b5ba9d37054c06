import { describe, expect, it } from "vitest";
import type { Note } from "../../model/entities/note.ts";
import { NOTE_VIEW } from "../../model/limits/limits.ts";
import { aNote } from "../../testing/entities.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary } from "../index/library-service.ts";
import { createNoteReader, type NoteReading } from "./note-reader-service.ts";
import { createNotesService } from "./notes-service.ts";

async function setup() {
  const clock = new ManualClock();
  const store = new MemoryLocalStore(new MemoryDisk("device"));
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  const listeners = new Set<() => void>();
  const world = { isPending: false, refreshes: 0, reads: 0, hold: undefined as Promise<void> | undefined };
  const reader = createNoteReader({
    notes: {
      store: notes.store,
      onChangedElsewhere: (listener) => notes.onChangedElsewhere(listener),
      async open(noteId) {
        world.reads += 1;
        if (world.hold !== undefined) await world.hold;
        return notes.open(noteId);
      },
    },
    clock,
    timers: clock,
    initialSync: {
      isPending: () => world.isPending,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    versionOf: (noteId) => library.index.entities.get(noteId)?.vv,
    refresh: () => {
      world.refreshes += 1;
    },
  });
  const make = async (title: string) => {
    const made = await notes.create({ title, content: "<p>text</p>" }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    return made.value;
  };
  const view = (noteId: string) => {
    const reports: NoteReading[] = [reader.begin(noteId)];
    const stop = reader.watch(noteId, (reading) => reports.push(reading));
    return { reports, kinds: () => reports.map(({ kind }) => kind), stop };
  };
  /** Writes a version as sync does. */
  const arrive = (entity: ReturnType<typeof aNote>) =>
    library.transact({}, () => ({ writes: { entities: [entity] }, answer: undefined }), "sync");
  const finishInitialSync = (): void => {
    world.isPending = false;
    for (const listener of listeners) listener();
  };
  return { clock, notes, world, make, view, arrive, finishInitialSync, store, prepare: reader.prepare };
}

/** A disk read that waits until `open` is called. */
function gate() {
  let open = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held, open: () => open() };
}

describe("A9 hot cache", () => {
  it("shows a recently opened note without reading it again", async () => {
    const { make, view, world } = await setup();
    const note = await make("Milk");
    const first = view(note.noteId);
    await flushPromises();
    first.stop();
    expect(first.kinds()).toEqual(["loading", "read"]);

    const again = view(note.noteId);
    await flushPromises();
    expect(again.reports).toMatchObject([{ kind: "read", note: { title: "Milk" } }]);
    expect(world.reads).toBe(1);
  });

  it("shows a prepared note at once, and prepares it only once", async () => {
    const { make, view, world, prepare } = await setup();
    const note = await make("Milk");
    await prepare(note.noteId);
    await prepare(note.noteId);
    expect(view(note.noteId).reports).toMatchObject([{ kind: "read", note: { title: "Milk" } }]);
    expect(world.reads).toBe(1);
  });

  it("shares a read that is still preparing the note", async () => {
    const { make, view, world, prepare } = await setup();
    const note = await make("Milk");
    const disk = gate();
    world.hold = disk.held;
    void prepare(note.noteId);
    const { reports } = view(note.noteId);
    disk.open();
    await flushPromises();
    expect(reports).toMatchObject([{ kind: "loading" }, { kind: "read", note: { title: "Milk" } }]);
    expect(world.reads).toBe(1);
  });

  it("reads a note again that changed while it was prepared", async () => {
    const { make, view, notes, world, prepare } = await setup();
    const note = await make("Milk");
    const disk = gate();
    const prepared = prepare(note.noteId);
    await prepared;
    world.hold = disk.held;
    await notes.save(note.noteId, { title: "Oat milk", content: "" }, { seen: note });
    void prepare(note.noteId);
    const { reports } = view(note.noteId);
    disk.open();
    await flushPromises();
    expect(reports.at(-1)).toMatchObject({ kind: "read", note: { title: "Oat milk" } });
  });

  it("keeps opened notes while the user points at many others", async () => {
    const { make, view, prepare } = await setup();
    const opened = await make("Opened");
    const first = view(opened.noteId);
    await flushPromises();
    first.stop();
    for (let count = 0; count <= NOTE_VIEW.hotEntries; count += 1) await prepare((await make(`Other ${count}`)).noteId);
    expect(view(opened.noteId).kinds()).toEqual(["read"]);
  });

  it("keeps a prepared note once it was opened", async () => {
    const { make, view, prepare } = await setup();
    const [note, other] = [await make("Milk"), await make("Bread")];
    await prepare(note.noteId);
    view(note.noteId).stop();
    await prepare(other.noteId);
    expect(view(note.noteId).kinds()).toEqual(["read"]);
  });

  it("reads a prepared note again that has changed since", async () => {
    const { make, view, notes, prepare } = await setup();
    const note = await make("Milk");
    await prepare(note.noteId);
    await notes.save(note.noteId, { title: "Oat milk", content: "" }, { seen: note });
    const { reports } = view(note.noteId);
    await flushPromises();
    expect(reports).toMatchObject([{ kind: "loading" }, { kind: "read", note: { title: "Oat milk" } }]);
  });

  it("reads it again when it has changed", async () => {
    const { make, view, notes } = await setup();
    const note = await make("Milk");
    const first = view(note.noteId);
    await flushPromises();
    first.stop();
    await notes.save(note.noteId, { title: "Oat milk", content: "" }, { seen: note });

    const again = view(note.noteId);
    await flushPromises();
    expect(again.reports).toMatchObject([{ kind: "loading" }, { kind: "read", note: { title: "Oat milk" } }]);
  });

  /** A merge keeps the later of two times, so the device that wrote last has a new text with the same time. */
  it("does not show the former text of a note that was merged meanwhile", async () => {
    const { view, arrive } = await setup();
    await arrive(aNote({ content: "<p>mine</p>", mtime: 7, vv: { dev: 1 } }));
    const first = view("note-1-a");
    await flushPromises();
    first.stop();
    await arrive(aNote({ content: "<p>mine</p><p>theirs</p>", mtime: 7, vv: { dev: 2, phone1: 1 } }));

    const again = view("note-1-a");
    await flushPromises();
    expect(again.reports).toMatchObject([{ kind: "loading" }, { kind: "read", note: { content: "<p>mine</p><p>theirs</p>" } }]);
  });

  it("shows a version that arrives before the disk could be read", async () => {
    const { view, arrive, store } = await setup();
    await arrive(aNote({ content: "<p>first</p>", mtime: 7, vv: { phone1: 1 } }));
    const { reports } = view("note-1-a");
    await flushPromises();
    store.readEntities = () => new Promise(() => undefined);
    await arrive(aNote({ content: "<p>second</p>", mtime: 8, vv: { phone1: 2 } }));
    await flushPromises();
    expect(reports.at(-1)).toMatchObject({ kind: "read", note: { content: "<p>second</p>" } });
  });

  it("does not show the former text between a version's arrival and its listing", async () => {
    const { view, arrive } = await setup();
    await arrive(aNote({ content: "<p>first</p>", mtime: 7, vv: { phone1: 1 } }));
    const first = view("note-1-a");
    await flushPromises();
    first.stop();
    await arrive(aNote({ content: "<p>second</p>", mtime: 8, vv: { phone1: 2 } }));
    expect(view("note-1-a").reports).toEqual([{ kind: "loading" }]);
  });

  it("forgets notes after fifteen minutes, and the oldest beyond fifteen", async () => {
    const { make, view, clock, world } = await setup();
    const notes: Note[] = [];
    for (let at = 0; at <= NOTE_VIEW.hotEntries; at += 1) notes.push(await make(`Note ${at}`));
    for (const { noteId } of notes) {
      const { stop } = view(noteId);
      await flushPromises();
      stop();
    }
    const shownAtOnce = () => notes.filter(({ noteId }) => view(noteId).reports[0]?.kind === "read").length;
    expect(world.reads).toBe(16);
    expect(shownAtOnce()).toBe(15);
    await clock.advance(NOTE_VIEW.hotMs);
    expect(shownAtOnce()).toBe(0);
  });

  it("does not keep sensitive text", async () => {
    const { view, arrive } = await setup();
    await arrive(aNote({ isEncrypted: true, sealed: "inner" }));
    const first = view("note-1-a");
    await flushPromises();
    first.stop();
    expect(first.kinds()).toEqual(["loading", "read"]);
    expect(view("note-1-a").kinds()).toEqual(["loading"]);
  });
});

describe("A4 large notes", () => {
  it("does not read again while sync reports progress", async () => {
    const { make, view, world, finishInitialSync } = await setup();
    const note = await make("Milk");
    const { held, open } = gate();
    world.hold = held;
    const seen = view(note.noteId);
    for (let reports = 0; reports < 3; reports += 1) finishInitialSync();
    open();
    await flushPromises();
    expect([world.reads, seen.kinds()]).toEqual([1, ["loading", "read"]]);
  });

  it("retries after two seconds, reports a large note after ten, then shows it", async () => {
    const { make, view, clock, world } = await setup();
    const note = await make("Milk");
    const { held, open } = gate();
    world.hold = held;
    const seen = view(note.noteId);
    await clock.advance(NOTE_VIEW.cacheReadMs - 1);
    expect(world.refreshes).toBe(0);
    await clock.advance(1);
    expect(world.refreshes).toBe(1);
    await clock.advance(NOTE_VIEW.loadMs - NOTE_VIEW.cacheReadMs);
    expect(seen.kinds()).toEqual(["loading", "slow"]);
    open();
    await flushPromises();

    expect(seen.kinds()).toEqual(["loading", "slow", "read"]);
    expect(world.refreshes).toBe(1);
  });

  it("does not report a delay if the note was read in time", async () => {
    const { make, view, clock, world } = await setup();
    const note = await make("Milk");
    const seen = view(note.noteId);
    await clock.advance(NOTE_VIEW.loadMs);
    expect(seen.kinds()).toEqual(["loading", "read"]);
    expect(world.refreshes).toBe(0);
  });

  it("waits for a note that has not reached a new device yet", async () => {
    const { view, arrive, clock, world } = await setup();
    world.isPending = true;
    const seen = view("note-1-a");
    await flushPromises();
    expect([seen.kinds(), world.refreshes]).toEqual([["loading"], 1]);
    await clock.advance(NOTE_VIEW.loadMs);
    await arrive(aNote({ title: "From the phone" }));
    await clock.advance(100);
    expect(seen.reports).toMatchObject([{ kind: "loading" }, { kind: "slow" }, { kind: "read", note: { title: "From the phone" } }]);
  });

  it("reports a missing note once the first sync is complete", async () => {
    const { view, finishInitialSync, world } = await setup();
    world.isPending = true;
    const seen = view("note-none");
    await flushPromises();
    finishInitialSync();
    await flushPromises();
    expect(seen.reports).toEqual([{ kind: "loading" }, { kind: "failed", problem: { kind: "not-found" } }]);
  });

  it("shows another device's change, and the deletion of the note", async () => {
    const { make, view, notes } = await setup();
    const note = await make("Milk");
    const seen = view(note.noteId);
    await flushPromises();
    await notes.remove(note.noteId);
    await flushPromises();
    expect(seen.kinds()).toEqual(["loading", "read", "failed"]);
  });

  it("does not report after it is stopped", async () => {
    const { make, view, world } = await setup();
    const note = await make("Milk");
    const { held, open } = gate();
    world.hold = held;
    const seen = view(note.noteId);
    seen.stop();
    open();
    await flushPromises();
    expect(seen.kinds()).toEqual(["loading"]);
  });
});
