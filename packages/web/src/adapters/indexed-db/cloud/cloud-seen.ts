/** Reads what a plan needs to see, in the transaction that writes. */
import { isStoredAttachment, isStoredBase, isStoredFile } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Reads, StoredSeen, SyncMeta } from "@satchel/core/ports/device/local-store.ts";
import { BULK_READ, readStored, type Stored, withStanding } from "./cloud-reads.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { versionRuns } from "./lazy-store-parts.ts";
import { ChunkReader, rangeOf, toPair } from "./note-chunks.ts";

/** Data shown to the plan, and how it is stored. */
export type Shown = {
  readonly seen: StoredSeen;
  /** Entities as stored, by id; read for entities and bases. */
  readonly stored: ReadonlyMap<string, Stored>;
  /** Separately stored bases, by entity id. */
  readonly apart: ReadonlyMap<string, readonly Base[]>;
  /** Ids that `stored` was read for. */
  readonly asked: ReadonlySet<string>;
  readonly chunks: ChunkReader;
};

export async function see(
  transaction: Transaction,
  { entities = [], remoteOf = [], basesOf = [], attachments = [], versionsOf = [] }: Reads,
): Promise<Shown> {
  const chunks = new ChunkReader(transaction);
  const asked = new Set([...entities, ...basesOf]);
  await chunks.find([...entities, ...basesOf, ...remoteOf]);
  const [meta, stored, files, apart, kept, versions] = await Promise.all([
    transaction.objectStore(DB.meta).get(META_KEY),
    readStored(transaction, [...asked], chunks),
    readRemote(transaction, remoteOf, chunks),
    readBasesOf(transaction, basesOf),
    Promise.all(attachments.map((id) => transaction.objectStore(DB.attachments).get(id))),
    Promise.all(versionsOf.map(async (id) => [id, (await versionRuns.loaded()?.readVersionsOf(transaction as never, id)) ?? []] as const)),
  ]);
  const seen: StoredSeen = {
    meta: meta as SyncMeta,
    entities: new Map(entities.flatMap((id) => toPair(id, stored.get(id)?.entity))),
    remoteOf: files,
    basesOf: new Map(basesOf.map((id) => [id, withStanding(apart.get(id) ?? [], stored.get(id))])),
    attachments: new Map(kept.flatMap((row) => (row !== undefined && isStoredAttachment(row) ? [[row.id, row] as const] : []))),
    versionsOf: new Map(versions),
  };
  return { seen, stored, apart, asked, chunks };
}

async function readBasesOf(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Base[]>> {
  const store = transaction.objectStore(DB.bases);
  const readOne = async (id: string) => [id, (await store.index("id").getAll(id)).filter(isStoredBase)] as const;
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(readOne)));
  const { lower, upper } = rangeOf(ids);
  // An array sorts after every string, so all versions of the last id are included.
  const keys = await store.getAllKeys(IDBKeyRange.bound([lower], [upper, []]));
  const there = new Set(keys.map(([id]) => id));
  const nothing = ids.filter((id) => !there.has(id)).map((id) => [id, []] as const);
  return new Map<string, readonly Base[]>([...nothing, ...(await Promise.all(ids.filter((id) => there.has(id)).map(readOne)))]);
}

async function readRemote(
  transaction: Transaction,
  ids: readonly string[],
  chunks: ChunkReader,
): Promise<ReadonlyMap<string, readonly RemoteFile[]>> {
  const files = await readRemoteRows(transaction, ids);
  const keys = await chunks.find(ids);
  if (keys.size === 0) return files;
  const read = await Promise.all([...new Set(keys.values())].map((key) => chunks.chunk(key)));
  const chunked = read.flatMap((chunk) => chunk?.files ?? []).filter((file) => keys.has(file.id) && isStoredFile(file));
  const remote = transaction.objectStore(DB.remote);
  const rowKeys = await Promise.all(chunked.map(({ fileId }) => remote.getKey(fileId)));
  const joined = new Map(files);
  for (const [at, file] of chunked.entries()) {
    if (rowKeys[at] === undefined) joined.set(file.id, [...(joined.get(file.id) ?? []), file]);
  }
  return joined;
}

async function readRemoteRows(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RemoteFile[]>> {
  const store = transaction.objectStore(DB.remote);
  const readOne = async (id: string) => [id, (await store.index("id").getAll(id)).filter(isStoredFile)] as const;
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(readOne)));
  const files = new Map<string, RemoteFile[]>(ids.map((id) => [id, []]));
  for (const file of await store.index("id").getAll(rangeOf(ids))) if (isStoredFile(file)) files.get(file.id)?.push(file);
  return files;
}
