/** Imports over their adapters: fetched by lazy-transfer-services.ts when the user wants one. */
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { createAttachmentBytes } from "@satchel/core/transfer/backup/attachment-bytes-service.ts";
import { createImportService, type ImportDeps } from "@satchel/core/transfer/import/import-service.ts";
import type { ImportService } from "@satchel/core/transfer/import/import-service-types.ts";
import { browserClock, browserIds } from "../../../adapters/browser/environment.ts";
import { saveFile } from "../../../adapters/browser/save-file.ts";
import { createImportSources } from "../../../adapters/import/create-import-sources.ts";
import { importReportFile, importReportNote } from "../../../text/import-report.ts";

export type ImportParts = Pick<ImportDeps, "library"> & { readonly attachments: AttachmentsService };

export function composeImport({ library, attachments }: ImportParts): ImportService {
  return createImportService({
    library,
    attachments: createAttachmentBytes(attachments),
    sources: createImportSources(),
    clock: browserClock,
    ids: browserIds,
    reportNote: importReportNote,
    saveReport: (found) => saveFile(importReportFile(found)),
  });
}
