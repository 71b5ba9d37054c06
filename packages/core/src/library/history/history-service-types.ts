/** What the history screen asks for. */
import type { NoteDraft } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { NoteProblem } from "../notes/notes-service-types.ts";
import type { Comparison } from "./compare-texts.ts";
import type { PackReference } from "./packs/pack-references.ts";

export type VersionRow = {
  /** Of this version, among those of its note; the present one's is `CURRENT_VERSION`. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** Which device wrote it; undefined: it was merged from several. */
  readonly deviceId: string | undefined;
  readonly isCurrent: boolean;
  /** Its text is sealed for the Sensitive folder. */
  readonly isSealed: boolean;
};

export const CURRENT_VERSION = "current";

export type HistoryProblem = StoreProblem | { readonly kind: "not-found" | "sensitive-locked" };

export type Counted = Pick<Comparison, "added" | "removed">;

/** Versions of a note that are in the drive and not on this device: so many, written from when to when, in one pack. */
export type EarlierVersions = Pick<PackReference, "packId" | "count" | "fromMs" | "toMs">;

export type Earlier = {
  /** The latest first. */
  readonly known: readonly EarlierVersions[];
  /** Packs that were not read here and that the note's own file does not name: they may hold some. */
  readonly otherPackIds: readonly string[];
};

/** `onRead`: so many of the packs were read, and there may be more to list. */
export type EarlierSteps = {
  readonly packIds: readonly string[];
  readonly isStopped: () => boolean;
  readonly onRead: (done: number, total: number) => void;
};
export type FetchOutcome = "complete" | "incomplete" | "offline" | "stopped";
export type FetchEarlier = (steps: EarlierSteps) => Promise<FetchOutcome>;

export interface HistoryService {
  /** Brings versions to this device that only the drive has: all that some packs hold; nothing where there is no drive. Decision 0034. */
  readonly fetchEarlier: FetchEarlier;
  /** What could be fetched of a note. Costs no request. */
  earlier(noteId: string): Promise<Earlier>;
  /** The present version first, then the others, the newest first. */
  list(noteId: string): Promise<Result<readonly VersionRow[], HistoryProblem>>;
  read(noteId: string, key: string): Promise<Result<NoteDraft, HistoryProblem>>;
  /** With the version before it; of the first one, with nothing. */
  compare(noteId: string, key: string): Promise<Result<Comparison, HistoryProblem>>;
  /** How much changed in each of the newest versions, by their keys; in the order of the list. */
  count(noteId: string): AsyncIterable<readonly [string, Counted]>;
  /** Makes it the present version; the one that it replaces stays in the history. */
  restore(noteId: string, key: string): Promise<Result<void, HistoryProblem | NoteProblem>>;
  /** Lets go of the versions that were read of a note. */
  close(): void;
  /** Answers the new note's id. */
  copy(noteId: string, key: string, title: (title: string) => string): Promise<Result<string, HistoryProblem | NoteProblem>>;
}
