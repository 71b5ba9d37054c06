/**
 * Stored record of an unfinished import, so that it can be continued after a reload: the chosen files and the ids of the notes. The library
 * itself shows the progress. Contains no note text. Implemented by web/adapters/import.
 */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { ReadChoices } from "./import-sources.ts";

export type ImportRecord = ReadChoices & {
  readonly importId: string;
  readonly startedAtMs: number;
  /** Name of the first chosen file or folder. */
  readonly sourceName: string;
  /** Hash of the chosen files' paths and sizes. */
  readonly filesHash: string;
  /** `ReadOrder.salt`. */
  readonly salt: string;
  /** Folder for all notes; undefined for the folders of the source. */
  readonly folderId: string | undefined;
  /** Library ids of all notes of the source. */
  readonly noteIds: readonly string[];
  /** Ids in `noteIds` of notes that were here before. */
  readonly skippedIds: readonly string[];
  /** Ids in `noteIds` of deleted notes that the import restores. */
  readonly revivedIds: readonly string[];
  /** Ids of the folders that the import made. */
  readonly folderIds: readonly string[];
  /** Id and file name of attachments that this device could not store. */
  readonly notKept: readonly (readonly [string, string])[];
};

/** Only one tab imports at a time; other tabs that need the record wait or do nothing. */
export interface ImportTurns {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Returns undefined if another tab is importing; `work` is not called then. */
  runIfFree<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
}

export interface ImportRecords {
  /** Returns undefined if there is no readable record. */
  load(): Promise<ImportRecord | undefined>;
  save(record: ImportRecord): Promise<Result<void, StoreProblem>>;
  forget(): Promise<void>;
}
