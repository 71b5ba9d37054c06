/** Data and commands of the history screen. */
import type { NoteDraft } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { NoteProblem } from "../notes/notes-service-types.ts";
import type { Comparison } from "./compare-texts.ts";
import type { PackReference } from "./packs/pack-references.ts";

export type VersionRow = {
  /** Key of the version within its note; `CURRENT_VERSION` for the current one. */
  readonly key: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Device that wrote the version; undefined if it was merged from several. */
  readonly deviceId: string | undefined;
  readonly isCurrent: boolean;
  /** True if the text is sealed for the Sensitive folder. */
  readonly isSealed: boolean;
};

export const CURRENT_VERSION = "current";

export type HistoryProblem = StoreProblem | { readonly kind: "not-found" | "sensitive-locked" };

export type Counted = Pick<Comparison, "added" | "removed">;

/** Versions of a note in one pack of the drive that are not on this device: count and time range. */
export type EarlierVersions = Pick<PackReference, "packId" | "count" | "fromMs" | "toMs">;

export type Earlier = {
  /** Latest first. */
  readonly known: readonly EarlierVersions[];
  /** Unread packs that the note's own file does not name; they may contain versions too. */
  readonly otherPackIds: readonly string[];
};

/** `onRead`: number of packs read so far; the list may have changed. */
export type EarlierSteps = {
  readonly packIds: readonly string[];
  readonly isStopped: () => boolean;
  readonly onRead: (done: number, total: number) => void;
};
export type FetchOutcome = "complete" | "incomplete" | "offline" | "stopped";
export type FetchEarlier = (steps: EarlierSteps) => Promise<FetchOutcome>;

export interface HistoryService {
  /** Fetches versions that only the drive has: everything in these packs. Requires a drive. Decision 0034. */
  readonly fetchEarlier: FetchEarlier;
  /** Returns what could be fetched for a note, without a request. */
  earlier(noteId: string): Promise<Earlier>;
  /** Returns the current version first, then the others, newest first. */
  list(noteId: string): Promise<Result<readonly VersionRow[], HistoryProblem>>;
  read(noteId: string, key: string): Promise<Result<NoteDraft, HistoryProblem>>;
  /** Compares a version with the one before it; the first one with an empty text. */
  compare(noteId: string, key: string): Promise<Result<Comparison, HistoryProblem>>;
  /** Yields the size of the change of each recent version, by key, in the order of the list. */
  count(noteId: string): AsyncIterable<readonly [string, Counted]>;
  /** Makes a version current; the replaced version stays in the history. */
  restore(noteId: string, key: string): Promise<Result<void, HistoryProblem | NoteProblem>>;
  /** Frees the versions that were read. */
  close(): void;
  /** Returns the new note's id. */
  copy(noteId: string, key: string, title: (title: string) => string): Promise<Result<string, HistoryProblem | NoteProblem>>;
}
