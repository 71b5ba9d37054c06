/** An import as the user starts, checks, watches and undoes it. Issue: nothing is written before the user has seen what will be. */
import type { ReadableStore } from "../../model/store.ts";
import type { ChosenSource, ImportProblem } from "../../ports/import-sources.ts";
import type { StoreProblem } from "../../ports/local-store.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";

export type ImportFound = {
  readonly names: readonly string[];
  readonly items: readonly ReportItem[];
  readonly sum: ReportSum;
  /** Of its notes, those that an earlier import brought in, and that are still here. */
  readonly alreadyHere: number;
};

export type ImportOutcome = {
  readonly found: ImportFound;
  readonly added: number;
  readonly skipped: number;
  readonly attachments: number;
  /** Attachments that this device could not keep. */
  readonly notKept: readonly string[];
};

export type ImportState =
  | { readonly kind: "idle" }
  | { readonly kind: "scanning"; readonly notes: number }
  | { readonly kind: "found"; readonly found: ImportFound }
  | { readonly kind: "importing"; readonly done: number; readonly total: number }
  | { readonly kind: "imported"; readonly outcome: ImportOutcome }
  | { readonly kind: "undoing" }
  | { readonly kind: "undone"; readonly count: number }
  /** What was added by then stays, and can be undone. */
  | { readonly kind: "cancelled"; readonly added: number }
  | { readonly kind: "failed"; readonly problem: ImportProblem | StoreProblem; readonly added: number };

export type ImportChoice = {
  /** The folder for all notes; undefined: folders as the source has them. */
  readonly folderId: string | undefined;
  readonly duplicates: "skip" | "copy";
};

export interface ImportService {
  readonly store: ReadableStore<ImportState>;
  scan(chosen: readonly ChosenSource[], password: string | undefined): Promise<void>;
  start(choice: ImportChoice): Promise<void>;
  cancel(): void;
  /** Everything that the last import added goes to the trash. */
  undo(): Promise<void>;
  saveReport(): void;
  reset(): void;
}
