import { describe, expect, it } from "vitest";
import { selectNotes } from "../../library/notes/note-list.ts";
import { createNoteReader, type NoteReading } from "../../library/notes/note-reader-service.ts";
import { createGivenSearch } from "../../library/search/in-memory-search-service.ts";
import { createSearchEngine } from "../../library/search/search-engine-service.ts";
import { mergeNotes } from "../../merge/merge.ts";
import { lazyModule } from "../../model/lazy/lazy-module.ts";
import type { GivenSearchEngine } from "../../ports/device/search-engine.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemorySearchTexts } from "../../testing/memory-search-texts.ts";
import { FOLDER_PASSWORD, openSensitiveWindow } from "../../testing/sensitive-window.ts";
import { createWorkspaceService } from "../../workspace/layout/workspace-service.ts";
import { createSearchService } from "../../workspace/search/search-service.ts";

const LOCKED = { ok: false, problem: { kind: "sensitive-locked" } };
const done = { ok: true, value: undefined };

async function withNotes() {
  const window = await openSensitiveWindow();
  await window.folder.unlock(FOLDER_PASSWORD);
  const plain = await window.notes.create({ title: "Shopping", content: "<p>bread and a zebrafinch</p>" }, null);
  window.clock.sleep(1000);
  const made = await window.notes.create({ title: "Diary", content: "<p>the zebrafinch sings</p>" }, window.folderId);
  if (!made.ok || !plain.ok) throw new Error("not made");
  await flushPromises();
  const row = () => window.notes.store.getState().notesById.get(made.value.noteId);
  const shown = () => selectNotes(window.notes.store.getState().notes, null).map(({ title }) => title);
  return { ...window, noteId: made.value.noteId, plainId: plain.value.noteId, row, shown };
}

describe("B4 sensitive display", () => {
  it("shows title and preview while unlocked; while locked only the note in its folder", async () => {
    const { folder, row, shown } = await withNotes();
    expect(row()).toMatchObject({ title: "Diary", preview: "the zebrafinch sings", seal: "opened" });
    expect(shown()).toEqual(["Diary", "Shopping"]);
    const locking = folder.lock();
    expect(row()).toMatchObject({ title: "", preview: "", seal: "locked" });
    expect(shown()).toEqual(["Shopping"]);
    await locking;
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(shown()).toEqual(["Diary", "Shopping"]);
  });

  it("marks a note that does not open as failed, and hides it in All Notes", async () => {
    const { library, noteId, row, shown, notes } = await withNotes();
    await library.transact(
      { entities: [noteId] },
      ({ entities }) => {
        const note = entities.get(noteId);
        return { writes: { entities: note?.kind === "note" ? [{ ...note, sealed: "{}" }] : [] }, answer: undefined };
      },
      "sync",
    );
    notes.refresh();
    await flushPromises();
    expect(row()).toMatchObject({ title: "", seal: "failed" });
    expect(shown()).toEqual(["Shopping"]);
    expect(await notes.open(noteId)).toEqual({ ok: false, problem: { kind: "sensitive-damaged" } });
  });

  it("opens without a write, a notification or work for sync", async () => {
    const { notes, library, noteId } = await withNotes();
    const reported: unknown[] = [];
    library.onChange((notice) => reported.push(notice));
    expect(await notes.open(noteId)).toMatchObject({ ok: true, value: { content: "<p>the zebrafinch sings</p>" } });
    expect(reported).toEqual([]);
    await notes.save(noteId, { title: "Diary", content: "<p>twice</p>" }, { seen: { vv: {} } });
    expect(reported).toHaveLength(1);
  });

  it("clears a view's text on lock and reads it again on unlock", async () => {
    const { notes, library, clock, folder, noteId } = await withNotes();
    const initialSync = { isPending: () => false, onChange: () => () => undefined };
    const versionOf = (id: string) => library.index.entities.get(id)?.vv;
    const reader = createNoteReader({ notes, versionOf, clock, timers: clock, initialSync, refresh: () => undefined });
    const reported: NoteReading[] = [];
    reader.watch(noteId, (reading) => reported.push(reading));
    await flushPromises();
    expect(reported.at(-1)).toMatchObject({ kind: "read", note: { content: "<p>the zebrafinch sings</p>" } });
    const locking = folder.lock();
    expect(reported.at(-1)).toEqual({ kind: "failed", problem: { kind: "sensitive-locked" } });
    expect(reader.begin(noteId)).toEqual({ kind: "loading" });
    await locking;
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(reported.at(-1)).toMatchObject({ kind: "read", note: { title: "Diary" } });
  });
});

describe("A4 moving a note", () => {
  it("moves notes in and out, alone or together, and not while locked", async () => {
    const { notes, folder, folderId, noteId, plainId, stored, clock } = await withNotes();
    const changedAt = () => notes.store.getState().notesById.get(plainId)?.lastModified ?? 0;
    const before = changedAt();
    clock.sleep(1000);
    expect(await notes.move(plainId, folderId)).toEqual(done);
    expect(changedAt()).toBeGreaterThan(before);
    expect(stored()).not.toMatch(/bread|Shopping/);
    await flushPromises();
    expect(await notes.moveAll([noteId, plainId].map((id) => ({ noteId: id, folderId: null })))).toEqual(done);
    await flushPromises();
    expect(notes.store.getState().notes.map(({ title, isEncrypted, seal }) => [title, isEncrypted, seal])).toEqual([
      ["Shopping", false, undefined],
      ["Diary", false, undefined],
    ]);
    await notes.move(noteId, folderId);
    await folder.lock();
    expect(await notes.move(noteId, null)).toEqual(LOCKED);
    expect(await notes.move(plainId, folderId)).toEqual(LOCKED);
    expect(await notes.moveAll([noteId, plainId].map((id) => ({ noteId: id, folderId })))).toEqual(LOCKED);
    expect(await notes.create({ title: "x", content: "" }, folderId)).toEqual(LOCKED);
    expect(await notes.open(noteId)).toEqual(LOCKED);
    expect(await notes.remove(noteId)).toEqual(done);
  });

  it("does not treat a merged Sensitive folder as an ordinary one", async () => {
    const { library, notes, folder, folderId } = await withNotes();
    await library.transact(
      { entities: [folderId] },
      ({ entities }) => {
        const own = entities.get(folderId);
        const merged = own?.kind === "folder" ? [{ ...own, id: "folder-sensitive-2", mergedInto: folderId }] : [];
        return { writes: { entities: merged }, answer: undefined };
      },
      "sync",
    );
    await folder.lock();
    expect(await notes.create({ title: "x", content: "" }, "folder-sensitive-2")).toEqual(LOCKED);
  });
});

describe("A4 search of sensitive notes", () => {
  /** `first`: engines that are opened before any other index of unlocked notes. */
  async function searching(...first: readonly GivenSearchEngine[]) {
    const window = await withNotes();
    const { notes, library, disk, clock, texts } = window;
    const workspace = createWorkspaceService({ timers: clock, preferences: { read: () => undefined, write: () => undefined } });
    const engines: GivenSearchEngine[] = [];
    const search = createSearchService({
      library,
      notes,
      workspace,
      timers: clock,
      openEngine: () => createSearchEngine(createMemorySearchTexts(new MemoryLocalStore(disk)), { now: Date.now }),
      unlocked: {
        texts: texts.store,
        openEngine: () => {
          const engine = first[engines.length] ?? createGivenSearch({ now: Date.now });
          engines.push(engine);
          return engine;
        },
      },
    });
    await clock.advance(5000);
    return { ...window, workspace, engines, search };
  }

  it("finds notes while unlocked, and forgets them on lock", async () => {
    const { clock, folder, noteId, plainId, stored, workspace, engines, search } = await searching();
    workspace.type("zebrafinch");
    await clock.advance(5000);
    expect(search.store.getState().noteIds).toEqual([noteId, plainId]);
    expect(search.store.getState().excerpts.size).toBe(2);

    const locking = folder.lock();
    expect(search.store.getState().noteIds).toEqual([plainId]);
    expect(search.store.getState().excerpts.has(noteId)).toBe(false);
    await locking;
    await clock.advance(5000);
    expect(search.store.getState()).toMatchObject({ noteIds: [plainId], total: 1 });
    expect(stored()).not.toContain("sings");

    await folder.unlock(FOLDER_PASSWORD);
    await clock.advance(5000);
    expect(search.store.getState().noteIds).toEqual([noteId, plainId]);
    expect(engines).toHaveLength(2);
    search.close();
  });

  it("finds them at the next search if the index script failed to load", async () => {
    const stopped = () => Promise.reject(new Error("the search worker stopped"));
    let closed = 0;
    const close = (): void => {
      closed += 1;
    };
    const gone = { give: stopped, update: stopped, pruneStale: stopped, search: stopped, excerpts: stopped, close };
    const { clock, folder, noteId, plainId, workspace, engines, search } = await searching(gone);
    expect(engines).toHaveLength(1);
    expect(closed).toBe(1);

    workspace.type("zebrafinch");
    await clock.advance(5000);
    expect(search.store.getState().noteIds).toEqual([noteId, plainId]);
    await folder.lock();
    await clock.advance(5000);
    search.again();
    await clock.advance(5000);
    expect(search.store.getState().noteIds).toEqual([plainId]);
    expect(engines).toHaveLength(2);
    search.close();
    expect(await search.count("zebrafinch")).toBeUndefined();
    expect(engines).toHaveLength(2);
  });
});

it("does not overwrite another save while the merge code is missing, then merges both", async () => {
  const loads = [() => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))];
  const window = await openSensitiveWindow({ merging: lazyModule(() => (loads.shift() ?? (async () => mergeNotes))()) });
  await window.folder.unlock(FOLDER_PASSWORD);
  const made = await window.notes.create({ title: "Diary", content: "<p>one</p><p>two</p>" }, window.folderId);
  if (!made.ok) throw new Error("not made");
  const { noteId, vv } = made.value;
  const save = (content: string) => window.notes.save(noteId, { title: "Diary", content }, { seen: { vv } });
  expect(await save("<p>one</p><p>two, there</p>")).toMatchObject({ ok: true });
  const before = window.disk.entities.get(noteId);

  expect(await save("<p>one, here</p><p>two</p>")).toEqual({
    ok: false,
    problem: { kind: "code-missing" },
  });
  expect(window.disk.entities.get(noteId)).toBe(before);
  expect(await save("<p>one, here</p><p>two</p>")).toMatchObject({ ok: true });
  const opened = await Promise.all([...window.disk.entities.keys()].map((id) => window.notes.open(id)));
  const texts = opened.map((note) => (note.ok ? note.value.content : "")).join();
  expect(texts).toContain("one, here");
  expect(texts).toContain("two, there");
});
