/** An export as the user starts, watches and cancels it. */
import type { ReadableStore } from "../../model/store.ts";
import type { ExportProblem } from "../../ports/transfer/note-exports.ts";
import type { ExportFormat } from "./export-formats.ts";
import type { ExportLoss } from "./export-losses.ts";

/** Which notes: all of them, a folder's, or these. */
export type ExportScope =
  | { readonly kind: "all" }
  | { readonly kind: "folder"; readonly folderId: string }
  | { readonly kind: "notes"; readonly noteIds: readonly string[] };

export type ExportChoice = {
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  /** Notes of the Sensitive folder as well, while it is unlocked. */
  readonly withSensitive: boolean;
};

/** What became of the notes: how many, what their format could not hold, and which files could not be had. */
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
