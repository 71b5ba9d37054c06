import "fake-indexeddb/auto";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { StoredDraft } from "@satchel/core/ports/device/local-store.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { createMemoryKeptStore } from "@satchel/core/testing/memory-kept-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { keepUnsent, restoreUnsent } from "@satchel/core/vault/account/unsent-service.ts";
import { forceCloseDatabase, IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { deleteDB, type IDBPDatabase, openDB, unwrap } from "idb";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCloudDatabase } from "../../../adapters/indexed-db/cloud/cloud-database.ts";
import { type CloudLocalStore, openCloudLocalStore } from "../../../adapters/indexed-db/cloud/cloud-local-store.ts";
import { type RepairDeps, repairCache } from "./repair-cache.ts";

const VAULT = "vault";
const SENT = aNote({ id: "note-1-sent", title: "Sent", vv: { old: 1 }, alive: { old: 1 } });
const UNSENT = aNote({ id: "note-2-unsent", title: "Unsent", content: "<p>only here</p>", vv: { old: 2 }, alive: { old: 2 } });
const DRAFT: StoredDraft = { draftId: "new-draft0001", noteId: null, folderId: null, title: "Half", content: "<p>typed</p>", savedAtMs: 5 };
const FILE = {
  id: "att-1",
  sizeBytes: 3,
  sealedBytes: 3,
  md5: "m",
  addedAt: 1,
  usedAt: 1,
  upload: { kind: "waiting", mustLook: true },
} as const;
const BYTES = new Uint8Array([1, 2, 3]);

/** Real timers, because IndexedDB needs them. */
const timers = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
const codec = createPlainCodec();
let kept: ReturnType<typeof createMemoryKeptStore>;

function deps(more: Partial<RepairDeps> = {}): RepairDeps {
  return {
    codec,
    kept,
    vaultId: VAULT,
    opensVault: async () => false,
    lastOwner: VAULT,
    unsaved: [],
    mayLose: false,
    exclusive: createMemoryExclusive(),
    timers,
    ...more,
  };
}

async function openStore(onFailure?: () => void): Promise<CloudLocalStore> {
  const own = { now: () => 1000, newDeviceId: () => "device", onOutdated: async () => undefined };
  const opened = await openCloudLocalStore(onFailure === undefined ? own : { ...own, onFailure });
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  return opened.value;
}

/** One uploaded note, one not uploaded, an unsaved text, and a waiting file. */
async function fill(): Promise<void> {
  const store = await openStore();
  const { id, vv } = SENT;
  const sent = { fileId: "f1", id, kind: "note", vv, trashed: false, superseded: false, role: "notes", version: 1, trusted: true } as const;
  const writes = { entities: [SENT, UNSENT], remote: [sent], attachments: [FILE], attachmentBytes: [{ id: FILE.id, bytes: BYTES }] };
  await store.transact({}, () => ({ writes: { ...writes, meta: { vaultId: VAULT } }, answer: undefined }), "strict");
  await store.putDraft(DRAFT);
  store.close();
}

/** As the next start does it: what was kept comes back. */
async function reopened() {
  const store = await openStore();
  const library = await openLibrary({ writers: createTestWriters(), store });
  if (!library.ok) throw new Error(library.problem.kind);
  const own = { codec, md5: async (bytes: Uint8Array) => codec.md5(bytes), kept, clock: { now: () => 2000 }, ids: createSequenceIds("r") };
  await restoreUnsent(own, library.value, VAULT);
  const read = await store.readEntities([...library.value.index.entities.keys()]);
  const bytes = await store.readAttachment(FILE.id);
  const unsaved = await store.loadDrafts();
  store.close();
  if (!read.ok || !bytes.ok || !unsaved.ok) throw new Error("not read");
  const notes = [...read.value.values()].filter((entity): entity is NoteEntity => entity.kind === "note");
  const texts = Object.fromEntries([...notes, ...unsaved.value].map(({ title, content }) => [title, content]));
  return { texts, notes, drafts: unsaved.value, bytes: bytes.value };
}

const WHOLE = { Unsent: "<p>only here</p>", Half: "<p>typed</p>" };

/** Stores the search text of a note. */
async function putSearchText(title: string, text: string, vv = UNSENT.vv): Promise<void> {
  const database = await openDB(DB.name);
  await database.put(DB.searchChunks, { noteId: UNSENT.id, stamp: vectorKey(vv), title, text }, UNSENT.id);
  database.close();
}

/** Types into the note that was not uploaded, without saving. */
async function type(title: string): Promise<void> {
  const store = await openStore();
  await store.putDraft({ draftId: "edit-draft01", noteId: UNSENT.id, folderId: null, title, content: "<p>typed on</p>", savedAtMs: 7 });
  store.close();
}

/** Removes stores, as a broken upgrade would. */
async function without(...names: readonly string[]): Promise<void> {
  const broken = await openDB(DB.name, 7, {
    upgrade(made) {
      for (const name of names) made.deleteObjectStore(name);
    },
  });
  broken.close();
}

async function storesNow(): Promise<readonly string[]> {
  const database = await openDB(DB.name);
  const names = [...database.objectStoreNames];
  database.close();
  return names;
}

/** Makes reads of one store fail, like a damaged file on the disk. */
function breakReads(name: string, isBroken: (key: unknown) => boolean = () => true): void {
  for (const method of ["getAll", "get", "getAllKeys"] as const) {
    const original = IDBObjectStore.prototype[method] as (...given: readonly unknown[]) => unknown;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...given: readonly unknown[]) {
      const isWholeStore = method === "getAll" || (method === "getAllKeys" && isBroken(undefined));
      if (this.name === name && (isWholeStore || (method === "get" && isBroken(given[0]))))
        throw new DOMException("damaged", "UnknownError");
      return original.apply(this, [...given]) as never;
    });
  }
}

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  kept = createMemoryKeptStore();
  await fill();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe("B4.7 a broken cache database is recreated, after rescuing what is unsynced", () => {
  it.each([
    ["of drive files", [DB.remote], { ...WHOLE, Sent: SENT.content }],
    ["of merge bases", [DB.bases], WHOLE],
    ["of open tabs", [DB.tabs], WHOLE],
  ])("lacks the store %s", async (_, names, texts) => {
    await without(...names);
    expect(await openCloudLocalStore({ now: () => 0, newDeviceId: () => "x", onOutdated: async () => undefined })).toMatchObject({
      ok: false,
    });

    expect(await repairCache(deps())).toMatchObject({ ok: true, value: { kind: "recreated", lost: 0 } });

    const { texts: found, notes, bytes } = await reopened();
    expect(found).toEqual(texts);
    expect(notes.find(({ id }) => id === UNSENT.id)?.vv).toEqual(UNSENT.vv);
    expect([...(bytes ?? [])]).toEqual([...BYTES]);
  });

  it("lacks the store of notes: texts missing in the drive come back as new notes", async () => {
    await without(DB.notes);

    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "recreated", saved: 2, lost: 0 } });

    expect(Object.values((await reopened()).texts).sort()).toEqual(["<p>only here</p>", "<p>typed</p>"]);
  });

  it.each([
    ["in the words that are kept for searching", async () => putSearchText(UNSENT.title, "only here"), "Unsent"],
    ["in what was being typed into it", async () => type("Unsent, renamed"), "Unsent, renamed"],
    [
      "in the words rather than in what was being typed",
      async () => [await putSearchText("Unsent", "only here"), await type("Typed")],
      "Unsent",
    ],
  ])("lacks the store of notes: a text keeps its title if that is still stored %s", async (_, leave, title) => {
    await leave();
    await without(DB.notes);

    expect(await repairCache(deps())).toMatchObject({ ok: true, value: { kind: "recreated", lost: 0 } });

    const { notes } = await reopened();
    expect(notes.find(({ content }) => content === UNSENT.content)?.title).toBe(title);
  });

  it("lacks the stores of notes and search text: a text comes back without its title", async () => {
    await without(DB.notes, DB.searchChunks);

    expect(await repairCache(deps())).toMatchObject({ ok: true, value: { kind: "recreated", lost: 0 } });

    expect((await reopened()).notes.find(({ content }) => content === UNSENT.content)?.title).toBe("Untitled Note");
  });

  it("was written by a newer version of the app", async () => {
    await without();
    expect(await openCloudLocalStore({ now: () => 0, newDeviceId: () => "x", onOutdated: async () => undefined })).toEqual({
      ok: false,
      problem: { kind: "storage-broken", detail: "VersionError" },
    });

    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "recreated", saved: 2, lost: 0 } });

    expect((await reopened()).texts).toEqual(WHOLE);
  });

  it("is partly unreadable, in parts that the drive also has", async () => {
    breakReads(DB.contents, (key) => key === SENT.id);

    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "recreated", saved: 2, lost: 0 } });

    vi.restoreAllMocks();
    expect((await reopened()).texts).toEqual(WHOLE);
  });

  it.each([
    ["a note's text", DB.contents, (key: unknown) => key === UNSENT.id],
    ["the notes", DB.notes, () => true],
    ["unsaved texts", DB.drafts, () => true],
    ["a file", DB.attachmentBytes, () => true],
  ])("is not deleted while %s that exists nowhere else is unreadable, unless agreed", async (_, name, isBroken) => {
    breakReads(name, isBroken);

    expect(await repairCache(deps())).toMatchObject({ ok: false, problem: { kind: "damaged" } });
    expect(await storesNow()).toContain(DB.notes);
    expect(await repairCache(deps({ mayLose: true }))).toMatchObject({ ok: true, value: { kind: "recreated", lost: 1 } });
  });

  it.each([
    ["all its words where they are kept for searching", UNSENT.vv, "<p>only here &#38;</p><p>and there</p>"],
    ["its first words where what is kept is of another version", SENT.vv, "<p>only here</p>"],
  ])("cannot read the text of a note: it comes back with %s", async (_, vv, content) => {
    await putSearchText(UNSENT.title, "only here &\nand there", vv);
    breakReads(DB.contents, (key) => key === UNSENT.id);

    expect(await repairCache(deps({ mayLose: true }))).toMatchObject({ ok: true, value: { kind: "recreated", lost: 1 } });

    vi.restoreAllMocks();
    expect((await reopened()).texts).toMatchObject({ Unsent: content });
  });

  it("comes back once, however many tries there were", async () => {
    breakReads(DB.attachmentBytes);
    await repairCache(deps());
    await repairCache(deps());
    await repairCache(deps({ mayLose: true }));
    vi.restoreAllMocks();

    const { notes, drafts } = await reopened();
    expect([...notes, ...drafts].map(({ title }) => title).sort()).toEqual(["Half", "Unsent"]);
  });

  it("does not open at all: nothing is deleted before its user agrees", async () => {
    const { open } = indexedDB;
    indexedDB.open = () => {
      throw new DOMException("damaged", "UnknownError");
    };
    expect(await repairCache(deps({ unsaved: [DRAFT] }))).toEqual({ ok: false, problem: { kind: "damaged", saved: 1 } });
    indexedDB.open = open;

    expect((await reopened()).texts).toEqual({ Half: "<p>typed</p>", Sent: SENT.content, Unsent: UNSENT.content });
  });

  it.each([1, 2])("is not deleted on a full disk, whatever is unreadable on it (%d)", async (from) => {
    breakReads(DB.contents, (key) => key === SENT.id);
    let asked = 0;
    const isDiskFull = async () => {
      asked += 1;
      return asked >= from;
    };
    const deleted = vi.spyOn(indexedDB, "deleteDatabase");

    expect(await repairCache(deps({ isDiskFull }))).toEqual({ ok: false, problem: { kind: "storage-full" } });

    expect(deleted).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "whole" } });
  });

  it("is not deleted if nothing more can be stored", async () => {
    await without(DB.tabs);
    kept.isDenied = true;

    expect(await repairCache(deps())).toMatchObject({ ok: false, problem: { kind: "storage-broken" } });
    expect(await storesNow()).toContain(DB.notes);
  });

  it("keeps the newer of two texts: the page's", async () => {
    await without(DB.tabs);

    await repairCache(deps({ unsaved: [{ ...DRAFT, content: "<p>typed on</p>", savedAtMs: 9 }] }));

    const { texts, drafts } = await reopened();
    expect(texts).toEqual({ ...WHOLE, Half: "<p>typed on</p>" });
    expect(drafts).toEqual([{ ...DRAFT, content: "<p>typed on</p>", savedAtMs: 9 }]);
  });

  it("does not give one user's notes to another", async () => {
    await without(DB.tabs);
    expect(await repairCache(deps({ vaultId: "other", lastOwner: undefined }))).toEqual({ ok: false, problem: { kind: "other-library" } });
    globalThis.indexedDB = new IDBFactory();
    await fill();
    await without(DB.meta);

    expect(await repairCache(deps({ vaultId: "other", lastOwner: VAULT }))).toEqual({ ok: false, problem: { kind: "other-library" } });
    expect(await repairCache(deps({ vaultId: "other", lastOwner: undefined }))).toEqual({
      ok: false,
      problem: { kind: "damaged", saved: 0 },
    });
    expect(kept.rows).toEqual([]);
  });

  it("keeps a database that failed only briefly, and reports a missing one", async () => {
    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "whole" } });
    expect(await (await openStore()).loadDrafts()).toEqual({ ok: true, value: [DRAFT] });
    globalThis.indexedDB = new IDBFactory();

    expect(await repairCache(deps())).toEqual({ ok: true, value: { kind: "gone" } });
    expect(await indexedDB.databases()).toEqual([]);
  });
});

describe("B4.7 failures of an open database", () => {
  it("reports a database that becomes unreadable, once", async () => {
    let failures = 0;
    const store = await openStore(() => {
      failures += 1;
    });
    breakReads(DB.drafts);

    await store.loadDrafts();
    await store.loadDrafts();

    expect(failures).toBe(1);
  });

  it("reports a database that the browser closed", async () => {
    let lost = 0;
    const database = await openCloudDatabase(
      async () => undefined,
      () => {
        lost += 1;
      },
    );

    forceCloseDatabase(unwrap(database as unknown as IDBPDatabase) as unknown as Parameters<typeof forceCloseDatabase>[0]);

    await expect.poll(() => lost).toBe(1);
  });

  it("does not report a database that another tab deletes, as sign-out there does", async () => {
    let failures = 0;
    const onFailure = () => {
      failures += 1;
    };
    const own = { now: () => 1000, newDeviceId: () => "device", onOutdated: async () => undefined };
    const opened = await openCloudLocalStore({ ...own, onFailure });
    await deleteDB(DB.name);

    expect(opened.ok && (await opened.value.loadDrafts())).toMatchObject({ ok: false });
    expect(failures).toBe(0);
  });

  it("does not report a database that we closed, or a full device", async () => {
    let failures = 0;
    const store = await openStore(() => {
      failures += 1;
    });
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(await store.putDraft(DRAFT)).toEqual({ ok: false, problem: { kind: "storage-full" } });
    store.close();
    expect(await store.loadDrafts()).toMatchObject({ ok: false });

    expect(failures).toBe(0);
  });
});

it("counts notes and texts, not their files", async () => {
  const store = await openStore();
  expect(await keepUnsent(deps(), store)).toBe(2);
  store.close();
});
