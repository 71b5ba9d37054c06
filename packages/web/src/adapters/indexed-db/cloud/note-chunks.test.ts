import "fake-indexeddb/auto";
import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { LocalStore, StoredSeen, Writes } from "@satchel/core/ports/device/local-store.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { describeLocalStore } from "@satchel/core/testing/local-store-contract.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { describeNoteStore } from "@satchel/core/testing/note-store-contract.ts";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import fc from "fast-check";
import { openDB } from "idb";
import { describe, expect, it, vi } from "vitest";
import { openSearchTexts } from "../../search/search-texts.ts";
import { createUnreadableRows } from "../unreadable-rows.ts";
import { openCloudDatabase } from "./cloud-database.ts";
import { type CloudLocalStore, openCloudLocalStore } from "./cloud-local-store.ts";
import { SPEC_STORES } from "./cloud-transaction.ts";
import { readFirstRows } from "./first-rows.ts";
import { salvageCloud } from "./salvage-cloud.ts";

const SMALL = { leastNotes: 1, maxNotes: 3, maxChars: 400_000, maxNoteChars: 40_000, leastRewritten: 2 };
const deps = { now: () => 1000, newDeviceId: () => "device", onOutdated: async () => {}, chunkLimits: SMALL };

async function openStore(limits = SMALL): Promise<CloudLocalStore> {
  const opened = await openCloudLocalStore({ ...deps, chunkLimits: limits });
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

const create = async () => {
  globalThis.indexedDB = new IDBFactory();
  let current: CloudLocalStore | undefined;
  const reopen = async () => {
    current?.close();
    current = await openStore();
    return current;
  };
  return { open: reopen, reopen, keepsSyncState: true };
};

describeLocalStore("CloudNotesCache in chunks", create);
describeNoteStore("CloudNotesCache in chunks", create);

const original = IDBObjectStore.prototype.put;

const idOf = (at: number): string => `note-1-${String(at).padStart(3, "0")}`;
const noteOf = (at: number, dot = 1): NoteEntity =>
  aNote({
    id: idOf(at),
    title: `Title ${at}`,
    content: `<p>text ${at}.${dot}</p>`,
    mtime: 1000 + at,
    vv: { dev: dot },
    alive: { dev: dot },
  });
const fileOf = (at: number, dot = 1): RemoteFile => ({
  fileId: `file-${at}`,
  id: idOf(at),
  kind: "note",
  vv: { dev: dot },
  owner: "dev",
  trashed: false,
  superseded: false,
  role: "notes",
  version: dot,
  modifiedTime: 1,
  md5: "d41d8cd98f00b204e9800998ecf8427e",
  trusted: true,
});

/** Writes notes as a first sync does. */
function take(store: LocalStore, ats: readonly number[], dot = 1) {
  const ids = ats.map(idOf);
  const entities = ats.map((at) => noteOf(at, dot));
  const writes = { entities, bases: entities.map(toBase), remote: ats.map((at) => fileOf(at, dot)) };
  return store.transact({ entities: ids, basesOf: ids, remoteOf: ids }, () => ({ writes, answer: undefined }), "relaxed");
}

const put = (store: LocalStore, writes: Writes) => store.transact({}, () => ({ writes, answer: undefined }), "strict");

const value = <Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value => {
  if (!result.ok) throw new Error("refused");
  return result.value;
};

/** Everything that a store returns, sorted. */
async function everything(store: LocalStore) {
  const { entities, remote, meta, unreadableRows = 0 } = value(await store.loadIndex());
  const ids = entities.map(({ id }) => id).sort();
  const seen = await store.transact({ entities: ids, basesOf: ids, remoteOf: ids }, (found) => ({ writes: {}, answer: found }), "relaxed");
  const sorted = <Item>(items: Iterable<Item>): readonly Item[] =>
    [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    ids,
    light: sorted(entities),
    remote: sorted(remote),
    auditAt: meta.auditAt,
    unreadableRows,
    whole: value(await store.readEntities(ids)),
    seen: new Map(value(seen).entities),
    files: ids.map((id) => sorted(value(seen).remoteOf.get(id) ?? [])),
    bases: ids.map((id) => sorted(value(seen).basesOf.get(id) ?? [])),
    alone: await Promise.all(ids.map(async (id) => sorted(value(await store.readBases(id))))),
    versions: await Promise.all(ids.map(async (id) => sorted(value(await store.readVersions(id))))),
  };
}

async function stored(name: string): Promise<readonly unknown[]> {
  const database = await openDB(DB.name);
  const rows: unknown[] = await database.getAll(name);
  database.close();
  return rows;
}

const count = async (name: string): Promise<number> => (await stored(name)).length;

/** Writes notes as an import does, or an undo that deletes them: the drive's versions stay bases. */
function writeMany(store: LocalStore, ats: readonly number[], dot: number) {
  const ids = ats.map(idOf);
  return store.transact({ entities: ids }, () => ({ writes: { entities: ats.map((at) => noteOf(at, dot)) }, answer: undefined }), "strict");
}

/** Acts like sending a primary pack: stores bases of the notes, then rows of the files in the pack. */
async function sendMany(store: LocalStore, ats: readonly number[], dot: number) {
  const plan = ({ entities }: StoredSeen) => ({ writes: { bases: [...entities.values()].map(toBase) }, answer: [...entities.keys()] });
  const sent = value(await store.transact({ entities: ats.map(idOf) }, plan, "relaxed"));
  return put(store, { remote: ats.filter((at) => sent.includes(idOf(at))).map((at) => fileOf(at, dot)) });
}

type Step =
  | { readonly kind: "take" | "many" | "send"; readonly ats: readonly number[]; readonly dot: number }
  | { readonly kind: "edit" | "file" | "forget" | "base" | "unbase" | "seal"; readonly at: number; readonly dot: number };

const numbers = fc.integer({ min: 0, max: 9 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("take" as const, "many" as const, "send" as const),
      ats: fc.uniqueArray(numbers, { minLength: 1 }),
      dot: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "file" as const, "forget" as const, "base" as const, "unbase" as const, "seal" as const),
      at: numbers,
      dot: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

function writesOf(step: Extract<Step, { readonly at: number }>): Writes {
  const note = noteOf(step.at, step.dot);
  const sealed: Entity = { ...note, title: "", content: "", sealed: `inner ${step.dot}`, isEncrypted: true };
  switch (step.kind) {
    case "edit":
      return { entities: [note], versions: [toKeptVersion(noteOf(step.at, step.dot + 10))] };
    case "file":
      return { remote: [fileOf(step.at, step.dot)] };
    case "forget":
      return { forgetRemote: [fileOf(step.at).fileId] };
    case "base":
      return { bases: [toBase(note)] };
    case "unbase":
      return { forgetBases: [{ id: note.id, vvKey: toBase(note).vvKey }] };
    case "seal":
      return { entities: [sealed], bases: [toBase(sealed)], forgetVersions: [{ noteId: note.id, inClear: true }] };
  }
}

function run(store: LocalStore, step: Step): Promise<unknown> {
  if ("at" in step) return put(store, writesOf(step));
  const many = { take, many: writeMany, send: sendMany }[step.kind];
  return many(store, step.ats, step.dot);
}

describe("decision 0038 chunks of notes", () => {
  it("returns the same as a store without chunks, for any writes in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (all) => {
        const { open, reopen } = await create();
        const memory = new MemoryLocalStore(new MemoryDisk("device"));
        let store = await open();
        for (const [at, step] of all.entries()) {
          await run(memory, step);
          await run(store, step);
          if (at % 4 === 3) store = await reopen();
        }
        expect(await everything(store)).toEqual(await everything(memory));
        store.close();
      }),
      { numRuns: 100 },
    );
  });

  it("stores a first sync in few records, and moves a note into rows at its first edit", async () => {
    const store = await (await create()).open();
    await take(store, [0, 1, 2, 3, 4]);
    expect([await count(CHUNK_STORES.notes), await count(CHUNK_STORES.texts), await count(DB.notes), await count(DB.remote)]).toEqual([
      2, 2, 0, 0,
    ]);

    await put(store, { entities: [noteOf(1, 2)] });

    expect([await count(CHUNK_STORES.notes), await count(DB.notes), await count(DB.contents), await count(DB.remote)]).toEqual([
      2, 1, 1, 1,
    ]);
    expect((await everything(store)).ids).toEqual([0, 1, 2, 3, 4].map(idOf));
  });

  it("changes many notes of a chunk in place, without rewriting unchanged texts", async () => {
    const store = await (await create()).open();
    await writeMany(store, [0, 1, 2], 1);
    expect([await count(CHUNK_STORES.notes), await count(DB.notes)]).toEqual([1, 0]);
    const puts: string[] = [];
    const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function note(this: IDBObjectStore, ...args) {
      puts.push(this.name);
      return original.apply(this, args);
    });

    await store.transact(
      { entities: [0, 1, 2].map(idOf) },
      ({ entities }) => ({ writes: { entities: [...entities.values()].map((note) => ({ ...note, alive: {} })) }, answer: undefined }),
      "strict",
    );
    spy.mockRestore();

    expect(puts).toEqual([CHUNK_STORES.notes]);
    const { whole } = await everything(store);
    expect([...whole.values()].map(({ alive, ...note }) => [alive, "content" in note && note.content])).toEqual(
      [0, 1, 2].map((at) => [{}, `<p>text ${at}.1</p>`]),
    );
  });

  it("finds many notes in any order, beside others in rows or nowhere", async () => {
    const all = Array.from({ length: 240 }, (_, at) => at);
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore({ ...SMALL, maxNotes: 30 });
    await writeMany(store, all.slice(0, 180), 1);
    await put(store, { entities: all.slice(180, 210).map((at) => noteOf(at)) });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: 60 }), async (ats) => {
        const read = value(await store.readEntities(ats.map(idOf)));
        expect([...read.keys()].sort()).toEqual(
          ats
            .filter((at) => at < 210)
            .map(idOf)
            .sort(),
        );
        expect([...read.values()].every((note) => note.kind === "note" && note.content === noteOf(Number(note.id.slice(7))).content)).toBe(
          true,
        );
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["one", [1]],
    ["many at once", [0, 1]],
  ])("removes the text of a note that has become sensitive from its chunk (%s)", async (_name, ats) => {
    const store = await (await create()).open();
    await take(store, [0, 1, 2]);
    await openSearchTexts(DB.name).keep(
      [0, 1].map((at) => ({ noteId: idOf(at), stamp: "dev:1", title: "", text: `text ${at}.1` })) as never,
      [],
    );

    const sealed = ats.map((at) => writesOf({ kind: "seal", at, dot: 2 }));
    await put(store, { entities: sealed.flatMap(({ entities = [] }) => entities), bases: sealed.flatMap(({ bases = [] }) => bases) });

    const kept = JSON.stringify(
      await Promise.all([CHUNK_STORES.notes, CHUNK_STORES.texts, DB.notes, DB.contents, DB.searchChunks].map(stored)),
    );
    expect(kept).not.toContain("text 1.1");
    expect(kept).not.toContain("Title 1");
    expect(kept).toContain("text 2.1");
  });

  it("stores few notes, long notes and unsynced notes as rows", async () => {
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore({ ...SMALL, leastNotes: 3, maxNoteChars: 30 });
    await take(store, [0, 1]);
    await put(store, { entities: [5, 6, 7, 8].map((at) => noteOf(at)) });
    expect(await count(CHUNK_STORES.notes)).toBe(0);

    const long = aNote({ id: idOf(9), content: `<p>${"a".repeat(40)}</p>`, vv: { dev: 1 } });
    const entities = [10, 11, 12].map((at) => noteOf(at));
    const ids = [...entities.map(({ id }) => id), long.id];
    const writes = { entities: [...entities, long], bases: [...entities, long].map(toBase) };
    await store.transact({ entities: ids, basesOf: ids, remoteOf: ids }, () => ({ writes, answer: undefined }), "relaxed");

    expect(await stored(CHUNK_STORES.notes)).toMatchObject([{ ids: entities.map(({ id }) => id) }]);
  });

  it("does not write part of a chunk to a full disk, and writes the same notes later", async () => {
    const { open, reopen } = await create();
    const store = await open();
    await take(store, [0]);
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function refuse(this: IDBObjectStore, row: unknown) {
      if (this.name === CHUNK_STORES.texts) throw new DOMException("no space", "QuotaExceededError");
      return original.call(this, row);
    });

    expect(await take(store, [1, 2])).toEqual({ ok: false, problem: { kind: "storage-full" } });
    put.mockRestore();

    const reopened = await reopen();
    expect((await everything(reopened)).ids).toEqual([idOf(0)]);
    await take(reopened, [1, 2]);
    expect((await everything(reopened)).ids).toEqual([0, 1, 2].map(idOf));
  });

  it("shows the newest notes first, from rows and chunks", async () => {
    const store = await (await create()).open();
    await take(store, [0, 1, 2, 3, 4, 5, 6]);
    await put(store, { entities: [{ ...noteOf(2, 2), mtime: 5000 }] });

    const database = await openCloudDatabase(async () => {});
    const first = await readFirstRows(database, { aboveRows: 4, readRows: 4 });
    database.close();

    expect(first?.newestIds).toEqual([2, 6, 5, 4].map(idOf));
    expect(first?.index.remote.map(({ fileId }) => fileId).sort()).toEqual(["file-2", "file-4", "file-5", "file-6"]);
  });

  it("gives the search index its texts, and none of replaced versions", async () => {
    const store = await (await create()).open();
    await take(store, [0, 1, 2]);
    const texts = openSearchTexts(DB.name);

    expect(value(await texts.readNotes([0, 1, 2].map(idOf))).map(({ noteId, content }) => [noteId, content])).toEqual(
      [0, 1, 2].map((at) => [idOf(at), `<p>text ${at}.1</p>`]),
    );
    await texts.keep([0, 1].map((at) => ({ noteId: idOf(at), stamp: `dev:${at + 1}`, title: "", text: `text ${at}` })) as never, []);

    expect(await stored(DB.searchChunks)).toMatchObject([{ noteId: idOf(0) }]);
  });

  it("reads what is left of a database that no longer opens", async () => {
    const store = await (await create()).open();
    await take(store, [0, 1, 2, 3]);
    await put(store, { entities: [noteOf(1, 2)] });
    store.close();

    const salvage = value(await salvageCloud());
    const source = salvage?.source("vault");

    expect([salvage?.isWhole, salvage?.unreadCount]).toEqual([true, 0]);
    expect(value((await source?.readEntities([0, 1, 2, 3].map(idOf))) ?? { ok: false })).toEqual(
      new Map([noteOf(0), noteOf(1, 2), noteOf(2), noteOf(3)].map((note) => [note.id, note])),
    );
  });
});

describe("decision 0038 what is damaged in a chunk", () => {
  async function damage(change: (records: { readonly notes: Record<string, never>; readonly texts: Record<string, never> }) => void) {
    const { open, reopen } = await create();
    const store = await open();
    await take(store, [0, 1, 2]);
    store.close();
    const database = await openDB(DB.name);
    const [notes, texts] = [await database.get(CHUNK_STORES.notes, 1), await database.get(CHUNK_STORES.texts, 1)];
    change({ notes, texts });
    await database.put(CHUNK_STORES.notes, notes);
    await database.put(CHUNK_STORES.texts, texts);
    database.close();
    return reopen();
  }

  it("lists a note with an unusable row, shows the others, and removes it on request", async () => {
    const store = await damage(({ notes }) => Object.assign((notes.rows as unknown as Record<string, unknown>[])[1] ?? {}, { vv: "none" }));
    const index = value(await store.loadIndex());
    expect([index.unreadableRows, index.entities.map(({ id }) => id)]).toEqual([1, [idOf(0), idOf(2)]]);

    const rows = createUnreadableRows(DB.name);
    const [found, ...others] = value(await rows.list());
    expect([found, others]).toEqual([{ store: DB.notes, key: idOf(1), kind: "note", problem: "damaged", name: "Title 1" }, []]);
    expect(value(await rows.read(found as never))).toContain("text 1.1");
    expect(value(await rows.remove(found as never))).toBe(true);

    expect((await everything(store)).ids).toEqual([idOf(0), idOf(2)]);
  });

  it("replaces a damaged row by a write, though a chunk has the note as well", async () => {
    const store = await damage(() => undefined);
    const database = await openDB(DB.name);
    await database.put(DB.notes, { noteId: idOf(1), kind: "note", vv: "none" });
    database.close();

    await writeMany(store, [0, 1, 2], 2);

    const { whole, unreadableRows } = await everything(store);
    expect([unreadableRows, [...whole.values()].map(({ vv }) => vv)]).toEqual([0, [{ dev: 2 }, { dev: 2 }, { dev: 2 }]]);
  });

  it("asks the drive for a chunk's notes if its texts are gone, even after a write", async () => {
    const store = await damage(() => undefined);
    const database = await openDB(DB.name);
    await database.delete(CHUNK_STORES.texts, 1);
    database.close();
    await put(store, { entities: [noteOf(1, 2)], meta: { auditAt: 77 } });

    const index = value(await store.loadIndex());

    expect([index.entities.map(({ id }) => id), index.unreadableRows, index.meta.auditAt]).toEqual([[idOf(1)], 1, 0]);
  });

  it("lists a record that is not a chunk, and asks the drive for its notes", async () => {
    const store = await damage(({ notes }) => Object.assign(notes, { rows: "none" }));
    await put(store, { meta: { auditAt: 77 } });

    const index = value(await store.loadIndex());

    expect([index.unreadableRows, index.entities, index.remote, index.meta.auditAt]).toEqual([1, [], [], 0]);
    expect(value(await createUnreadableRows(DB.name).list())).toMatchObject([{ store: CHUNK_STORES.notes, key: 1, problem: "damaged" }]);
    // The drive has the notes and returns them.
    await take(store, [0, 1, 2]);
    expect((await everything(store)).ids).toEqual([0, 1, 2].map(idOf));
  });
});

describe("decision 0038 a database of the former version", () => {
  it("keeps notes, unsynced edits, drafts and files, and uses chunks for new notes", async () => {
    globalThis.indexedDB = new IDBFactory();
    const edited = noteOf(1, 2);
    await makeFormer(async (store) => {
      await put(store, { entities: [noteOf(0), noteOf(1)], bases: [toBase(noteOf(0)), toBase(noteOf(1))], remote: [fileOf(0), fileOf(1)] });
      await put(store, { entities: [edited], meta: { ctr: 7 } });
      await store.putDraft({ draftId: "d", noteId: idOf(0), folderId: null, title: "t", content: "<p>typed</p>", savedAtMs: 1 });
    });

    const store = await openStore();
    const index = value(await store.loadIndex());

    expect([index.entities.map(({ id }) => id), index.remote.length, index.meta.ctr]).toEqual([[idOf(0), idOf(1)], 2, 7]);
    expect(value(await store.readEntities([idOf(1)]))).toEqual(new Map([[idOf(1), edited]]));
    expect(value(await store.readBases(idOf(1)))).toEqual([toBase(noteOf(1))]);
    expect(value(await store.loadDrafts())).toMatchObject([{ content: "<p>typed</p>" }]);
    await take(store, [2, 3]);
    expect((await everything(store)).ids).toEqual([0, 1, 2, 3].map(idOf));
    expect(await count(CHUNK_STORES.notes)).toBe(1);
  });

  it("is readable by salvage before the upgrade, too", async () => {
    globalThis.indexedDB = new IDBFactory();
    await makeFormer(async (store) => void (await put(store, { entities: [noteOf(1)] })));

    const salvage = value(await salvageCloud());

    expect([salvage?.isWhole, salvage?.unreadCount]).toEqual([true, 0]);
  });

  /** A version 2 database, filled by `fill` through the stores that it had. */
  async function makeFormer(fill: (store: CloudLocalStore) => Promise<void>): Promise<void> {
    const present = await openStore({ ...SMALL, leastNotes: Number.POSITIVE_INFINITY });
    await fill(present);
    present.close();
    const source = await openDB(DB.name);
    const rows = await Promise.all(
      SPEC_STORES.map(async (name) => [name, await source.getAllKeys(name), await source.getAll(name)] as const),
    );
    const shapes = new Map(
      SPEC_STORES.map((name) => {
        const { store } = source.transaction(name);
        const { keyPath, autoIncrement, indexNames } = store;
        const indexes = [...indexNames].map((one) => [one, store.index(one).keyPath, store.index(one).multiEntry] as const);
        return [name, { keyPath, autoIncrement, indexes }] as const;
      }),
    );
    source.close();
    globalThis.indexedDB = new IDBFactory();
    const former = await openDB(DB.name, 2, {
      upgrade(database) {
        for (const [name, { keyPath, autoIncrement, indexes }] of shapes) {
          const made = database.createObjectStore(name, { ...(keyPath === null ? {} : { keyPath }), autoIncrement });
          for (const [index, path, multiEntry] of indexes) made.createIndex(index, path, { multiEntry });
        }
      },
    });
    for (const [name, keys, values] of rows) {
      for (const [at, row] of values.entries()) await former.put(name, row, shapes.get(name)?.keyPath === null ? keys[at] : undefined);
    }
    former.close();
  }
});
