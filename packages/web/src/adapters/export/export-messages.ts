/** Messages between the page and the export worker. */
import type { Result } from "@satchel/core/model/result.ts";
import type { ExportedNote, ExportOrder, ExportProblem } from "@satchel/core/ports/transfer/note-exports.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { ExportSummary } from "@satchel/core/transfer/export/export-service-types.ts";
import type { SiteLabels } from "@satchel/core/transfer/export/formats/site/html-site.ts";

export type ExportPage = {
  readNotes(ids: readonly string[]): Result<readonly ExportedNote[], ExportProblem>;
  readFile(file: { readonly id: string; readonly isSensitive: boolean }): Uint8Array | undefined;
  onProgress(done: number): void;
};

export type WrittenFile = { readonly file: Blob; readonly fileName: string; readonly summary: ExportSummary };

/** `labels`: for the pages of a site. */
export type LabeledOrder = ExportOrder<ExportFormat> & { readonly labels: SiteLabels };

export type ExportApi = {
  write(order: LabeledOrder): Promise<Result<WrittenFile, ExportProblem>>;
  stop(): void;
};

export const EXPORT_API_METHODS = ["write", "stop"] as const satisfies readonly (keyof ExportApi)[];
export const EXPORT_PAGE_METHODS = ["readNotes", "readFile", "onProgress"] as const satisfies readonly (keyof ExportPage)[];
