/** Messages between the page and the import worker. */
import type { Result } from "@satchel/core/model/result.ts";
import type { ImportedNote, ImportProblem, ReadOptions, ReadOrder, ScannedSource } from "@satchel/core/ports/transfer/import-sources.ts";
import type { ReportItem, ReportSum } from "@satchel/core/transfer/import/import-report.ts";

export type ChosenPath = { readonly path: string; readonly blob: Blob; readonly modifiedMs: number | undefined };

export type ImportPage = {
  onProgress(notes: number): void;
  takeNotes(notes: readonly ImportedNote[]): boolean;
};

export type ImportApi = {
  open(chosen: readonly ChosenPath[], options: ReadOptions): Promise<Result<ScannedSource<ReportItem, ReportSum>, ImportProblem>>;
  eachNotes(order: ReadOrder): Promise<Result<void, ImportProblem>>;
  stop(): void;
};

export const IMPORT_API_METHODS = ["open", "eachNotes", "stop"] as const satisfies readonly (keyof ImportApi)[];
export const IMPORT_PAGE_METHODS = ["onProgress", "takeNotes"] as const satisfies readonly (keyof ImportPage)[];
