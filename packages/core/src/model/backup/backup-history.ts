/** Former versions of notes as they are in a backup: runs of those in clear, and each sealed one as it is. Decision 0035. */
import type { NoteEntity } from "../entities/entity.ts";

/** As in the databases (library/history/deltas/note-delta.ts). */
type HistoryDelta = {
  readonly set: Readonly<Record<string, unknown>>;
  readonly gone?: readonly string[];
  readonly edits?: readonly (number | string)[];
  readonly sum: string;
};
type HistoryRun = { readonly first: NoteEntity; readonly next: readonly HistoryDelta[] };

/** `id`: of this record, among all of them. */
export type HistoryRecord = {
  readonly id: string;
  readonly noteId: string;
} & ({ readonly run: HistoryRun } | { readonly sealed: NoteEntity });
