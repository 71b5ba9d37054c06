/** Port: backups as the user's files, processed in a worker by web/adapters/archive. Spec B §4 "Backup and restore". */

import type { BackupDamage } from "../../model/backup/backup-damage.ts";
import type { BackupAttachment, BackupFolder, BackupMetadata, BackupNote } from "../../model/backup/backup-format.ts";
import type { HistoryRecord } from "../../model/backup/backup-history.ts";
import type { ReadableLabels } from "../../model/backup/readable.ts";
import type { Folder } from "../../model/entities/folder.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { DeriveProblem } from "../sealing/keyring.ts";
import type { ArchiveProblem, ArchiveReadProblem } from "./archive.ts";
import type { AttachmentBytes } from "./attachment-bytes.ts";

/** Content of a backup, as of the request. */
export type BackupContent = {
  /** Note ids in groups that are read one at a time, to limit memory. */
  readonly noteGroups: readonly (readonly string[])[];
  readonly folders: readonly Folder[];
  /** Readable titles of notes that others link to, by id. */
  readonly linkTitles?: ReadonlyMap<string, string>;
  /** Wrapped keys of sensitive folders; none opens without its password. */
  readonly sensitive: readonly unknown[];
  /** Returns the notes that still exist, in backup form. */
  readNotes(ids: readonly string[]): Promise<Result<readonly BackupNote[], StoreProblem>>;
  readonly attachments: Pick<AttachmentBytes, "read" | "readSealed">;
  /** Returns their former versions; absent if the backup omits history. */
  readHistory?(ids: readonly string[]): Promise<Result<readonly HistoryRecord[], StoreProblem>>;
};

/** `isChecking`: the file is being read back, and `done` and `total` are bytes; otherwise they count notes and files. */
export type BackupProgress = { readonly done: number; readonly total: number; readonly isChecking?: boolean };

export type BackupTotals = {
  readonly notes: number;
  readonly folders: number;
  readonly attachments: number;
  /** Attachments that were not available; their notes are in the backup. */
  readonly missing: readonly Attachment[];
};

/** `not-verified`: the written file differed when read back; it is not offered to the user. */
export type BackupProblem =
  | { readonly kind: "not-verified"; readonly path: string }
  | StoreProblem
  | ArchiveProblem
  | DeriveProblem
  | CodeMissing
  | { readonly kind: "stopped" };

export type BackupFileProblem =
  | ArchiveReadProblem
  | CodeMissing
  | { readonly kind: "no-zip" }
  | { readonly kind: "no-metadata" }
  | { readonly kind: "not-ours"; readonly appName: string }
  | { readonly kind: "other-version"; readonly version: string }
  /** The backup must first be opened with its password. */
  | { readonly kind: "sealed"; readonly lock: unknown }
  | { readonly kind: "wrong-password" }
  | { readonly kind: "stopped" };

/** A verified backup. A small one stays in memory; of a large one, each group is read again. */
export type VerifiedBackup = {
  readonly metadata: BackupMetadata;
  readonly noteCount: number;
  /** Parts that could not be read; the fields below exclude them. */
  readonly damage: readonly BackupDamage[];
  readonly folders: readonly BackupFolder[];
  readonly attachments: readonly BackupAttachment[];
  readonly sensitive: readonly unknown[];
  readonly hasSealedNotes: boolean;
  /** Stops early if `take` returns false. */
  eachNotes(take: (notes: readonly BackupNote[]) => Promise<boolean>): Promise<Result<void, BackupFileProblem>>;
  readAttachment(attachment: BackupAttachment): Promise<Result<Uint8Array, BackupFileProblem>>;
  /** True if the backup has readable former versions of notes. */
  readonly hasHistory: boolean;
  eachHistory(take: (records: readonly HistoryRecord[]) => Promise<boolean>): Promise<Result<void, BackupFileProblem>>;
};

/** A file that the user chose; the size is in bytes. */
export type ChosenFile = { readonly name: string; readonly size: number };

export type ArchiveWatch = { readonly onProgress: (progress: BackupProgress) => void; readonly stop: StopSignal };

export type WrittenBackup = {
  readonly totals: BackupTotals;
  /** Offers the file to the user as a download. */
  save(): void;
};

export type OpenedBackup = VerifiedBackup & { close(): void };

export type BackupOrder = {
  readonly fileName: string;
  readonly nowMs: number;
  readonly labels: ReadableLabels;
  readonly password: string | undefined;
};

export interface BackupArchives {
  write(content: BackupContent, order: BackupOrder, watch: ArchiveWatch): Promise<Result<WrittenBackup, BackupProblem>>;
  /** Opens and verifies the whole file. */
  open(file: ChosenFile, password: string | undefined, watch: ArchiveWatch): Promise<Result<OpenedBackup, BackupFileProblem>>;
}
