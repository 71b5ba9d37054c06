/** Writing a plan's rows, all requests of it at once. */

import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, SyncMeta, Writes } from "@satchel/core/ports/local-store.ts";
import { unwrap } from "idb";
import type { PlacedBases } from "./cloud-bases.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { type EntityRow, toContentRow, toRow } from "./note-rows.ts";
import { versionRanges } from "./version-rows.ts";

/** `versions`: rows of the history, as they are to be. */
type Beside = { readonly meta: SyncMeta; readonly nowMs: number; readonly versions: readonly Base[] | undefined };

/** No one waits for a single request: the first that fails ends the transaction, and its end shows why. */
export function write(wrapped: Transaction, writes: Writes, bases: PlacedBases, { meta, nowMs, versions }: Beside): void {
  const transaction = unwrap(wrapped);
  const put = (name: string, rows: readonly unknown[] = []): void => {
    const store = rows.length === 0 ? undefined : transaction.objectStore(name);
    for (const row of rows) store?.put(row);
  };
  const forget = (name: string, keys: readonly IDBValidKey[] = []): void => {
    const store = keys.length === 0 ? undefined : transaction.objectStore(name);
    for (const key of keys) store?.delete(key);
  };
  if (writes.meta !== undefined) transaction.objectStore(DB.meta).put({ ...meta, ...writes.meta }, META_KEY);
  put(DB.notes, bases.unmarked);
  writeEntities(writes.entities ?? [], (entity) => toRow(entity, nowMs, bases.standing.has(entity)), { put, forget });
  put(DB.remote, writes.remote);
  forget(DB.remote, writes.forgetRemote);
  put(DB.bases, bases.apart);
  forget(
    DB.bases,
    writes.forgetBases?.map(({ id, vvKey }) => [id, vvKey]),
  );
  for (const range of versionRanges(writes.forgetVersions ?? [])) transaction.objectStore(DB.bases).delete(range);
  put(DB.bases, versions);
  put(DB.creating, writes.creating);
  forget(DB.creating, writes.forgetCreating);
  put(
    DB.tainted,
    writes.taint?.map((fileId) => ({ fileId })),
  );
  forget(DB.tainted, writes.untaint);
  put(DB.attempts, writes.attempts);
  forget(DB.attempts, writes.forgetAttempts);
  put(DB.packs, writes.packs);
  forget(DB.packs, writes.forgetPacks);
  put(DB.drafts, writes.drafts);
  forget(DB.drafts, writes.forgetDrafts);
  put(DB.syncLog, writes.log);
  put(DB.conflicts, writes.conflicts);
  forget(DB.conflicts, writes.forgetConflicts);
  put(DB.attachments, writes.attachments);
  put(DB.attachmentBytes, writes.attachmentBytes);
  forget(DB.attachments, writes.forgetAttachments);
  forget(DB.attachmentBytes, writes.forgetAttachments);
  put(DB.unreferenced, writes.unreferenced);
  forget(DB.unreferenced, writes.forgetUnreferenced);
}

type Writers = {
  readonly put: (name: string, rows: readonly unknown[]) => void;
  readonly forget: (name: string, keys: readonly IDBValidKey[]) => void;
};

function writeEntities(entities: readonly Entity[], rowOf: (entity: Entity) => EntityRow, { put, forget }: Writers): void {
  const notes = entities.flatMap((entity) => (entity.kind === "note" ? [entity] : []));
  put(DB.notes, entities.map(rowOf));
  put(DB.contents, notes.map(toContentRow));
  // What becomes sensitive leaves no word behind (encryption.md 3.5 (9)).
  forget(
    DB.searchChunks,
    notes.filter(({ isEncrypted }) => isEncrypted).map(({ id }) => id),
  );
}
