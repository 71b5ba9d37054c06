/** Imports over their adapters: fetched by lazy-transfer-services.ts when the user wants one. */
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { LOCAL_KEYS, TRANSFER_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/preferences.ts";
import { createAttachmentBytes } from "@satchel/core/transfer/backup/attachment-bytes-service.ts";
import { createImportService, type ImportDeps } from "@satchel/core/transfer/import/import-service.ts";
import type { ImportService } from "@satchel/core/transfer/import/import-service-types.ts";
import { browserClock, browserIds } from "../../../adapters/browser/environment.ts";
import { saveFile } from "../../../adapters/browser/save-file.ts";
import { createImportRecords, createImportTurns } from "../../../adapters/import/create-import-records.ts";
import { createImportSources } from "../../../adapters/import/create-import-sources.ts";
import { importReportFile, importReportNote } from "../../../text/import-report.ts";

export type ImportParts = Pick<ImportDeps, "library"> & {
  readonly kind: "cloud" | "local";
  readonly attachments: AttachmentsService;
  readonly preferences: Preferences;
};

export function composeImport({ library, attachments, preferences, kind }: ImportParts): ImportService {
  return createImportService({
    library,
    attachments: createAttachmentBytes(attachments),
    sources: createImportSources(),
    records: createImportRecords(TRANSFER_DATABASE[kind]),
    turns: createImportTurns(TRANSFER_DATABASE[kind]),
    clock: browserClock,
    ids: browserIds,
    reportNote: importReportNote,
    saveReport: (found) => saveFile(importReportFile(found)),
    remember: (isUnfinished) => preferences.write(LOCAL_KEYS.import, isUnfinished ? "true" : undefined),
  });
}
