/** Reading in one transaction what a plan asks for. Many ids are first asked whether they are there at all. */
import type { Base, Reads, Seen, SyncMeta } from "@satchel/core/ports/local-store.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/storage-keys.ts";
import type { Entity } from "@satchel/core/sync/entity.ts";
import type { RemoteFile } from "@satchel/core/sync/remote-file.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { possibleKeys, toEntity } from "./note-rows.ts";

/** Above so many: a new device asks for thousands that are not there. */
const BULK_READ = 200;

export async function see(
  transaction: Transaction,
  { entities = [], remoteOf = [], basesOf = [], creating = [], attachments = [] }: Reads,
): Promise<Seen> {
  const [meta, found, files, bases, reserved, kept] = await Promise.all([
    transaction.objectStore(DB.meta).get(META_KEY),
    readMany(transaction, entities),
    readRemote(transaction, remoteOf),
    readBasesOf(transaction, basesOf),
    Promise.all(creating.map((id) => transaction.objectStore(DB.creating).get(id))),
    Promise.all(attachments.map((id) => transaction.objectStore(DB.attachments).get(id))),
  ]);
  return {
    meta: meta as SyncMeta,
    entities: new Map(found.flatMap((entity) => (entity === undefined ? [] : [[entity.id, entity] as const]))),
    remoteOf: files,
    basesOf: bases,
    creating: new Map(reserved.flatMap((row) => (row === undefined ? [] : [[row.id, row.fileId] as const]))),
    attachments: new Map(kept.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const]))),
  };
}

export async function readEntity(transaction: Transaction, id: string): Promise<Entity | undefined> {
  const notes = transaction.objectStore(DB.notes);
  const [row, text] = await Promise.all([
    Promise.all(possibleKeys(id).map((key) => notes.get(key))),
    transaction.objectStore(DB.contents).get(id),
  ]);
  const found = row.find((candidate) => candidate !== undefined);
  return found === undefined ? undefined : toEntity(found, text);
}

async function readMany(transaction: Transaction, ids: readonly string[]): Promise<readonly (Entity | undefined)[]> {
  if (ids.length <= BULK_READ) return Promise.all(ids.map((id) => readEntity(transaction, id)));
  const notes = transaction.objectStore(DB.notes);
  const keys = ids.map(possibleKeys);
  const ranges = keys[0]?.map((_, at) => rangeOf(keys.map((ofOne) => ofOne[at] ?? ""))) ?? [];
  const there = new Set((await Promise.all(ranges.map((range) => notes.getAllKeys(range)))).flat());
  const found = ids.filter((id) => possibleKeys(id).some((key) => there.has(key)));
  return Promise.all(found.map((id) => readEntity(transaction, id)));
}

async function readBasesOf(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Base[]>> {
  const store = transaction.objectStore(DB.bases);
  const readOne = async (id: string) => [id, await store.index("id").getAll(id)] as const;
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(readOne)));
  const { lower, upper } = rangeOf(ids);
  // An array sorts behind every text: all versions of the last id are in.
  const keys = await store.getAllKeys(IDBKeyRange.bound([lower], [upper, []]));
  const there = new Set(keys.map(([id]) => id));
  const nothing = ids.filter((id) => !there.has(id)).map((id) => [id, []] as const);
  return new Map<string, readonly Base[]>([...nothing, ...(await Promise.all(ids.filter((id) => there.has(id)).map(readOne)))]);
}

/** Ids begin with a time, so those of one page or pack lie close together. */
function rangeOf(keys: readonly string[]): IDBKeyRange {
  let [lowest = "", highest = ""] = [keys[0], keys[0]];
  for (const key of keys) {
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  return IDBKeyRange.bound(lowest, highest);
}

async function readRemote(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RemoteFile[]>> {
  const store = transaction.objectStore(DB.remote);
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(async (id) => [id, await store.index("id").getAll(id)] as const)));
  const files = new Map<string, RemoteFile[]>(ids.map((id) => [id, []]));
  for (const file of await store.index("id").getAll(rangeOf(ids))) files.get(file.id)?.push(file);
  return files;
}
