/** Backup and restore over their adapters: fetched by lazy-transfer-services.ts when someone wants one. */

import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { createAttachmentBytes } from "@satchel/core/transfer/backup/attachment-bytes-service.ts";
import { type BackupDeps, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import type { BackupService } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { createArchives } from "../../../adapters/archive/create-archives.ts";
import { deleteTemporaryFile } from "../../../adapters/archive/temporary-file.ts";
import { browserClock } from "../../../adapters/browser/environment.ts";
import { saveBlob } from "../../../adapters/browser/save-file.ts";
import { backupPageText } from "../../../text/backup-page.ts";

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
