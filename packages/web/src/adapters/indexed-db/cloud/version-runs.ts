/**
 * Stored versions of notes: unencrypted ones in rows that hold runs of deltas, sealed ones whole; attachment references are indexed.
 * Decision 0027.
 */

import { referencesIn } from "@satchel/core/document/references.ts";
import { addToStored, readRun, referencesOf, toRun } from "@satchel/core/library/history/deltas/kept-runs.ts";
import { isStoredBase } from "@satchel/core/library/index/stored-rows.ts";
import type { KeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Writes } from "@satchel/core/ports/device/local-store.ts";
import type { IDBPTransaction } from "idb";
import { distinctVersions, planVersionRows, toVersionRow, versionRowId } from "../rows/version-rows.ts";
import type { CloudDatabase, CloudSchema } from "./cloud-database.ts";

export const VERSION_RUNS = { readVersionsOf, planRows, heldReferences };
export type VersionRuns = typeof VERSION_RUNS;

type Reading = Pick<IDBPTransaction<CloudSchema, (typeof DB.bases)[], "readonly" | "readwrite">, "objectStore">;

export function isVersionRow({ id }: Pick<Base, "id">): boolean {
  return /#[01]$/.test(id);
}

async function readVersionsOf(transaction: Reading, noteId: string): Promise<readonly KeptVersion[]> {
  const index = transaction.objectStore(DB.bases).index("id");
  const rows = await Promise.all([false, true].map((isSealed) => index.getAll(versionRowId(noteId, isSealed))));
  return distinctVersions(rows.flat().flatMap((row) => toVersions(noteId, row)));
}

function planRows(transaction: Reading, writes: Writes): Promise<readonly Base[]> {
  return planVersionRows(writes, {
    async rowsOfNote(noteId, isForgotten, added) {
      const id = versionRowId(noteId, false);
      const rows = isForgotten ? [] : await transaction.objectStore(DB.bases).index("id").getAll(id);
      const stored = rows.map((row) => ({ key: row.vvKey, run: rawRunOf(row) }));
      return addToStored(noteId, stored, added).map(({ key, run }) => {
        const row = { id, vvKey: key, vv: run.first.vv, entity: { attIds: referencesOf(run) }, run };
        return row as unknown as Base;
      });
    },
    toWhole: toVersionRow,
  });
}

function toVersions(noteId: string, row: Base): readonly KeptVersion[] {
  const run = toRun(noteId, rawRunOf(row));
  if (run !== undefined) return readRun(run);
  return isStoredBase(row) && row.entity.kind === "note" ? [{ noteId, key: row.vvKey, note: row.entity }] : [];
}

function rawRunOf(row: Base): unknown {
  return (row as { readonly run?: unknown }).run;
}

/**
 * Attachments that this device still needs besides those of its notes: for bases, former versions, merge records and drafts. sync.md §11.
 */
async function heldReferences(database: CloudDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const transaction = database.transaction([DB.bases, DB.conflicts, DB.drafts]);
  const bases = transaction.objectStore(DB.bases).index("attIds");
  const [counts, conflicts, drafts] = await Promise.all([
    Promise.all(ids.map((id) => bases.count(id))),
    transaction.objectStore(DB.conflicts).getAll(),
    transaction.objectStore(DB.drafts).getAll(),
  ]);
  const held = new Set([
    ...conflicts.flatMap(({ local, cloud, merged }) => [...local.attIds, ...cloud.attIds, ...merged.attIds]),
    ...drafts.flatMap(({ content }) => referencesIn(content)),
  ]);
  return new Set(ids.filter((id, at) => (counts[at] ?? 0) > 0 || held.has(id)));
}
