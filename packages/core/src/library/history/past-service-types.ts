/** Data and commands of the screen "My library as it was on …". Decision 0036. */
import type { NoteDraft } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { FetchOutcome, HistoryProblem } from "./history-service-types.ts";

export type PastNote = {
  readonly noteId: string;
  /** Key of the version within its note; `CURRENT_VERSION` for the current text. */
  readonly key: string;
  readonly title: string;
  readonly preview: string;
  /** Folder of the note now. */
  readonly folder: string | null;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Fate of the note since that day. */
  readonly since: "same" | "changed" | "deleted";
  /** True if the text of that day is only in the drive; the row shows another version. */
  readonly isInDrive?: boolean;
};

export type PastState = {
  /** Last written first; undefined until read. */
  readonly notes: readonly PastNote[] | undefined;
  /** Number of hidden notes of the locked Sensitive folder. */
  readonly locked: number;
  /** Number of drive files that this device has not read yet; their notes are missing. */
  readonly notFetched: number;
  /** Reason why texts of that day are only in the drive. */
  readonly missing: Exclude<FetchOutcome, "complete"> | undefined;
  readonly work: PastWork | undefined;
};

/** `fetch` counts drive files, the other kinds count notes. */
export type PastWork = { readonly kind: "read" | "fetch" | "restore" | "undo"; readonly done: number; readonly of: number };

/** Data for undoing a restore. */
export type PastUndo = { readonly noteId: string; readonly key: string | undefined; readonly wasDeleted: boolean };

export interface PastService {
  readonly store: ReadableStore<PastState>;
  /**
   * Shows the library at the end of a day: first as this device knows it, then with versions fetched from the drive. Shows nothing if
   * reading is canceled.
   */
  show(atMs: number): Promise<Result<void, StoreProblem>>;
  read(noteId: string, key: string): Promise<Result<NoteDraft, HistoryProblem>>;
  /** Restores notes as new versions; deleted notes come back. If canceled, restored notes stay and can be undone. */
  restore(notes: readonly PastNote[]): Promise<{ readonly undo: readonly PastUndo[]; readonly failed: number }>;
  /** Returns how many notes are as they were before. */
  undo(restored: readonly PastUndo[]): Promise<number>;
  cancel(): void;
  /** Forgets the shown notes, since notes of the Sensitive folder must not stay once it is locked. */
  close(): void;
}
