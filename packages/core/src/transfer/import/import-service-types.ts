/**
 * State of an import that the user starts, checks, watches, continues and undoes. Nothing is written before the user has seen the result of
 * the scan.
 */
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { ChosenSource, CsvAs, ImportProblem, ReadChoices, UnknownAs } from "../../ports/transfer/import-sources.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";

export type ImportFound = {
  readonly names: readonly string[];
  readonly items: readonly ReportItem[];
  readonly sum: ReportSum;
  /** Number of its notes that an earlier import added and that still exist. */
  readonly alreadyHere: number;
  /** How the tables in CSV files were read; undefined if there are none. */
  readonly csvAs: CsvAs | undefined;
  /** What happens to files of unknown formats; undefined if there are none. */
  readonly unknownAs: UnknownAs | undefined;
};

export type ImportOutcome = {
  readonly found: ImportFound;
  readonly added: number;
  readonly skipped: number;
  readonly attachments: number;
  /** Names of attachments that this device could not store. */
  readonly notKept: readonly string[];
};

/** `done` of `total` notes are present, from this import or an earlier one. */
export type UnfinishedImport = { readonly name: string; readonly done: number; readonly total: number; readonly added: number };

/** `import-elsewhere`: another tab is importing. */
export type ImportFailure = ImportProblem | StoreProblem | { readonly kind: "vault-locked" } | { readonly kind: "import-elsewhere" };

export type ImportState =
  | { readonly kind: "idle" }
  /** The import began before a reload, or failed. `isOther`: the chosen files are not those it began with. */
  | { readonly kind: "unfinished"; readonly unfinished: UnfinishedImport; readonly isOther: boolean }
  | { readonly kind: "scanning"; readonly notes: number }
  | { readonly kind: "found"; readonly found: ImportFound }
  | { readonly kind: "importing"; readonly done: number; readonly total: number }
  | { readonly kind: "imported"; readonly outcome: ImportOutcome }
  | { readonly kind: "undoing" }
  /** `noteIds`: the notes that the import had added, all deleted now. `trashed`: those of them that were changed since. */
  | { readonly kind: "undone"; readonly removed: number; readonly trashed: number; readonly noteIds: readonly string[] }
  /** Notes that were added before the cancellation stay and can be undone. */
  | { readonly kind: "cancelled"; readonly added: number }
  /** `unfinished`: set if it can be continued. */
  | { readonly kind: "failed"; readonly problem: ImportFailure; readonly added: number; readonly unfinished?: UnfinishedImport };

export type ImportChoice = {
  /** Folder for all notes; undefined for the folders of the source. */
  readonly folderId: string | undefined;
  readonly duplicates: "skip" | "copy";
};

export interface ImportService {
  readonly store: ReadableStore<ImportState>;
  /** Checks whether an import was interrupted. */
  look(): Promise<void>;
  /** Scans the files; continues an interrupted import if they are its files. */
  scan(chosen: readonly ChosenSource[], password: string | undefined): Promise<void>;
  /** Scans the same files again with other choices. */
  readAgain(choices: Partial<ReadChoices>): Promise<void>;
  start(choice: ImportChoice): Promise<void>;
  cancel(): void;
  /** Removes what the last import added; what was changed since goes to the trash. */
  undo(): Promise<void>;
  /** Forgets an interrupted import; what it added stays. */
  discard(): Promise<void>;
  saveReport(): void;
  reset(): void;
  /** Stops; an unfinished import can be continued later. */
  close(): void;
}
