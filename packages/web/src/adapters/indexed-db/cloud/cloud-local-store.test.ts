import "fake-indexeddb/auto";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { describeAttachmentStore } from "@satchel/core/testing/attachment-store-contract.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { describeLocalStore } from "@satchel/core/testing/local-store-contract.ts";
import { describeNoteStore } from "@satchel/core/testing/note-store-contract.ts";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it } from "vitest";
import { openCloudDatabase } from "./cloud-database.ts";
import { type CloudLocalStore, openCloudLocalStore } from "./cloud-local-store.ts";

const deps = { now: () => 1000, newDeviceId: () => "device", onOutdated: async () => {} };

async function openStore(): Promise<CloudLocalStore> {
  const opened = await openCloudLocalStore(deps);
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

describeLocalStore("CloudNotesCache", create);
describeAttachmentStore("CloudNotesCache", create);
describeNoteStore("CloudNotesCache", create);

describe("B9 local cache database", () => {
  it("has the name, stores and indexes of the spec, and the next version", async () => {
    globalThis.indexedDB = new IDBFactory();

    const database = await openCloudDatabase(async () => {});

    expect([database.name, database.version]).toEqual(["CloudNotesCache", 3]);
    const store = database.transaction(CLOUD_DATABASE.notes).store;
    expect(store.name).toBe("cloud_notes");
    expect(store.keyPath).toBe("noteId");
    expect([...store.indexNames].sort()).toEqual(["cachedAt", "folderId", "lastModified", "title"]);
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
