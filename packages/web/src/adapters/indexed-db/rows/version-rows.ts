/**
 * Former versions of notes are in the store of bases, under keys that no note has: `ID#0` unencrypted and `ID#1` sealed, so that the
 * unencrypted ones can be deleted at once. The code that reads and writes them loads after the first screen (version-runs.ts).
 */
import type { KeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import type { Base, Writes } from "@satchel/core/ports/device/local-store.ts";

export function versionRowId(noteId: string, isSealed: boolean): string {
  return `${noteId}#${isSealed ? 1 : 0}`;
}

export function toVersionRow({ noteId, key, note }: KeptVersion): Base {
  return { id: versionRowId(noteId, note.sealed !== undefined), vvKey: key, vv: note.vv, entity: note };
}

export function versionRanges(forgotten: NonNullable<Writes["forgetVersions"]>): readonly IDBKeyRange[] {
  // An array sorts after every string.
  return forgotten.map(({ noteId, inClear = false }) =>
    IDBKeyRange.bound([versionRowId(noteId, false)], [versionRowId(noteId, !inClear), []]),
  );
}

type RowsOfNote<Row> = (noteId: string, isForgotten: boolean, added: readonly KeptVersion[]) => Promise<readonly Row[]>;

/** Rows to write for new versions: for each unencrypted note, one new row or the latest one extended; sealed versions whole. */
export async function planVersionRows<Row>(
  { versions = [], forgetVersions = [] }: Writes,
  { rowsOfNote, toWhole }: { readonly rowsOfNote: RowsOfNote<Row>; readonly toWhole: (version: KeptVersion) => Row },
): Promise<readonly Row[]> {
  const inClear = versions.filter(({ note }) => note.sealed === undefined);
  const rows = [...new Set(inClear.map(({ noteId }) => noteId))].map((noteId) => {
    const isForgotten = forgetVersions.some((one) => one.noteId === noteId);
    const added = inClear.filter((version) => version.noteId === noteId);
    return rowsOfNote(noteId, isForgotten, added);
  });
  return [...(await Promise.all(rows)).flat(), ...versions.filter(({ note }) => note.sealed !== undefined).map(toWhole)];
}

/** Removes duplicates: a version may be stored both whole and in a run. */
export function distinctVersions(versions: readonly KeptVersion[]): readonly KeptVersion[] {
  return [...new Map(versions.map((version) => [`${version.note.sealed === undefined} ${version.key}`, version])).values()];
}
