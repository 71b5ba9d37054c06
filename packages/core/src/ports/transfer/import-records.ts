/**
 * What a device keeps of an import until it has ended, so that it can be continued after a reload: what was chosen, and the ids of the notes. How far
 * it came is in the library itself. Nothing of a note's text. Implemented by web/adapters/import.
 */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { CsvAs } from "./import-sources.ts";

export type ImportRecord = {
  readonly importId: string;
  readonly startedAtMs: number;
  /** Of the first file or folder that was chosen. */
  readonly sourceName: string;
  /** Which files were chosen, by their paths and sizes. */
  readonly filesHash: string;
  readonly csvAs: CsvAs;
  /** `ReadOrder.salt`. */
  readonly salt: string;
  /** The folder for all notes; undefined: folders as the source has them. */
  readonly folderId: string | undefined;
  /** All notes of the source, by the ids that they have in the library. */
  readonly noteIds: readonly string[];
  /** Of those, the ones that were here before. */
  readonly skippedIds: readonly string[];
  /** Of those, the ones that had been deleted, and come back. */
  readonly revivedIds: readonly string[];
  /** Attachments that this device could not keep: id and file name. */
  readonly notKept: readonly (readonly [string, string])[];
};

/** One tab imports at a time; another that works with the record waits, or does nothing. */
export interface ImportTurns {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Undefined: another tab has the turn, and nothing was done. */
  runIfFree<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
}

export interface ImportRecords {
  /** Undefined: there is none, or it cannot be read. */
  load(): Promise<ImportRecord | undefined>;
  save(record: ImportRecord): Promise<Result<void, StoreProblem>>;
  forget(): Promise<void>;
}
