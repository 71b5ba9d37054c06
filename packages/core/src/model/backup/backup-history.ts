/** Former versions in a backup: unencrypted versions in runs, sealed versions one by one. Decision 0035. */
import type { NoteEntity } from "../entities/entity.ts";

/** Same form as in the databases (library/history/deltas/note-delta.ts). */
type HistoryDelta = {
  readonly set: Readonly<Record<string, unknown>>;
  readonly gone?: readonly string[];
  readonly edits?: readonly (number | string)[];
  readonly sum: string;
};
type HistoryRun = { readonly first: NoteEntity; readonly next: readonly HistoryDelta[] };

/** `id`: unique id of this record in the file. */
export type HistoryRecord = {
  readonly id: string;
  readonly noteId: string;
} & ({ readonly run: HistoryRun } | { readonly sealed: NoteEntity });
