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

/** What goes into a backup, as it was when it was asked for. */
export type BackupContent = {
  /** As they are read: no more at once than memory takes. */
  readonly noteGroups: readonly (readonly string[])[];
  readonly folders: readonly Folder[];
  /** Titles of the notes that others link to, by id: of those that can be read. */
  readonly linkTitles?: ReadonlyMap<string, string>;
  /** The keys of sensitive folders under their passwords; none of them opens anything by itself. */
  readonly sensitive: readonly unknown[];
  /** Those that are still alive, as they go into the backup. */
  readNotes(ids: readonly string[]): Promise<Result<readonly BackupNote[], StoreProblem>>;
  readonly attachments: Pick<AttachmentBytes, "read" | "readSealed">;
  /** Their former versions, where those are asked for. */
  readHistory?(ids: readonly string[]): Promise<Result<readonly HistoryRecord[], StoreProblem>>;
};

/** `isChecking`: what was written is read back; `done` and `total` are bytes then, else notes and files. */
export type BackupProgress = { readonly done: number; readonly total: number; readonly isChecking?: boolean };

export type BackupTotals = {
  readonly notes: number;
  readonly folders: number;
  readonly attachments: number;
  /** Attachments that could not be had; their notes are in the backup all the same. */
  readonly missing: readonly Attachment[];
};

/** `not-verified`: what was written could not be read back as it was; it is not handed over. */
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
  /** It has to be opened with its password first. */
  | { readonly kind: "sealed"; readonly lock: unknown }
  | { readonly kind: "wrong-password" }
  | { readonly kind: "stopped" };

/** A backup that was verified. Few notes are held; of many, each group is read again. */
export type VerifiedBackup = {
  readonly metadata: BackupMetadata;
  readonly noteCount: number;
  /** What of it could not be read; nothing below speaks of it. */
  readonly damage: readonly BackupDamage[];
  readonly folders: readonly BackupFolder[];
  readonly attachments: readonly BackupAttachment[];
  readonly sensitive: readonly unknown[];
  readonly hasSealedNotes: boolean;
  /** Ends early when `take` answers false. */
  eachNotes(take: (notes: readonly BackupNote[]) => Promise<boolean>): Promise<Result<void, BackupFileProblem>>;
  readAttachment(attachment: BackupAttachment): Promise<Result<Uint8Array, BackupFileProblem>>;
  /** Former versions of notes are in it, as far as they can be read. */
  readonly hasHistory: boolean;
  eachHistory(take: (records: readonly HistoryRecord[]) => Promise<boolean>): Promise<Result<void, BackupFileProblem>>;
};

/** A file the user chose; the size is in bytes. */
export type ChosenFile = { readonly name: string; readonly size: number };

export type ArchiveWatch = { readonly onProgress: (progress: BackupProgress) => void; readonly stop: StopSignal };

export type WrittenBackup = {
  readonly totals: BackupTotals;
  /** Hands it to the user as a download. */
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
  /** Verified to its end. */
  open(file: ChosenFile, password: string | undefined, watch: ArchiveWatch): Promise<Result<OpenedBackup, BackupFileProblem>>;
}
