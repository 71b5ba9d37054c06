import "fake-indexeddb/auto";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { toBase } from "@satchel/core/merge/bases.ts";
import { formatListDate } from "@satchel/core/model/readable/readable-values.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { DraftStore, LocalStore, StoreProblem, TabStore } from "@satchel/core/ports/device/local-store.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { hostileValues, poisoned } from "@satchel/core/testing/hostile-values.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { openDB } from "idb";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openCloudLocalStore } from "./cloud/cloud-local-store.ts";
import { openLocalModeStore } from "./local-mode-store.ts";
import { createUnreadableRows } from "./unreadable-rows.ts";

const NOW = 1_700_000_000_000;
const deps = { now: () => NOW, newDeviceId: () => "device", onOutdated: async () => {}, isDiskFull: async () => false };

type Opening = Promise<Result<LocalStore & DraftStore & TabStore, StoreProblem>>;

const DATABASES = {
  local: { name: "NotesAppLocal", open: (): Opening => openLocalModeStore(deps) },
  cloud: { name: "CloudNotesCache", open: (): Opening => openCloudLocalStore(deps) },
} as const;
type DatabaseKind = keyof typeof DATABASES;

const value = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error("refused");
  return result.value;
};

async function begin(kind: DatabaseKind): Promise<void> {
  const store = value(await DATABASES[kind].open());
  await store.transact({}, () => ({ writes: { entities: [aNote({ id: "note-1-w", title: "Whole" })] }, answer: undefined }), "strict");
  store.close();
}

async function put(kind: DatabaseKind, store: string, row: unknown, key?: string): Promise<void> {
  const database = await openDB(DATABASES[kind].name);
  await database.put(store, row, key);
  database.close();
}

async function has(kind: DatabaseKind, store: string, key: string): Promise<boolean> {
  const database = await openDB(DATABASES[kind].name);
  const row: unknown = await database.get(store, key);
  database.close();
  return row !== undefined;
}

/** Opens the library as the app does: notes, texts, drafts and tabs. */
async function look(kind: DatabaseKind) {
  const store = value(await DATABASES[kind].open());
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const ids = [...library.index.entities.keys()].sort();
  for (const { mtime, createdAt } of library.index.entities.values()) {
    for (const time of [mtime, createdAt])
      formatListDate(time, NOW, { style: { locale: "en-GB", timeZone: "UTC" }, labels: { yesterday: "y" } });
  }
  const texts = [...value(await store.readEntities(ids)).values()];
  const drafts = value(await store.loadDrafts());
  const { tabs } = value(await store.loadTabs("window"));
  const { unreadableRows, index } = library;
  library.close();
  return { ids, texts, drafts, tabs, unreadableRows, meta: index.meta };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterAll(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});

describe("rows of local mode that nothing can show", () => {
  const DAMAGED = [
    ["local_notes", { noteId: "missing", title: "No text" }, "note", "no-text"],
    ["local_notes", { noteId: "typed", title: "Wrong text", content: 7 }, "note", "no-text"],
    ["local_notes", { noteId: 7, content: "<p>by a number</p>" }, "note", "no-text"],
    ["local_folders", { folderId: "unnamed", name: { toString: null } }, "folder", "damaged"],
    ["local_metadata", { key: "draft:d1", value: { draftId: "d1", title: "Typed", content: null } }, "draft", "no-text"],
    ["local_metadata", { key: "draft:d2", value: 7 }, "draft", "no-text"],
    ["local_attachments", { id: "a1", fileName: "plan.pdf", mimeType: "x", data: "text" }, "attachment", "no-text"],
  ] as const;

  it("lists them, hands them out as stored, and removes them one by one", async () => {
    await begin("local");
    for (const [store, row] of DAMAGED) await put("local", store, row);

    expect(await look("local")).toMatchObject({ ids: ["note-1-w"], drafts: [], unreadableRows: 4 });
    const rows = createUnreadableRows("NotesAppLocal");
    const listed = value(await rows.list());
    expect(listed.map(({ store, kind, problem }) => [store, kind, problem]).sort()).toEqual(
      DAMAGED.map(([store, , kind, problem]) => [store, kind, problem]).sort(),
    );
    expect(listed.map(({ name }) => name)).toContain("No text");

    const typed = listed.find(({ key }) => key === "typed");
    if (typed === undefined) throw new Error("not listed");
    expect(JSON.parse(value(await rows.read(typed)) ?? "")).toEqual({ store: "local_notes", key: "typed", stored: DAMAGED[1][1] });
    expect(value(await rows.remove(typed))).toBe(true);
    expect(value(await rows.list())).toHaveLength(DAMAGED.length - 1);
    expect(await has("local", "local_notes", "missing")).toBe(true);
  });

  it("keeps a row that became whole, and a sound one", async () => {
    await begin("local");
    await put("local", "local_notes", { noteId: "typed", content: 7 });
    const rows = createUnreadableRows("NotesAppLocal");
    const [row] = value(await rows.list());
    if (row === undefined) throw new Error("not listed");
    await put("local", "local_notes", { noteId: "typed", content: "<p>whole again</p>" });

    expect(value(await rows.remove(row))).toBe(false);
    expect(value(await rows.remove({ ...row, key: "note-1-w" }))).toBe(false);
    expect((await look("local")).ids).toEqual(["note-1-w", "typed"]);
  });

  it("downloads them with bytes and numbers that JSON lacks", async () => {
    await begin("local");
    const around: Record<string, unknown> = { size: Number.NaN, data: Uint8Array.of(1, 2, 3) };
    around.self = around;
    await put("local", "local_notes", { noteId: "odd", around });
    const rows = createUnreadableRows("NotesAppLocal");
    const [row] = value(await rows.list());
    if (row === undefined) throw new Error("not listed");

    const { stored } = JSON.parse(value(await rows.read(row)) ?? "") as { readonly stored: Record<string, unknown> };

    expect(stored.around).toEqual({ size: "NaN", data: { base64: "AQID" }, self: "[contains itself]" });
  });
});

describe("rows of an account's library that nothing can show", () => {
  const DAMAGED = [
    ["cloud_notes", { noteId: "note-2-x", kind: "note", title: "Cut", vv: {}, alive: {}, contentChars: 20 }, "note", "no-text"],
    ["cloud_notes", { noteId: "note-3-x", kind: "note", title: "No version", vv: null, alive: {}, contentChars: 0 }, "note", "damaged"],
    ["cloud_notes", { noteId: "note-4-x", kind: 7, vv: {}, alive: {} }, "note", "damaged"],
    ["cloud_notes", { noteId: "__folder__:f", kind: "folder", folderId: 7, vv: {}, alive: {} }, "folder", "damaged"],
    ["drafts", { draftId: "d1", title: "Typed", content: 7 }, "draft", "no-text"],
    ["conflicts", { id: "c1", local: null }, "conflict", "damaged"],
    ["attachments", { id: "a1", upload: null }, "attachment", "damaged"],
  ] as const;

  it("lists them, and hands them out with the data stored beside them", async () => {
    await begin("cloud");
    for (const [store, row] of DAMAGED) await put("cloud", store, row);
    await put("cloud", "note_contents", { noteId: "note-3-x", content: "<p>still here</p>" });

    const rows = createUnreadableRows("CloudNotesCache");
    const listed = value(await rows.list());
    expect(await look("cloud")).toMatchObject({ ids: ["note-1-w"], drafts: [] });
    expect(listed.map(({ store, kind, problem }) => [store, kind, problem]).sort()).toEqual(
      DAMAGED.map(([store, , kind, problem]) => [store, kind, problem]).sort(),
    );
    const versionless = listed.find(({ key }) => key === "note-3-x");
    if (versionless === undefined) throw new Error("not listed");
    expect(value(await rows.read(versionless))).toContain("still here");
    expect(value(await rows.remove(versionless))).toBe(true);
    expect(await has("cloud", "note_contents", "note-3-x")).toBe(false);
    expect(value(await rows.list())).toHaveLength(DAMAGED.length - 1);
  });

  it("omits a note whose text row is gone, and counts it", async () => {
    await begin("cloud");
    const store = value(await DATABASES.cloud.open());
    const note = aNote({ id: "note-2-c", content: "<p>words</p>" });
    await store.transact({}, () => ({ writes: { entities: [note], bases: [toBase(note)] }, answer: undefined }), "strict");
    store.close();
    const database = await openDB("CloudNotesCache");
    await database.delete("note_contents", "note-2-c");
    database.close();

    expect(await look("cloud")).toMatchObject({ ids: ["note-1-w"], unreadableRows: 1 });
  });

  it("reads the drive again if a row about one of its files is invalid", async () => {
    await begin("cloud");
    const database = await openDB("CloudNotesCache");
    const meta = (await database.get("meta", "sync")) as object;
    await database.put("meta", { ...meta, auditAt: 4_000_000_000_000 }, "sync");
    database.close();
    expect((await look("cloud")).meta.auditAt).toBe(4_000_000_000_000);

    await put("cloud", "remote", { fileId: "f", id: "note-1-w", vv: 7 });

    expect((await look("cloud")).meta.auditAt).toBe(0);
  });
});

describe.each(["local", "cloud"] as const)("the bookkeeping of %s", (kind) => {
  const spoil = async (change: object): Promise<void> => {
    const database = await openDB(DATABASES[kind].name);
    if (kind === "local") {
      const row = (await database.get("local_metadata", "sync")) as { readonly value: object };
      await database.put("local_metadata", { key: "sync", value: { ...row.value, ...change } });
    } else await database.put("meta", { ...((await database.get("meta", "sync")) as object), ...change }, "sync");
    database.close();
  };

  it("gives the device another id if its counter is lost, so that dots never repeat", async () => {
    await begin(kind);
    await spoil({ ctr: Number.NaN, deviceId: "former" });

    expect((await look(kind)).meta).toMatchObject({ deviceId: "device", ctr: 0, formerIds: ["former"] });
  });

  it("falls back to default values if its own are unusable", async () => {
    await begin(kind);
    await spoil({ ctr: 9, cursor: {}, auditAt: 1e17, idPool: "x", lastCompleteAt: "never", target: { targetId: 7 }, wentBack: 7 });

    const { meta } = await look(kind);
    expect(meta).toMatchObject({ deviceId: "device", ctr: 9, auditAt: 0, idPool: [] });
    for (const name of ["cursor", "lastCompleteAt", "target"] as const) expect(meta[name]).toBeUndefined();
  });
});

describe("an account's bookkeeping that does not say whose it is", () => {
  it("is not taken for the next user's", async () => {
    await begin("cloud");
    const database = await openDB("CloudNotesCache");
    await database.put("meta", { ...((await database.get("meta", "sync")) as object), vaultId: 7 }, "sync");
    database.close();

    expect(await DATABASES.cloud.open()).toMatchObject({ ok: false, problem: { kind: "storage-broken" } });
  });
});

/** Every row of every store, with one to three of its fields replaced. */
describe("random and hostile rows", () => {
  const { id, mtime, ...note } = aNote();
  const { id: folderId, mtime: _mtime, ...folder } = aFolder();
  const light = { ...note, preview: "", contentChars: 4 };
  const draft = { draftId: "d", noteId: null, folderId: null, title: "T", content: "<p>c</p>", savedAtMs: 1, baseVv: { a: 1 } };
  const tab = { id: "t", type: "edit", noteId: id, isExpanded: false, createdAt: 1 };
  const file = { fileId: "f", id, kind: "note", vv: { a: 1 }, trashed: false, superseded: false, role: "notes", version: 1, trusted: true };
  const attempt = { id, count: 1, problem: "offline", atMs: 1, parked: false, unclear: false };
  const pack = { fileId: "p", packId: "p", sizeBytes: 1, writtenAt: 1, entries: [] };
  const upload = { id: "a", sizeBytes: 1, sealedBytes: 1, md5: "m", addedAt: 1, usedAt: 1, upload: { kind: "waiting" } };
  const SPOILT: Readonly<Record<DatabaseKind, readonly (readonly [store: string, key: string, row: object])[]>> = {
    local: [
      ["local_notes", "noteId", { ...note, noteId: "n", lastModified: mtime }],
      ["local_folders", "folderId", { ...folder, folderId, lastModified: mtime }],
      [
        "local_attachments",
        "id",
        { id: "a", fileName: "f", mimeType: "m", size: 1, noteId: null, createdAt: 1, data: new Uint8Array(), md5: "m" },
      ],
    ],
    cloud: [
      ["cloud_notes", "noteId", { ...light, noteId: "n", lastModified: mtime }],
      ["cloud_notes", "noteId", { ...folder, noteId: "__folder__:f", folderId, lastModified: mtime }],
      ["note_contents", "noteId", { noteId: "n", content: "<p>c</p>", sealed: "s" }],
      ["remote", "fileId", file],
      ["attempts", "id", attempt],
      ["packs", "fileId", pack],
      ["creating", "id", { id, fileId: "f", madeBy: 1, at: 1 }],
      ["tainted", "fileId", { fileId: "f", madeBy: 1, at: 1 }],
      ["drafts", "draftId", draft],
      ["open_tabs", "windowId", { windowId: "window", tabs: [tab], activeTabId: "t", savedAtMs: 1 }],
      ["conflicts", "id", { id: "c", noteId: id, local: note, cloud: note, merged: note }],
      ["attachments", "id", upload],
      ["unreferenced_attachments", "fileId", { fileId: "u", since: 1, isExposed: true }],
      ["bases", "id", { id, vvKey: "a:1", vv: { a: 1 }, entity: { ...note, id, mtime } }],
    ],
  };

  it.each(["local", "cloud"] as const)("opens the library, shows the sound note, and lists other rows: %s", async (kind) => {
    const rows = SPOILT[kind].flatMap(([store, key, whole]) =>
      fc
        .sample(poisoned(whole), { numRuns: 12 })
        .map(
          (row, at) =>
            [
              store,
              { ...row, [key]: `${key === "noteId" && store === "cloud_notes" && row.kind === "folder" ? "__folder__:" : ""}x${at}` },
            ] as const,
        ),
    );
    const metadata = fc.sample(fc.tuple(poisoned(draft), hostileValues), { numRuns: 12 });
    await begin(kind);
    let stored = 0;
    const mayStore = async (store: string, row: unknown) => {
      // A value that the database cannot store cannot be in a damaged row.
      await put(kind, store, row).then(
        () => (stored += 1),
        () => undefined,
      );
    };
    for (const [store, row] of rows) await mayStore(store, row);
    if (kind === "local") {
      for (const [at, [spoilt, any]] of metadata.entries()) {
        await mayStore("local_metadata", { key: `draft:x${at}`, value: spoilt });
        await mayStore("local_metadata", { key: `draft:y${at}`, value: any });
        await mayStore("local_metadata", { key: "tabs:window", value: { tabs: [any, tab], activeTabId: any } });
      }
    }

    const { ids, texts, drafts, tabs } = await look(kind);
    const listed = value(await createUnreadableRows(DATABASES[kind].name).list());

    expect(stored).toBeGreaterThan(rows.length / 2);
    expect(ids).toContain("note-1-w");
    expect(texts.find((entity) => entity.id === "note-1-w")).toMatchObject({ title: "Whole" });
    for (const { draftId, content, savedAtMs } of drafts)
      expect([typeof draftId, typeof content, savedAtMs >= 0]).toEqual(["string", "string", true]);
    for (const { id: tabId, createdAt } of tabs) expect([typeof tabId, createdAt >= 0]).toEqual(["string", true]);
    const unread = new Set(listed.filter(({ kind }) => kind === "note").map(({ key }) => key));
    for (const { id: noteId, kind } of texts) expect(kind === "note" && unread.has(noteId)).toBe(false);
    for (const row of listed)
      expect(JSON.parse(value(await createUnreadableRows(DATABASES[kind].name).read(row)) ?? "")).toMatchObject({ store: row.store });
  });
});
