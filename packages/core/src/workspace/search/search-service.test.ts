import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import { createSearchEngine } from "../../library/search/search-engine-service.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { failed } from "../../model/result.ts";
import type { SearchEngine } from "../../ports/device/search-engine.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createMemorySearchTexts } from "../../testing/memory-search-texts.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createWorkspaceService } from "../layout/workspace-service.ts";
import { createSearchService } from "./search-service.ts";

const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
};

async function setUp(change: (engine: SearchEngine) => SearchEngine = (engine) => engine) {
  const clock = new ManualClock(1_000_000);
  const store = new MemoryLocalStore(new MemoryDisk("device"));
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("a store in memory opens always");
  const library = opened.value;
  const ids = createSequenceIds("n");
  const notes = createNotesService({ library, clock, ids, timers: clock, isSyncing: () => false });
  const workspace = createWorkspaceService({ timers: clock, preferences: createMemoryPreferences() });
  const asked: string[] = [];
  const openEngine = () => {
    const engine = change(createSearchEngine(createMemorySearchTexts(store), { now: Date.now }));
    const search: SearchEngine["search"] = (request) => {
      asked.push(request.typed);
      return engine.search(request);
    };
    return { ...wrap(engine), search };
  };
  const search = createSearchService({ library, notes, workspace, timers: clock, openEngine });
  const make = async (title: string, content = "", folderId: string | null = null) => {
    const made = await notes.create({ title, content }, folderId);
    if (!made.ok) throw new Error(made.problem.kind);
    return made.value;
  };
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await flushPromises();
  };
  const type = async (text: string): Promise<void> => {
    workspace.type(text);
    await pass(300);
  };
  const titles = () => search.store.getState().noteIds.map((id) => notes.store.getState().notesById.get(id)?.title);
  return { library, notes, workspace, search, make, type, pass, titles, asked };
}

/** A worker whose script never loaded. */
const gone = (): SearchEngine => {
  const stopped = () => Promise.reject(new Error("the search worker stopped"));
  return { update: stopped, pruneStale: stopped, search: stopped, excerpts: stopped, close: () => undefined };
};

const wrap = (engine: SearchEngine): SearchEngine => ({
  update: (changed, removed) => engine.update(changed, removed),
  pruneStale: () => engine.pruneStale(),
  search: (request) => engine.search(request),
  excerpts: (noteIds, words) => engine.excerpts(noteIds, words),
  close: () => engine.close(),
});

describe("A4 search of the list", () => {
  it("searches 300 ms after the last key, and drops pending searches", async () => {
    const { make, workspace, search, pass, titles, asked } = await setUp();
    await make("Bread");
    workspace.type("b");
    await pass(200);
    workspace.type("bread");
    await pass(200);
    expect(search.store.getState().phase).toBe("off");
    await pass(100);

    expect(new Set(asked)).toEqual(new Set(["bread"]));
    expect(titles()).toEqual(["Bread"]);
    expect(search.store.getState()).toMatchObject({ phase: "found", term: "bread", total: 1, words: ["bread"] });
  });

  it("finds only notes with the tags of the list's filter, and looks again when it changes", async () => {
    const { notes, workspace, type, pass, titles } = await setUp();
    for (const [title, tags] of [
      ["Bread", ["rye"]],
      ["Bread and butter", ["rye", "two words"]],
      ["Bread alone", undefined],
    ] as const)
      await notes.create({ title, content: "" }, null, { tags });
    workspace.filterByTags(["rye"]);
    await type("bread");
    expect(titles().sort()).toEqual(["Bread", "Bread and butter"]);
    workspace.filterByTags(["rye", "two words"]);
    await pass(0);
    expect(titles()).toEqual(["Bread and butter"]);
    workspace.filterByTags([]);
    await pass(0);
    expect(titles()).toHaveLength(3);
  });

  it("leaves search mode with an empty term", async () => {
    const { make, type, search } = await setUp();
    await make("Bread");
    await type("bread");
    await type("");

    expect(search.store.getState()).toMatchObject({ phase: "off", noteIds: [], term: "" });
  });

  it("finds words deep in a text and shows that part", async () => {
    const { make, type, search } = await setUp();
    const note = await make("Long", `<p>${"before ".repeat(100)}</p><p>a needle</p>`);
    await type("needle");

    expect(search.store.getState().noteIds).toEqual([note.noteId]);
    expect(search.store.getState().excerpts.get(note.noteId)?.text).toContain("needle");
  });

  it("stays in the selected folder, unless the query names another", async () => {
    const { notes, make, type, workspace, titles, pass } = await setUp();
    const folder = await notes.createFolder({ name: "Recipes", description: "", color: "#3B82F6" });
    if (!folder.ok) throw new Error("the folder was not made");
    await make("Bread here", "", folder.value.folderId);
    await make("Bread there");
    await type("bread in:rec");
    expect(titles()).toEqual(["Bread here"]);
    workspace.selectFolder(folder.value.folderId);
    await type("bread");
    expect(titles()).toEqual(["Bread here"]);
    workspace.selectFolder(null);
    await type("bread");
    await pass(0);
    expect(titles()).toHaveLength(2);
  });

  it("searches subfolders as the list does, and those of a folder that the query names by name or path", async () => {
    const { notes, make, type, workspace, titles } = await setUp();
    const made = async (name: string, parentId?: string) => {
      const folder = await notes.createFolder({ name, description: "", color: "#3B82F6" }, parentId);
      if (!folder.ok) throw new Error("the folder was not made");
      return folder.value.folderId;
    };
    const [work, home] = [await made("Work"), await made("Home")];
    await make("Bread at work", "", work);
    await make("Bread in plans", "", await made("Plans", work));
    await make("Bread at home", "", await made("Plans", home));

    await type("bread in:work");
    expect([...titles()].sort()).toEqual(["Bread at work", "Bread in plans"]);
    await type('bread in:"work / plans"');
    expect(titles()).toEqual(["Bread in plans"]);
    await type("in:plans");
    expect(titles()).toHaveLength(2);
    workspace.selectFolder(work);
    await type("bread");
    expect(titles()).toEqual(["Bread at work"]);
    workspace.toggleSubfolders();
    await type("bread ");
    expect(titles()).toHaveLength(2);
  });

  it("finds notes by the name of their folder, and those with a file", async () => {
    const { notes, make, type, titles } = await setUp();
    const folder = await notes.createFolder({ name: "Recipes", description: "", color: "#3B82F6" });
    if (!folder.ok) throw new Error("the folder was not made");
    await make("Bread", "", folder.value.folderId);
    await make(
      "Letter",
      '<p><a data-file-id="f1" data-file-name="a.pdf" data-file-size="3" data-mime-type="application/pdf">a.pdf</a></p>',
    );
    await type("recipes");
    expect(titles()).toEqual(["Bread"]);
    await type("has:attachment");
    expect(titles()).toEqual(["Letter"]);
  });

  it("follows this user's edits and deletes at once", async () => {
    const { make, type, pass, titles, notes } = await setUp();
    await make("Bread");
    await type("bread");
    const rye = await make("Rye bread");
    await pass(200);
    expect(titles()).toEqual(["Rye bread", "Bread"]);
    await notes.remove(rye.noteId);
    await pass(200);

    expect(titles()).toEqual(["Bread"]);
  });

  it("follows this user's edits while the index is still being fed", async () => {
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { make, type, pass, titles } = await setUp((engine) => ({
      ...wrap(engine),
      update: (changed, removed) => begun.then(() => engine.update(changed, removed)),
    }));
    await pass(2000);
    await make("Bread");
    await type("bread");
    release();
    await pass(500);

    expect(titles()).toEqual(["Bread"]);
  });

  it("updates the list for others' changes only if the count differs by more than 2", async () => {
    const { make, type, pass, library, search } = await setUp();
    await make("Bread");
    await type("bread");
    const arrive = async (...names: readonly string[]) => {
      const entities = names.map((name) => aNote({ id: name, title: `Bread ${name}`, vv: { other: 1 }, alive: { other: 1 } }));
      await library.transact({}, () => ({ writes: { entities }, answer: undefined }), "sync");
      await pass(50);
      await pass(200);
    };
    await arrive("a", "b");
    expect(search.store.getState().total).toBe(1);
    await arrive("c");

    expect(search.store.getState().total).toBe(4);
  });

  it("follows another device's deletes, moves and sensitive notes", async () => {
    const { make, type, pass, library, search, titles } = await setUp();
    const notes = [await make("Bread one"), await make("Bread two"), await make("Bread three"), await make("Bread four")];
    await type("bread");
    expect(titles()).toHaveLength(4);
    const [gone, sealed, moved] = notes.map(({ noteId, title }, at) =>
      aNote({ id: noteId, title, vv: { m: 9, other: at + 1 }, mtime: 2_000_000 }),
    );
    const entities = [
      { ...(gone as NoteEntity), alive: {} },
      { ...(sealed as NoteEntity), title: "", content: "", isEncrypted: true, sealed: "sealed" },
      { ...(moved as NoteEntity), folderId: "elsewhere" },
    ];
    await library.transact({}, () => ({ writes: { entities }, answer: undefined }), "sync");
    await pass(50);
    await pass(200);
    await type("brea");

    expect(titles()).toEqual(["Bread three", "Bread four"]);
    expect(search.store.getState().total).toBe(2);
  });

  it("returns as many hits as the list shows, and more on request", async () => {
    const { make, type, workspace, search, pass } = await setUp();
    for (let at = 0; at < 60; at += 1) await make(`Bread ${at}`);
    await type("bread");
    expect(search.store.getState()).toMatchObject({ total: 60 });
    expect(search.store.getState().noteIds).toHaveLength(50);
    expect(new Set(await search.findAll()).size).toBe(60);
    workspace.showMore();
    await pass(0);

    expect(search.store.getState().noteIds).toHaveLength(60);
  });

  it("reports a failure, and works again on the next try", async () => {
    let isBroken = true;
    const { make, type, search, titles } = await setUp((engine) => ({
      ...wrap(engine),
      search: async (request) => (isBroken ? failed({ kind: "storage-broken", detail: "" }) : engine.search(request)),
    }));
    await make("Bread");
    await type("bread");
    expect(search.store.getState().phase).toBe("failed");
    isBroken = false;
    await type("brea");

    expect(titles()).toEqual(["Bread"]);
  });

  it("replaces a stopped index on the next search and feeds it everything", async () => {
    let stopped = 2;
    const closed: number[] = [];
    const { make, type, search, titles, pass } = await setUp((engine) => {
      stopped -= 1;
      return stopped < 0 ? engine : { ...gone(), close: () => void closed.push(stopped) };
    });
    await make("Bread");
    await pass(5000);
    expect(closed).toHaveLength(1);
    await type("bread");
    expect(search.store.getState()).toMatchObject({ phase: "failed", term: "bread" });
    expect(closed).toHaveLength(2);

    search.again();
    expect(search.store.getState().phase).toBe("looking");
    await pass(0);
    expect(titles()).toEqual(["Bread"]);
    await make("Rye bread");
    await pass(200);
    expect(titles()).toEqual(["Rye bread", "Bread"]);
  });

  it("counts hits in all folders for the palette", async () => {
    const { make, search, workspace } = await setUp();
    await make("Bread");
    await search.count("bread");
    workspace.selectFolder("elsewhere");
    await flushPromises();

    expect(await search.count("bread")).toBe(1);
  });

  it("stops searching once it is closed", async () => {
    const { make, type, search, pass } = await setUp();
    await make("Bread");
    await type("bread");
    search.close();
    await pass(5000);

    expect(search.store.getState()).toMatchObject({ phase: "off", noteIds: [] });
  });
});
