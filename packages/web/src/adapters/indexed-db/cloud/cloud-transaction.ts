/** Stores of `CloudNotesCache` that a transaction spans: all that a plan may read or write. */
import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { IDBPTransaction } from "idb";
import type { CloudSchema } from "./cloud-database.ts";

/** Stores in which a note can be, as a row or in a chunk. */
export const NOTE_STORES = [DB.notes, DB.contents, CHUNK_STORES.notes, CHUNK_STORES.texts] as const;
const BESIDE_NOTES = [
  DB.bases,
  DB.remote,
  DB.attempts,
  DB.packs,
  DB.meta,
  DB.drafts,
  DB.syncLog,
  DB.conflicts,
  DB.attachments,
  DB.attachmentBytes,
  DB.unreferenced,
  DB.searchChunks,
] as const;
export const STORES = [...NOTE_STORES, ...BESIDE_NOTES] as const;
export const META_KEY = "sync";

export type Transaction = IDBPTransaction<CloudSchema, typeof STORES, "readwrite">;

/** Stores of a database from before there were chunks. */
export const SPEC_STORES: readonly string[] = [DB.notes, DB.contents, ...BESIDE_NOTES, DB.tabs];

export function hasAllStores(
  { objectStoreNames }: { readonly objectStoreNames: { contains(name: string): boolean } },
  stores: readonly string[] = [...STORES, DB.tabs],
): boolean {
  return stores.every((name) => objectStoreNames.contains(name));
}
