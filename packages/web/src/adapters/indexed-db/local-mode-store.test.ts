import "fake-indexeddb/auto";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { describeAttachmentStore } from "@satchel/core/testing/attachment-store-contract.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { describeLocalStore } from "@satchel/core/testing/local-store-contract.ts";
import { describeNoteStore } from "@satchel/core/testing/note-store-contract.ts";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it } from "vitest";
import { type LocalModeStore, openLocalModeStore } from "./local-mode-store.ts";

let nowMs = Date.UTC(2026, 2, 1);
const deps = { now: () => nowMs, newDeviceId: () => "device", onOutdated: async () => {} };

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

describe("rows with values that nothing can show", () => {
  it("shows the nearest valid values, or keeps the row in the database", async () => {
    globalThis.indexedDB = new IDBFactory();
    const first = await openStore();
    const whole = aNote({ id: "note-1-a", title: "Whole" });
    await first.transact({}, () => ({ writes: { entities: [whole] }, answer: undefined }), "strict");
    first.close();
    const spoilt = {
      noteId: "spoilt",
      content: "<p>mine</p>",
      title: 7,
      vv: null,
      alive: 7,
      lastModified: "never",
      folderId: {},
      attIds: 7,
      tags: [{}, "birds"],
      pinnedFrom: 7,
      after: "never",
      chosen: 7,
      hasStrays: "yes",
      purged: 7,
    };
    await putRow("local_notes", spoilt);
    for (const row of [{ noteId: "nothing" }, { noteId: "no text", kind: "note", content: null, vv: {} }]) await putRow("local_notes", row);
    await putRow("local_folders", { folderId: "no folder", name: 7 });
    await putRow("local_folders", { folderId: "odd parent", name: "Work", parent: { id: 7 }, vv: {}, alive: { a: 1 } });

    const store = await openStore();
    const loaded = await store.loadIndex();
    if (!loaded.ok) throw new Error(loaded.problem.kind);

    expect(store.unreadableFolders()).toBe(1);
    expect(loaded.value.entities.map(({ id }) => id).sort()).toEqual(["note-1-a", "odd parent", "spoilt"]);
    expect(loaded.value.entities.find(({ id }) => id === "odd parent")).toMatchObject({ name: "Work", parent: undefined });
    const read = await store.readEntities(["spoilt", "nothing"]);
    expect(read.ok && [...read.value.values()]).toMatchObject([
      { id: "spoilt", title: "", content: "<p>mine</p>", folderId: null, attIds: [] },
    ]);
    for (const name of ["tags", "pinnedFrom", "after", "chosen", "hasStrays", "purged"])
      expect(read.ok && read.value.get("spoilt")).not.toHaveProperty(name);
    expect(await readAll("local_notes")).toHaveLength(4);
    store.close();
  });
});

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

  it("B4.1 keeps a note in the spec's local form, always local_only", async () => {
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore();
    const rowOf = async () => (await readAll("local_notes"))[0];
    for (const mtime of [5, 9]) {
      await store.transact(
        {},
        () => ({ writes: { entities: [aNote({ id: "note-1-a", title: "Milk", mtime })] }, answer: undefined }),
        "strict",
      );
      expect(await rowOf()).toMatchObject({
        noteId: "note-1-a",
        title: "Milk",
        isLocal: true,
        syncStatus: "local_only",
        lastModified: mtime,
      });
    }
    const folder = aFolder({ id: "folder-1-a", name: "Work", description: "Of the week", color: "#22C55E", createdAt: 3, mtime: 4 });
    await store.transact({}, () => ({ writes: { entities: [folder] }, answer: undefined }), "strict");
    expect(await readAll("local_folders")).toMatchObject([
      {
        folderId: "folder-1-a",
        name: "Work",
        description: "Of the week",
        color: "#22C55E",
        folderType: "CUSTOM",
        displayOrder: folder.displayOrder,
        isDefault: false,
        createdAt: 3,
        lastModified: 4,
        isLocal: true,
      },
    ]);
    await store.putDraft({ draftId: "d", noteId: null, folderId: null, title: "T", content: "", savedAtMs: 1 });
    expect((await readAll("local_metadata")).map(({ key }) => key)).toEqual(["draft:d", "sync"]);
    store.close();
  });

  it("B3 keeps an attachment under the spec's fields, with its bytes", async () => {
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore();
    const upload = { kind: "local", fileName: "plan.pdf", mimeType: "application/pdf", noteId: "note-1-a" } as const;
    const row = { id: "att-1", sizeBytes: 3, sealedBytes: 3, md5: "m", addedAt: 7, usedAt: 7, upload };
    const bytes = Uint8Array.from([1, 2, 3]);
    await store.transact(
      {},
      () => ({ writes: { attachments: [row], attachmentBytes: [{ id: "att-1", bytes }] }, answer: undefined }),
      "strict",
    );
    const kept = await readAll("local_attachments");
    expect(kept.map(({ data }) => [...(data as Uint8Array)])).toEqual([[1, 2, 3]]);
    expect(kept).toMatchObject([
      {
        id: "att-1",
        fileName: "plan.pdf",
        mimeType: "application/pdf",
        fileType: "application/pdf",
        size: 3,
        noteId: "note-1-a",
        createdAt: 7,
      },
    ]);
    store.close();
  });

  it("B3 logs each change by day, and forgets old days", async () => {
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore();
    const put = (...entities: readonly Entity[]) => store.transact({}, () => ({ writes: { entities }, answer: undefined }), "strict");
    const note = aNote({ id: "note-1-a", title: "Milk", content: "" });
    const logged = (action: string) => ({ action, timestamp: nowMs, noteId: "note-1-a", estimatedSize: 508 });

    await put(note);
    await put(note);
    const first = { date: "2026-03-01", actions: [logged("note_create"), logged("note_update")] };
    expect(await readAll("local_usage")).toEqual([first]);

    nowMs = Date.UTC(2026, 2, 30);
    await put({ ...note, alive: {} });
    const second = { date: "2026-03-30", actions: [logged("note_delete")] };
    expect(await readAll("local_usage")).toEqual([first, second]);

    nowMs = Date.UTC(2026, 2, 31);
    await put(note);
    const third = { date: "2026-03-31", actions: [logged("note_create")] };
    expect(await readAll("local_usage")).toEqual([second, third]);
    expect(await store.readUsage()).toEqual({ ok: true, value: [second, third] });
    store.close();
  });

  it("B3 does not log usage if nothing was written", async () => {
    globalThis.indexedDB = new IDBFactory();
    const store = await openStore();
    const broken = store.transact(
      {},
      () => {
        throw new Error("a rule of ours");
      },
      "strict",
    );
    await expect(broken).rejects.toThrow("a rule of ours");
    await store.transact({}, () => ({ writes: { meta: { ctr: 4 } }, answer: undefined }), "strict");
    expect(await readAll("local_usage")).toEqual([]);
    store.close();
  });
});

async function readAll(name: string): Promise<readonly Record<string, unknown>[]> {
  const toPromise = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = await toPromise(indexedDB.open("NotesAppLocal"));
  const rows = await toPromise(database.transaction(name).objectStore(name).getAll());
  database.close();
  return rows;
}

async function putRow(name: string, row: object): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("NotesAppLocal");
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(name, "readwrite");
    transaction.objectStore(name).put(row);
    transaction.oncomplete = () => resolve();
  });
  database.close();
}
