/** What the screen "My library as it was on …" asks for. Decision 0036. */
import type { NoteDraft } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { FetchOutcome, HistoryProblem } from "./history-service-types.ts";

export type PastNote = {
  readonly noteId: string;
  /** Of the version, among those of its note; the present text's is `CURRENT_VERSION`. */
  readonly key: string;
  readonly title: string;
  readonly preview: string;
  /** Where it is now. */
  readonly folder: string | null;
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** What became of it since. */
  readonly since: "same" | "changed" | "deleted";
  /** Its text of that day is in the drive and not on this device: what is known of it here is another one. */
  readonly isInDrive?: boolean;
};

export type PastState = {
  /** Last written first; undefined: not read yet. */
  readonly notes: readonly PastNote[] | undefined;
  /** Notes of the locked Sensitive folder, of which nothing is shown. */
  readonly locked: number;
  /** Files in the drive that this device has not read yet: what they hold is not shown. */
  readonly notFetched: number;
  /** Why texts of that day are in the drive only. */
  readonly missing: Exclude<FetchOutcome, "complete"> | undefined;
  readonly work: PastWork | undefined;
};

/** `fetch`: of files of the drive; the others: of notes. */
export type PastWork = { readonly kind: "read" | "fetch" | "restore" | "undo"; readonly done: number; readonly of: number };

/** How a restore is taken back. */
export type PastUndo = { readonly noteId: string; readonly key: string | undefined; readonly wasDeleted: boolean };

export interface PastService {
  readonly store: ReadableStore<PastState>;
  /** The library at the end of a day: as this device knows it, and then with what it fetches from the drive. Where reading was cancelled it shows nothing. */
  show(atMs: number): Promise<Result<void, StoreProblem>>;
  read(noteId: string, key: string): Promise<Result<NoteDraft, HistoryProblem>>;
  /** Makes new versions of them; deleted ones come back. Cancelled, what was restored stays and can be taken back. */
  restore(notes: readonly PastNote[]): Promise<{ readonly undo: readonly PastUndo[]; readonly failed: number }>;
  /** Answers how many are as they were before. */
  undo(restored: readonly PastUndo[]): Promise<number>;
  cancel(): void;
  /** Forgets what was shown: of notes of the Sensitive folder nothing stays once it is locked. */
  close(): void;
}
