/**
 * The storage that survives a crash: in memory for most runs, in the browser's own store over an IndexedDB for the others, where each
 * commit is a real transaction. Neither refuses or loses anything by itself; only the process dies, before or after a commit.
 */

import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Conflict } from "@satchel/core/model/entities/conflict.ts";
import type { Entity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { AttachmentStore } from "@satchel/core/ports/device/attachment-store.ts";
import type { ConflictStore, LocalStore } from "@satchel/core/ports/device/local-store.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { openCloudLocalStore } from "@satchel/web/adapters/indexed-db/cloud/cloud-local-store.ts";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { VirtualTime } from "./virtual-time.ts";

export type DiskView = {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly remote: readonly RemoteFile[];
  /** Further versions that the device keeps: bases, both sides of merges, and the history of notes. */
  readonly versions: readonly Entity[];
  /** The versions that belong to the history of notes. */
  readonly history: readonly NoteEntity[];
};

/** Awaited before and after each commit; never resolves once the process is dead. */
export type Gate = () => Promise<undefined>;

export interface Disk {
  open(gate: Gate): Promise<LocalStore & ConflictStore & AttachmentStore>;
  view(): Promise<DiskView>;
  copy(): Promise<Disk>;
}

export function createMemoryDisk(deviceId: string): Disk {
  return overMemory(new MemoryDisk(deviceId));
}

function overMemory(disk: MemoryDisk): Disk {
  return {
    open: async (gate) => new MemoryLocalStore(disk, { gate }),
    view: async () => ({
      entities: new Map(disk.entities),
      remote: [...disk.remote.values()],
      versions: [...basesOf(disk), ...[...disk.conflicts.values()].flatMap(sidesOf), ...formerOf(disk)],
      history: formerOf(disk),
    }),
    copy: async () => overMemory(disk.copy()),
  };
}

function basesOf(disk: MemoryDisk): readonly Entity[] {
  return [...disk.bases.values()].flatMap((bases) => [...bases.values()].map(({ entity }) => entity));
}

function formerOf(disk: MemoryDisk): readonly NoteEntity[] {
  return [...disk.versions.values()].flatMap((versions) => [...versions.values()].map(({ note }) => note));
}

function sidesOf({ local, cloud, merged }: Conflict): readonly Entity[] {
  return [local, cloud, merged];
}

/** IndexedDB takes turns of the event loop; virtual time stands still meanwhile. */
export function createIndexedDbDisk(deviceId: string, time: VirtualTime, factory = new IDBFactory()): Disk {
  const openStore = async () => {
    globalThis.indexedDB = factory;
    const opened = await openCloudLocalStore({ now: () => time.now(), newDeviceId: () => deviceId, onOutdated: async () => undefined });
    if (!opened.ok) throw new Error(opened.problem.kind);
    return opened.value;
  };
  const view = async (): Promise<DiskView> => {
    const store = await openStore();
    const index = await store.loadIndex();
    if (!index.ok) throw new Error(index.problem.kind);
    const ids = index.value.entities.map(({ id }) => id);
    const [entities, conflicts] = [await store.readEntities(ids), await store.loadConflicts()];
    const bases = await Promise.all(ids.map((id) => store.readBases(id)));
    const former = await Promise.all(ids.map((id) => store.readVersions(id)));
    const history = former.flatMap((read) => (read.ok ? read.value.map(({ note }) => note) : []));
    store.close();
    if (!entities.ok || !conflicts.ok) throw new Error("The disk can not be read");
    const versions = bases.flatMap((read) => (read.ok ? read.value.map(({ entity }) => entity) : []));
    return {
      entities: entities.value,
      remote: index.value.remote,
      versions: [...versions, ...conflicts.value.flatMap(sidesOf), ...history],
      history,
    };
  };
  return {
    open: async (gate) => {
      const store = await time.hold(openStore());
      return {
        loadIndex: () => time.hold(store.loadIndex()),
        readEntities: (ids) => time.hold(store.readEntities(ids)),
        readBases: (id) => time.hold(store.readBases(id)),
        readVersions: (id) => time.hold(store.readVersions(id)),
        loadConflicts: () => time.hold(store.loadConflicts()),
        readAttachment: (id) => time.hold(store.readAttachment(id)),
        heldReferences: (ids) => time.hold(store.heldReferences(ids)),
        transact: async (reads, plan, durability) => {
          await gate();
          const committed = await time.hold(store.transact(reads, plan, durability));
          await gate();
          return committed;
        },
        close: () => store.close(),
      };
    },
    view: () => time.hold(view()),
    copy: async () => createIndexedDbDisk(deviceId, time, await time.hold(copyDatabases(factory))),
  };
}

async function copyDatabases(from: IDBFactory): Promise<IDBFactory> {
  const to = new IDBFactory();
  for (const { name = "", version } of await from.databases()) {
    const source = await toPromise(from.open(name, version));
    const opening = to.open(name, version);
    opening.onupgradeneeded = () => {
      for (const storeName of source.objectStoreNames) copyStoreShape(source, opening.result, storeName);
    };
    const target = await toPromise(opening);
    for (const storeName of source.objectStoreNames) await copyRows(source, target, storeName);
    source.close();
    target.close();
  }
  return to;
}

function copyStoreShape(source: IDBDatabase, target: IDBDatabase, name: string): void {
  const store = source.transaction(name).objectStore(name);
  const copied = target.createObjectStore(name, { keyPath: store.keyPath, autoIncrement: store.autoIncrement });
  for (const indexName of store.indexNames) {
    const { keyPath, unique, multiEntry } = store.index(indexName);
    copied.createIndex(indexName, keyPath, { unique, multiEntry });
  }
}

async function copyRows(source: IDBDatabase, target: IDBDatabase, name: string): Promise<void> {
  const store = source.transaction(name).objectStore(name);
  const [keys, rows] = await Promise.all([toPromise(store.getAllKeys()), toPromise(store.getAll())]);
  const into = target.transaction(name, "readwrite").objectStore(name);
  await Promise.all(rows.map((row: unknown, at) => toPromise(store.keyPath === null ? into.put(row, keys[at]) : into.put(row))));
}

function toPromise<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
