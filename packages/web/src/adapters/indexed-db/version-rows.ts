/**
 * Former versions of notes in the store of bases, under keys that no note has: `ID#0` in clear and `ID#1` sealed, so that those in clear can go at
 * once. What they refer to is counted by the store's index, as of any base.
 */
import { isStoredBase } from "@satchel/core/library/index/stored-rows.ts";
import type { KeptVersion } from "@satchel/core/model/entities/kept-version.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Writes } from "@satchel/core/ports/local-store.ts";
import type { IDBPTransaction } from "idb";
import type { CloudSchema } from "./cloud-database.ts";

const MARK = "#";
const [IN_CLEAR, SEALED] = [`${MARK}0`, `${MARK}1`];

type Reading = IDBPTransaction<CloudSchema, readonly (typeof DB.bases)[] | (typeof DB.bases)[], "readonly" | "readwrite">;

export function isVersionRow({ id }: Pick<Base, "id">): boolean {
  return id.includes(MARK);
}

export async function readVersionsOf(transaction: Pick<Reading, "objectStore">, noteId: string): Promise<readonly KeptVersion[]> {
  const index = transaction.objectStore(DB.bases).index("id");
  const rows = await Promise.all([IN_CLEAR, SEALED].map((lock) => index.getAll(noteId + lock)));
  return rows.flat().flatMap((row) => toVersion(noteId, row));
}

export function toVersionRow({ noteId, key, note }: KeptVersion): Base {
  return { id: noteId + (note.sealed === undefined ? IN_CLEAR : SEALED), vvKey: key, vv: note.vv, entity: note };
}

export function versionRanges(forgotten: NonNullable<Writes["forgetVersions"]>): readonly IDBKeyRange[] {
  const locks = ({ inClear = false }: { readonly inClear?: boolean }) => (inClear ? [IN_CLEAR] : [IN_CLEAR, SEALED]);
  // An array sorts behind every text.
  return forgotten.flatMap((one) => locks(one).map((lock) => IDBKeyRange.bound([one.noteId + lock], [one.noteId + lock, []])));
}

function toVersion(noteId: string, row: Base): readonly KeptVersion[] {
  return isStoredBase(row) && row.entity.kind === "note" ? [{ noteId, key: row.vvKey, note: row.entity }] : [];
}
