/** The notes that were looked at last, so that going back to one shows it in the same frame. Plain notes only. Pure. Spec A §9 "hot cache". */

import type { Note } from "../../model/entities/note.ts";
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import { NOTE_VIEW } from "../../model/limits.ts";

export type HotNotes = readonly { readonly note: Note; readonly atMs: number }[];

/** The newest last; what is too many or too old goes. */
export function keepHot(hot: HotNotes, note: Note, nowMs: number): HotNotes {
  const others = hot.filter((kept) => kept.note.noteId !== note.noteId && nowMs - kept.atMs < NOTE_VIEW.hotMs);
  // A sensitive note's text stays no longer than its screen.
  return note.isEncrypted ? others : [...others, { note, atMs: nowMs }].slice(-NOTE_VIEW.hotEntries);
}

/** Only while it is the version that the library holds. */
export function findHot(
  hot: HotNotes,
  noteId: string,
  { version, nowMs }: { readonly version: VersionVector | undefined; readonly nowMs: number },
): Note | undefined {
  const kept = hot.find(({ note }) => note.noteId === noteId);
  if (kept === undefined || nowMs - kept.atMs >= NOTE_VIEW.hotMs) return undefined;
  return version !== undefined && isEqual(kept.note.vv, version) ? kept.note : undefined;
}
