/**
 * Composes backup and restore, imports, and moving local mode's notes into an account, over their adapters; loaded by
 * lazy-transfer-services.ts.
 */
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { LOCAL_KEYS, TRANSFER_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { type BackupDeps, createAttachmentBytes, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import type { BackupService } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { createImportService, type ImportDeps } from "@satchel/core/transfer/import/import-service.ts";
import type { ImportService } from "@satchel/core/transfer/import/import-service-types.ts";
import { createUpgradeService, type OpenedUpgrade, type UpgradeDeps } from "@satchel/core/transfer/upgrade/upgrade-service.ts";
import type { LocalNotesAccess } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { createArchives } from "../../../adapters/archive/create-archives.ts";
import { deleteTemporaryFile } from "../../../adapters/archive/temporary-file.ts";
import { saveBlob, saveFile } from "../../../adapters/browser/device-disk.ts";
import { browserClock, browserIds } from "../../../adapters/browser/environment.ts";
import { createImportRecords, createImportTurns } from "../../../adapters/import/create-import-records.ts";
import { createImportSources } from "../../../adapters/import/create-import-sources.ts";
import { BRIEFLY } from "../../../adapters/indexed-db/databases/briefly.ts";
import { openLocalModeStore } from "../../../adapters/indexed-db/local-mode-store.ts";
import { backupPageText } from "../../../text/transfer/backup-page.ts";
import { importReportFile, importReportNote } from "../../../text/transfer/import-report.ts";

export type BackupParts = Pick<BackupDeps, "library" | "sensitive" | "sealedNotes"> & { readonly attachments: AttachmentsService };

export function composeBackup({ attachments, ...parts }: BackupParts): BackupService {
  return createBackupService({
    ...parts,
    archives: createArchives({ saveBlob: (name, blob) => saveBlob(name, blob, () => void deleteTemporaryFile(name)) }),
    attachments: createAttachmentBytes(attachments),
    clock: browserClock,
    labels: backupPageText,
  });
}

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

export type UpgradeParts = Omit<UpgradeDeps, "attachments" | "local"> & {
  readonly attachments: AttachmentsService;
  readonly local: Omit<LocalNotesAccess, "open">;
};

/** Composes moving local mode's notes into an account; loaded by lazy-transfer-services.ts if there are any. */
export function composeUpgrade({ attachments, local, ...parts }: UpgradeParts): OpenedUpgrade {
  return createUpgradeService({
    ...parts,
    attachments: createAttachmentBytes(attachments),
    local: { ...local, open: () => openLocalModeStore(BRIEFLY) },
  });
}
