import "fake-indexeddb/auto";
import { CLOUD_DATABASE } from "@satchel/core/storage-keys.ts";
import { describeAttachmentStore } from "@satchel/core/testing/attachment-store-contract.ts";
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
  it("has the name, version, store and indexes of the spec", async () => {
    globalThis.indexedDB = new IDBFactory();

    const database = await openCloudDatabase(async () => {});

    expect([database.name, database.version]).toEqual(["CloudNotesCache", 2]);
    const store = database.transaction(CLOUD_DATABASE.notes).store;
    expect(store.keyPath).toBe("noteId");
    expect([...store.indexNames].sort()).toEqual(["cachedAt", "folderId", "lastModified", "title"]);
  });

  it("makes room for a newer version of the app in another tab", async () => {
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
