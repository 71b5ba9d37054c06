import "fake-indexeddb/auto";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { describeAttachmentStore } from "@satchel/core/testing/attachment-store-contract.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { describeLocalStore } from "@satchel/core/testing/local-store-contract.ts";
import { describeNoteStore } from "@satchel/core/testing/note-store-contract.ts";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { describe, expect, it } from "vitest";
import { openCloudDatabase } from "./cloud-database.ts";
import { type CloudLocalStore, openCloudLocalStore } from "./cloud-local-store.ts";

const deps = { now: () => 1000, newDeviceId: () => "device", onOutdated: async () => {} };

async function openStore(): Promise<CloudLocalStore> {
  const opened = await openCloudLocalStore(deps);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

/** The database as version 3 leaves it: with intents, a file, and overwritten bytes of it that no one has read. */
async function asVersion3(): Promise<void> {
  const databases = new Map<string, { readonly keyPath: string | string[] | null; readonly rows: [IDBValidKey, unknown][] }>();
  const source = await openDB(CLOUD_DATABASE.name);
  for (const name of source.objectStoreNames) {
    const from = source.transaction(name).store;
    const [keyPath, keys, rows] = [from.keyPath, await from.getAllKeys(), await from.getAll()];
    databases.set(name, { keyPath, rows: keys.map((key, at) => [key, rows[at]]) });
  }
  source.close();
  globalThis.indexedDB = new IDBFactory();
  const file = {
    id: "note-1-a",
    kind: "note",
    vv: { device: 5 },
    owner: "device",
    trashed: false,
    superseded: false,
    role: "notes",
    version: 1,
    trusted: true,
  };
  const target = await openDB(CLOUD_DATABASE.name, 3, {
    upgrade(database) {
      for (const [name, { keyPath }] of databases) database.createObjectStore(name, { keyPath });
      database.createObjectStore("creating", { keyPath: "id" });
      database.createObjectStore("tainted", { keyPath: "fileId" });
    },
  });
  for (const [name, { keyPath, rows }] of databases)
    for (const [key, row] of rows) await (keyPath === null ? target.put(name, row, key) : target.put(name, row));
  await target.put("creating", { id: "note-2-b", fileId: "file-2" });
  for (const fileId of ["file-1", `file-1@${"0".repeat(32)}`]) await target.put(CLOUD_DATABASE.remote, { ...file, fileId });
  target.close();
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

describeLocalStore("CloudNotesCache", create);
describeAttachmentStore("CloudNotesCache", create);
describeNoteStore("CloudNotesCache", create);

describe("B9 local cache database", () => {
  it("has the name, stores and indexes of the spec, and the next version", async () => {
    globalThis.indexedDB = new IDBFactory();

    const database = await openCloudDatabase(async () => {});

    expect([database.name, database.version]).toEqual(["CloudNotesCache", 4]);
    const store = database.transaction(CLOUD_DATABASE.notes).store;
    expect(store.name).toBe("cloud_notes");
    expect(store.keyPath).toBe("noteId");
    expect([...store.indexNames].sort()).toEqual(["cachedAt", "folderId", "lastModified", "title"]);
  });

  it("drops what version 3 had begun to write, and keeps its notes, label and counter", async () => {
    globalThis.indexedDB = new IDBFactory();
    const note = aNote({ id: "note-1-a", vv: { device: 5 } });
    const store = await openStore();
    await store.transact({}, () => ({ writes: { entities: [note], meta: { ctr: 5, idPool: ["file-9"] } }, answer: undefined }), "strict");
    store.close();
    await asVersion3();

    const index = await (await openStore()).loadIndex();

    const database = await openCloudDatabase(async () => {});
    expect([...database.objectStoreNames]).not.toContain("creating");
    expect(index).toMatchObject({
      ok: true,
      value: { meta: { deviceId: "device", ctr: 5 }, entities: [{ id: note.id, vv: note.vv }], remote: [{ fileId: "file-1" }] },
    });
  });

  it("closes for a newer version of the app in another tab", async () => {
    globalThis.indexedDB = new IDBFactory();
    let outdated = 0;
    await openCloudDatabase(async () => {
      outdated += 1;
    });

    await new Promise((resolve, reject) => {
      const request = indexedDB.open(CLOUD_DATABASE.name, CLOUD_DATABASE.version + 1);
      request.onsuccess = resolve;
      request.onerror = reject;
    });

    expect(outdated).toBe(1);
  });
});

describe("bases on the disk", () => {
  const [first, second] = [1, 2].map((dot) => aNote({ vv: { dev: dot } })) as [NoteEntity, NoteEntity];
  const taken = { entities: [first.id], basesOf: [first.id] };
  const rows = async () => {
    const database = await openCloudDatabase(async () => {});
    const all = await database.getAll(CLOUD_DATABASE.bases);
    database.close();
    return all;
  };

  it("stores an unedited note's text once, and its base separately after an edit", async () => {
    const store = await (await create()).open();
    await store.transact(taken, () => ({ writes: { entities: [first], bases: [toBase(first)] }, answer: undefined }), "relaxed");
    expect(await rows()).toEqual([]);

    await store.transact({}, () => ({ writes: { entities: [second] }, answer: undefined }), "strict");

    expect(await rows()).toEqual([toBase(first)]);
  });

  it("reads and keeps a base that an older app version stored beside its note", async () => {
    const { reopen } = await create();
    const store = await reopen();
    await store.transact({}, () => ({ writes: { entities: [first], bases: [toBase(first)] }, answer: undefined }), "relaxed");
    expect(await rows()).toEqual([toBase(first)]);

    const again = await reopen();
    await again.transact(taken, () => ({ writes: { entities: [first], bases: [toBase(first)] }, answer: undefined }), "relaxed");
    expect(await again.readBases(first.id)).toEqual({ ok: true, value: [toBase(first)] });
    await again.transact({}, () => ({ writes: { entities: [second] }, answer: undefined }), "strict");

    expect(await again.readBases(first.id)).toEqual({ ok: true, value: [toBase(first)] });
  });
});
