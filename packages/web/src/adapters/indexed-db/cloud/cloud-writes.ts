/** Runs one transaction: reads what the plan names and writes what it returns, all requests at once. Loaded beside the database. */

import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Plan, Reads, StoredDraft, StoredSeen, SyncMeta, Writes } from "@satchel/core/ports/device/local-store.ts";
import { unwrap } from "idb";
import { whenDone } from "../databases/idb-problems.ts";
import { type EntityRow, toContentRow, toRow } from "../rows/note-rows.ts";
import { toVersionRow, versionRanges } from "../rows/version-rows.ts";
import { type ChunkLimits, storeInChunks } from "./chunk-writes.ts";
import { type PlacedBases, partitionBases } from "./cloud-bases.ts";
import { see } from "./cloud-seen.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { versionRuns } from "./lazy-store-parts.ts";

/** `versions`: rows of the history in their new form. */
type Beside = {
  readonly meta: SyncMeta;
  readonly nowMs: number;
  readonly versions: readonly Base[] | undefined;
  /** Entities, files and rows without a mark that are stored in chunks. */
  readonly chunked: ReadonlySet<unknown>;
};

type Planned<Value> = {
  readonly reads: Reads;
  readonly plan: (seen: StoredSeen) => Plan<Value>;
  readonly nowMs: number;
  readonly chunkLimits?: ChunkLimits | undefined;
};

export async function runPlan<Value>(transaction: Transaction, { reads, plan, nowMs, chunkLimits }: Planned<Value>): Promise<Value> {
  const shown = await see(transaction, reads);
  const planned = plan(shown.seen);
  const written = whenDone(transaction);
  // The first failure, reported below, is the one that counts.
  written.catch(() => undefined);
  const bases = await partitionBases(transaction, planned.writes, shown);
  const versions =
    (await versionRuns.loaded()?.planRows(transaction as never, planned.writes)) ?? planned.writes.versions?.map(toVersionRow);
  const chunked = await storeInChunks(transaction, planned.writes, { shown, bases, nowMs, limits: chunkLimits });
  write(transaction, planned.writes, { bases, meta: shown.seen.meta, nowMs, versions, chunked });
  await written;
  return planned.answer;
}

/** Single requests are not awaited: the first failure ends the transaction, whose end shows why. */
function write(
  wrapped: Transaction,
  writes: Writes,
  { bases, meta, nowMs, versions, chunked }: Beside & { readonly bases: PlacedBases },
): void {
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
  put(
    DB.notes,
    bases.unmarked.filter((row) => !chunked.has(row)),
  );
  const rowless = (writes.entities ?? []).filter((entity) => !chunked.has(entity));
  writeEntities(rowless, (entity) => toRow(entity, nowMs, bases.standing.has(entity)), { put, forget });
  put(
    DB.remote,
    writes.remote?.filter((file) => !chunked.has(file)),
  );
  forget(DB.remote, writes.forgetRemote);
  put(DB.bases, bases.apart);
  forget(
    DB.bases,
    writes.forgetBases?.map(({ id, vvKey }) => [id, vvKey]),
  );
  for (const range of versionRanges(writes.forgetVersions ?? [])) transaction.objectStore(DB.bases).delete(range);
  put(DB.bases, versions);
  put(DB.attempts, writes.attempts);
  forget(DB.attempts, writes.forgetAttempts);
  put(DB.packs, writes.packs);
  forget(DB.packs, writes.forgetPacks);
  put(DB.drafts, writes.drafts);
  for (const { draftId, savedByMs } of writes.forgetDrafts ?? []) {
    const drafts = transaction.objectStore(DB.drafts);
    const kept = drafts.get(draftId);
    kept.onsuccess = () => {
      if (((kept.result as StoredDraft | undefined)?.savedAtMs ?? 0) <= savedByMs) drafts.delete(draftId);
    };
  }
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
  // A note that becomes sensitive must leave no plaintext behind (encryption.md 3.5 (9)).
  forget(
    DB.searchChunks,
    notes.filter(({ isEncrypted }) => isEncrypted).map(({ id }) => id),
  );
}
