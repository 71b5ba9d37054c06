/** An import as the user starts, checks, watches, continues and undoes it. Issue: nothing is written before the user has seen what will be. */
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { ChosenSource, CsvAs, ImportProblem } from "../../ports/transfer/import-sources.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";

export type ImportFound = {
  readonly names: readonly string[];
  readonly items: readonly ReportItem[];
  readonly sum: ReportSum;
  /** Of its notes, those that an earlier import brought in, and that are still here. */
  readonly alreadyHere: number;
  /** How the tables in its CSV files were read; undefined: there are none. */
  readonly csvAs: CsvAs | undefined;
};

export type ImportOutcome = {
  readonly found: ImportFound;
  readonly added: number;
  readonly skipped: number;
  readonly attachments: number;
  /** Attachments that this device could not keep. */
  readonly notKept: readonly string[];
};

/** `done` of `total` notes are here, whether this import brought them in or an earlier one. */
export type UnfinishedImport = { readonly name: string; readonly done: number; readonly total: number; readonly added: number };

/** `import-elsewhere`: another tab is importing. */
export type ImportFailure = ImportProblem | StoreProblem | { readonly kind: "vault-locked" } | { readonly kind: "import-elsewhere" };

export type ImportState =
  | { readonly kind: "idle" }
  /** Begun before a reload, or failed on the way. `isOther`: the files that were just chosen are not those that it began with. */
  | { readonly kind: "unfinished"; readonly unfinished: UnfinishedImport; readonly isOther: boolean }
  | { readonly kind: "scanning"; readonly notes: number }
  | { readonly kind: "found"; readonly found: ImportFound }
  | { readonly kind: "importing"; readonly done: number; readonly total: number }
  | { readonly kind: "imported"; readonly outcome: ImportOutcome }
  | { readonly kind: "undoing" }
  | { readonly kind: "undone"; readonly count: number }
  /** What was added by then stays, and can be undone. */
  | { readonly kind: "cancelled"; readonly added: number }
  /** `unfinished`: it can be continued. */
  | { readonly kind: "failed"; readonly problem: ImportFailure; readonly added: number; readonly unfinished?: UnfinishedImport };

export type ImportChoice = {
  /** The folder for all notes; undefined: folders as the source has them. */
  readonly folderId: string | undefined;
  readonly duplicates: "skip" | "copy";
};

export interface ImportService {
  readonly store: ReadableStore<ImportState>;
  /** Looks whether an import was interrupted. */
  look(): Promise<void>;
  /** Of the files of an interrupted import: continues that. */
  scan(chosen: readonly ChosenSource[], password: string | undefined): Promise<void>;
  /** Scans the same files again. */
  readTablesAs(csvAs: CsvAs): Promise<void>;
  start(choice: ImportChoice): Promise<void>;
  cancel(): void;
  /** Everything that the last import added goes to the trash. */
  undo(): Promise<void>;
  /** An interrupted import is over; what it added stays. */
  discard(): Promise<void>;
  saveReport(): void;
  reset(): void;
  /** Stops; what is unfinished can be continued. */
  close(): void;
}
