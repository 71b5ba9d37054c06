import "fake-indexeddb/auto";
import { describeAttachmentStore } from "@satchel/core/testing/attachment-store-contract.ts";
import { describeLocalStore } from "@satchel/core/testing/local-store-contract.ts";
import { describeNoteStore } from "@satchel/core/testing/note-store-contract.ts";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it } from "vitest";
import { type LocalModeStore, openLocalModeStore } from "./local-mode-store.ts";

const deps = { newDeviceId: () => "device", onOutdated: async () => {} };

async function openStore(): Promise<LocalModeStore> {
  const opened = await openLocalModeStore(deps);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

const create = async () => {
  globalThis.indexedDB = new IDBFactory();
  let current: LocalModeStore | undefined;
  const reopen = async () => {
    current?.close();
    current = await openStore();
    return current;
  };
  return { open: reopen, reopen, keepsSyncState: false };
};

describeLocalStore("NotesAppLocal", create);
describeAttachmentStore("NotesAppLocal", create);
describeNoteStore("NotesAppLocal", create);

describe("B3 local databases", () => {
  it("has the five stores of the spec in version 1", async () => {
    globalThis.indexedDB = new IDBFactory();
    (await openStore()).close();

    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("NotesAppLocal");
      request.onsuccess = () => resolve(request.result);
    });

    expect(database.version).toBe(1);
    expect([...database.objectStoreNames]).toEqual(["local_attachments", "local_folders", "local_metadata", "local_notes", "local_usage"]);
  });
});
