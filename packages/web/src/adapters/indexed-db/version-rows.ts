/**
 * Where former versions of notes are: in the store of bases, under keys that no note has, `ID#0` in clear and `ID#1` sealed, so that those in clear can go
 * at once. How they are read and written comes after the first screen (version-runs.ts).
 */
import type { KeptVersion } from "@satchel/core/model/entities/kept-version.ts";
import type { Base, Writes } from "@satchel/core/ports/local-store.ts";

export function versionRowId(noteId: string, isSealed: boolean): string {
  return `${noteId}#${isSealed ? 1 : 0}`;
}

export function toVersionRow({ noteId, key, note }: KeptVersion): Base {
  return { id: versionRowId(noteId, note.sealed !== undefined), vvKey: key, vv: note.vv, entity: note };
}

export function versionRanges(forgotten: NonNullable<Writes["forgetVersions"]>): readonly IDBKeyRange[] {
  // An array sorts behind every text.
  return forgotten.map(({ noteId, inClear = false }) =>
    IDBKeyRange.bound([versionRowId(noteId, false)], [versionRowId(noteId, !inClear), []]),
  );
}
