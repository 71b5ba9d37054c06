/** What one transaction of `CloudNotesCache` spans: every store that a plan may read or write. */
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { IDBPTransaction } from "idb";
import type { CloudDatabase, CloudSchema } from "./cloud-database.ts";

export const STORES = [
  DB.notes,
  DB.contents,
  DB.bases,
  DB.remote,
  DB.creating,
  DB.tainted,
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
export const META_KEY = "sync";

export type Transaction = IDBPTransaction<CloudSchema, typeof STORES, "readwrite">;

export function hasAllStores({ objectStoreNames }: Pick<CloudDatabase, "objectStoreNames">): boolean {
  return [...STORES, DB.tabs].every((name) => objectStoreNames.contains(name));
}
