/**
 * Former versions of notes as they are kept: in clear a row is a run of versions, the first whole, the others as what changed; sealed ones are whole.
 * What they refer to is counted by the store's index, as of any base. Decision 0027.
 */
import { addVersions, readRun, referencesOf, toRun } from "@satchel/core/library/history/kept-runs.ts";
import { isStoredBase } from "@satchel/core/library/index/stored-rows.ts";
import type { KeptVersion } from "@satchel/core/model/entities/kept-version.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Writes } from "@satchel/core/ports/local-store.ts";
import type { IDBPTransaction } from "idb";
import type { CloudSchema } from "./cloud-database.ts";
import { heldReferences } from "./held-references.ts";
import { toVersionRow, versionRowId } from "./version-rows.ts";

export const VERSION_RUNS = { readVersionsOf, planRows, heldReferences };
export type VersionRuns = typeof VERSION_RUNS;

type Reading = Pick<IDBPTransaction<CloudSchema, (typeof DB.bases)[], "readonly" | "readwrite">, "objectStore">;

export function isVersionRow({ id }: Pick<Base, "id">): boolean {
  return /#[01]$/.test(id);
}

async function readVersionsOf(transaction: Reading, noteId: string): Promise<readonly KeptVersion[]> {
  const index = transaction.objectStore(DB.bases).index("id");
  const rows = await Promise.all([false, true].map((isSealed) => index.getAll(versionRowId(noteId, isSealed))));
  const versions = rows.flat().flatMap((row) => toVersions(noteId, row));
  return [...new Map(versions.map((version) => [`${version.note.sealed === undefined} ${version.key}`, version])).values()];
}

/** What is to be written for new versions: of each note one row more, or the latest, longer. */
async function planRows(transaction: Reading, { versions = [], forgetVersions = [] }: Writes): Promise<readonly Base[]> {
  const inClear = versions.filter(({ note }) => note.sealed === undefined);
  const inRuns = [...new Set(inClear.map(({ noteId }) => noteId))].map(async (noteId) => {
    const isForgotten = forgetVersions.some((one) => one.noteId === noteId);
    const rows = isForgotten ? [] : await transaction.objectStore(DB.bases).index("id").getAll(versionRowId(noteId, false));
    return rowsOfNote(
      noteId,
      rows,
      inClear.filter((version) => version.noteId === noteId),
    );
  });
  const sealed = versions.filter(({ note }) => note.sealed !== undefined).map(toVersionRow);
  return [...(await Promise.all(inRuns)).flat(), ...sealed];
}

function rowsOfNote(noteId: string, rows: readonly Base[], versions: readonly KeptVersion[]): readonly Base[] {
  const kept = rows.flatMap((row) => {
    const run = runOf(noteId, row);
    return run === undefined ? [] : [{ key: row.vvKey, run }];
  });
  const whole = rows.filter((row) => runOf(noteId, row) === undefined).map(({ vvKey }) => vvKey);
  return addVersions(kept, whole, versions).map(({ key, run }) => {
    const row = { id: versionRowId(noteId, false), vvKey: key, vv: run.first.vv, entity: { attIds: referencesOf(run) }, run };
    return row as unknown as Base;
  });
}

function toVersions(noteId: string, row: Base): readonly KeptVersion[] {
  const run = runOf(noteId, row);
  if (run !== undefined) return readRun(run);
  return isStoredBase(row) && row.entity.kind === "note" ? [{ noteId, key: row.vvKey, note: row.entity }] : [];
}

function runOf(noteId: string, row: Base) {
  return toRun(noteId, (row as { readonly run?: unknown }).run);
}
