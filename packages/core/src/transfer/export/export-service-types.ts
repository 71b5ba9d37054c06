/** State of an export that the user starts, watches and cancels. */
import type { ReadableStore } from "../../model/store.ts";
import type { ExportProblem } from "../../ports/transfer/note-exports.ts";
import type { ExportFormat } from "./export-formats.ts";
import type { ExportLoss } from "./export-losses.ts";

/** Scope of an export: all notes, one folder, or these notes. */
export type ExportScope =
  | { readonly kind: "all" }
  | { readonly kind: "folder"; readonly folderId: string }
  | { readonly kind: "notes"; readonly noteIds: readonly string[] };

export type ExportChoice = {
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  /** Includes notes of the Sensitive folder if it is unlocked. */
  readonly withSensitive: boolean;
};

/** Result: number of notes and files, what the format could not represent, and the names of missing files. */
export type ExportSummary = {
  readonly notes: number;
  readonly files: number;
  readonly losses: readonly ExportLoss[];
  readonly missing: readonly string[];
  readonly unread: number;
};

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "exporting"; readonly done: number; readonly total: number }
  | { readonly kind: "exported"; readonly fileName: string; readonly summary: ExportSummary }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly problem: ExportProblem };

export interface ExportService {
  readonly store: ReadableStore<ExportState>;
  start(choice: ExportChoice): Promise<void>;
  cancel(): void;
  reset(): void;
}
