/** Exports over their adapters: fetched when the user wants one. */
import { createExportService, type ExportDeps } from "@satchel/core/transfer/export/export-service.ts";
import type { ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import { deleteTemporaryFile } from "../../../adapters/archive/temporary-file.ts";
import { saveBlob } from "../../../adapters/browser/save-file.ts";
import { createNoteExports } from "../../../adapters/export/create-note-exports.ts";
import { siteText } from "../../../text/export-site.ts";
import { exportsText } from "../../../text/exports.ts";

export type ExportParts = Pick<ExportDeps, "library" | "notes" | "attachments">;

export function composeExport(parts: ExportParts): ExportService {
  return createExportService({
    ...parts,
    exports: createNoteExports({ labels: siteText, saveBlob: (name, blob) => saveBlob(name, blob, () => void deleteTemporaryFile(name)) }),
    fileName: (scope) => scope || exportsText.fileName,
  });
}
