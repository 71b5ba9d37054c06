/**
 * Backups as files of the person's: written and offered as a download, or chosen and read. All of it happens beside the page.
 * Implemented by web/adapters/archive over a worker. Spec B §4 "Backup and restore".
 */

import type {
  BackupContent,
  BackupFileProblem,
  BackupProblem,
  BackupProgress,
  BackupTotals,
  ChosenFile,
  VerifiedBackup,
} from "../backup/backup-service-types.ts";
import type { ReadableWords } from "../backup/readable.ts";
import type { Result } from "../result.ts";
import type { StopSignal } from "./attachment-remote.ts";

export type ArchiveWatch = { readonly onProgress: (progress: BackupProgress) => void; readonly stop: StopSignal };

export type WrittenBackup = {
  readonly totals: BackupTotals;
  /** Hands it to the person as a download. */
  save(): void;
};

export type OpenedBackup = VerifiedBackup & { close(): void };

export type BackupOrder = {
  readonly fileName: string;
  readonly nowMs: number;
  readonly words: ReadableWords;
  readonly password: string | undefined;
};

export interface BackupArchives {
  write(content: BackupContent, order: BackupOrder, watch: ArchiveWatch): Promise<Result<WrittenBackup, BackupProblem>>;
  /** Verified to its end. */
  open(file: ChosenFile, password: string | undefined, watch: ArchiveWatch): Promise<Result<OpenedBackup, BackupFileProblem>>;
}
