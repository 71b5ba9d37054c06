import "fake-indexeddb/auto";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { DraftStore, LocalStore, StoredDraft, TabStore } from "@satchel/core/ports/device/local-store.ts";
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCloudLocalStore } from "../cloud/cloud-local-store.ts";
import { openLocalModeStore } from "../local-mode-store.ts";

type Store = LocalStore & DraftStore & TabStore;
type Deps = { readonly onFailure: () => void; readonly isDiskFull: () => Promise<boolean>; readonly newDeviceId: () => string };

const STORES: readonly [string, (deps: Deps) => Promise<Result<Store, unknown>>][] = [
  ["an account's library", (deps) => openCloudLocalStore({ ...deps, now: () => 1000, onOutdated: async () => undefined })],
  ["local mode", (deps) => openLocalModeStore({ ...deps, now: () => 1000, onOutdated: async () => undefined })],
];

const LOG_IN_MEMORY_BYTES = 4 * 1024 * 1024;

/** A disk as Chromium presents it when full: a write closes the database, and none opens; each fails with an `UnknownError`. */
function createDisk() {
  const open = new Set<IDBDatabase>();
  const opening = indexedDB.open.bind(indexedDB);
  let isFull = false;
  /** Whether the log ends with half a record, whether more was written behind it, and how many bytes since then. */
  let log: { isCut: boolean; isContinued: boolean; bytes: number } = { isCut: false, isContinued: false, bytes: 0 };
  let opened = 0;
  const closeAll = (): void => {
    for (const database of open) forceCloseDatabase(database as unknown as Parameters<typeof forceCloseDatabase>[0]);
    open.clear();
  };
  const endBadly = (transaction: IDBTransaction): void => {
    try {
      transaction.abort();
    } catch {
      // Another request was first to see the full disk.
    }
    closeAll();
  };
  vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
    if (isFull) return refused();
    opened += 1;
    if (log.isCut) log = { isCut: false, isContinued: true, bytes: 0 };
    const request = opening(name, version);
    request.addEventListener("success", () => open.add(request.result));
    return request;
  });
  const putting = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function put(this: IDBObjectStore, ...given) {
    const { transaction } = this;
    const request = Reflect.apply(putting, this, given) as IDBRequest<IDBValidKey>;
    const [value] = given;
    log.bytes += value instanceof Uint8Array ? value.length : 0;
    if (log.bytes > LOG_IN_MEMORY_BYTES) log = { isCut: false, isContinued: false, bytes: 0 };
    if (isFull) {
      log = { ...log, isCut: true };
      queueMicrotask(() => endBadly(transaction));
    }
    return request;
  });
  const committing = IDBTransaction.prototype.commit;
  // A full disk fails a commit as well, and leaves the transaction to its abort.
  vi.spyOn(IDBTransaction.prototype, "commit").mockImplementation(function commit(this: IDBTransaction) {
    if (!isFull) Reflect.apply(committing, this, []);
  });
  return {
    fill: () => {
      isFull = true;
    },
    free: () => {
      isFull = false;
    },
    closeAll,
    opened: () => opened,
    /** Closes all pages and reopens the databases; the browser deletes those whose log continued behind half a record. */
    restart: () => {
      closeAll();
      if (log.isContinued) globalThis.indexedDB = new IDBFactory();
    },
    isFull: async () => isFull,
  };
}

/** A request that fails like `indexedDB.open` on a full disk. */
function refused(): IDBOpenDBRequest {
  const target = new EventTarget() as EventTarget & { error: DOMException; result: undefined };
  target.error = new DOMException("Internal error opening backing store for indexedDB.open.", "UnknownError");
  queueMicrotask(() => target.dispatchEvent(new Event("error")));
  return target as unknown as IDBOpenDBRequest;
}

const DRAFT: StoredDraft = { draftId: "new-1", noteId: null, folderId: null, title: "Milk", content: "<p>typed</p>", savedAtMs: 1 };
const NOTE = {
  kind: "note",
  id: "note-1-abc",
  title: "Milk",
  content: "<p>two litres</p>",
  folderId: null,
  vv: { dev001: 1 },
  alive: { dev001: 1 },
  isEncrypted: false,
  attIds: [],
  mtime: 1,
} as unknown as NoteEntity;
const FULL = { ok: false, problem: { kind: "storage-full" } };

/** Every kind of write to a store. */
const WRITES: readonly [string, (store: Store) => Promise<Result<unknown, unknown>>][] = [
  ["a note", (store) => store.transact({}, () => ({ writes: { entities: [NOTE] }, answer: undefined }), "strict")],
  ["a draft", (store) => store.putDraft(DRAFT)],
  ["the open tabs", (store) => store.putTabs("window", [], null)],
];

let disk: ReturnType<typeof createDisk>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  disk = createDisk();
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe.each(STORES)("a full disk under %s", (_, openStore) => {
  async function opened(onFailure = (): void => undefined, isDiskFull = disk.isFull): Promise<Store> {
    const store = await openStore({ onFailure, isDiskFull, newDeviceId: () => "dev001" });
    if (!store.ok) throw new Error("the store does not open");
    return store.value;
  }

  it.each(WRITES)("is reported when %s is refused; the same store accepts it once there is space", async (_name, write) => {
    let failures = 0;
    const store = await opened(() => {
      failures += 1;
    });
    disk.fill();

    expect(await write(store)).toEqual(FULL);
    expect(await write(store)).toEqual(FULL);
    disk.free();
    expect(await write(store)).toMatchObject({ ok: true });
    expect(failures).toBe(0);
  });

  it("keeps existing data, and is reported when that is read", async () => {
    const store = await opened();
    await store.transact({}, () => ({ writes: { entities: [NOTE] }, answer: undefined }), "strict");
    await store.putDraft(DRAFT);
    disk.fill();
    await store.putDraft({ ...DRAFT, title: "Milk and bread" });
    expect(await store.loadDrafts()).toEqual(FULL);

    disk.free();

    expect(await store.loadDrafts()).toEqual({ ok: true, value: [DRAFT] });
    expect(await store.readEntities([NOTE.id])).toMatchObject({ ok: true, value: new Map([[NOTE.id, { title: "Milk" }]]) });
  });

  it("loses nothing at the next start", async () => {
    const store = await opened();
    await store.transact({}, () => ({ writes: { entities: [NOTE] }, answer: undefined }), "strict");
    disk.fill();
    await store.putDraft(DRAFT);
    disk.free();
    expect(await store.putDraft(DRAFT)).toMatchObject({ ok: true });

    disk.restart();

    const again = await opened();
    expect(await again.readEntities([NOTE.id])).toMatchObject({ ok: true, value: new Map([[NOTE.id, { title: "Milk" }]]) });
    expect(await again.loadDrafts()).toEqual({ ok: true, value: [DRAFT] });
    again.close();
  });

  it("loses nothing if the page was left before there was space", async () => {
    const store = await opened();
    await store.putDraft(DRAFT);
    disk.fill();
    await store.putDraft({ ...DRAFT, title: "Milk and bread" });
    store.close();
    disk.restart();
    disk.free();
    (await opened()).close();

    disk.restart();

    expect(await (await opened()).loadDrafts()).toEqual({ ok: true, value: [DRAFT] });
  });

  it("does not open a database while there is no space", async () => {
    const store = await opened();
    disk.fill();
    await store.putDraft(DRAFT);
    const before = disk.opened();
    disk.closeAll();
    for (const [, write] of WRITES) expect(await write(store)).toEqual(FULL);
    expect(await openStore({ onFailure: () => undefined, isDiskFull: disk.isFull, newDeviceId: () => "dev001" })).toEqual(FULL);
    expect(indexedDB.open).toHaveBeenCalledTimes(before);
  });

  it("is reported at the start, and not taken for a broken database", async () => {
    (await opened()).close();
    disk.fill();
    expect(await openStore({ onFailure: () => undefined, isDiskFull: disk.isFull, newDeviceId: () => "dev001" })).toEqual(FULL);
  });

  it("does not block a window whose database closed for another reason", async () => {
    let failures = 0;
    const store = await opened(() => {
      failures += 1;
    });
    await store.putDraft(DRAFT);

    disk.closeAll();

    expect(await store.loadDrafts()).toEqual({ ok: true, value: [DRAFT] });
    expect(failures).toBe(0);
  });

  it("returns a result for every call of a burst while space comes and goes", async () => {
    const store = await opened();
    for (const round of [1, 2, 3]) {
      disk.fill();
      const refusals = await Promise.all(WRITES.map(([, write]) => write(store)));
      expect(refusals).toEqual([FULL, FULL, FULL]);
      disk.free();
      const taken = await Promise.all([...WRITES.map(([, write]) => write(store)), store.putDraft({ ...DRAFT, title: `round ${round}` })]);
      expect(taken.every(({ ok }) => ok)).toBe(true);
      expect(await store.loadDrafts()).toMatchObject({ ok: true, value: [{ title: `round ${round}` }] });
    }
  });
});

describe("B4.7 an account's database that is gone", () => {
  it("is distinguished from a closed one, and reported once", async () => {
    let failures = 0;
    const names = ["dev001", "dev002", "dev003"];
    const store = await openCloudLocalStore({
      now: () => 1000,
      onOutdated: async () => undefined,
      onFailure: () => {
        failures += 1;
      },
      isDiskFull: disk.isFull,
      newDeviceId: () => names.shift() ?? "",
    });
    globalThis.indexedDB = new IDBFactory();
    disk.closeAll();

    expect(store.ok && (await store.value.loadDrafts())).toMatchObject({ ok: false, problem: { kind: "storage-broken" } });
    await expect.poll(() => failures).toBe(1);
  });
});
