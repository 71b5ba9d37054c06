/** Messages between the page and the archive worker. Separate from the worker, so that the page does not load the zip code. */
import type { BackupAttachment, BackupNote } from "@satchel/core/model/backup/backup-format.ts";
import type { HistoryRecord } from "@satchel/core/model/backup/backup-history.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type {
  BackupContent,
  BackupFileProblem,
  BackupOrder,
  BackupProblem,
  BackupTotals,
  VerifiedBackup,
} from "@satchel/core/ports/transfer/backup-archives.ts";

/** A whole file of a sensitive note, still sealed. */
export type SealedWhole = { readonly sealedUnder: string; readonly bytes: Uint8Array };

/** Calls that the page serves while a backup is written or read. */
export type PageSide = {
  readNotes(ids: readonly string[]): Result<readonly BackupNote[], StoreProblem>;
  readAttachment(id: string): Uint8Array | undefined;
  readSealed(id: string): SealedWhole | undefined;
  onProgress(done: number, total: number, isChecking: boolean): void;
  takeNotes(notes: readonly BackupNote[]): boolean;
  readHistory(ids: readonly string[]): Result<readonly HistoryRecord[], StoreProblem>;
  takeHistory(records: readonly HistoryRecord[]): boolean;
};

/** `first`: the notes of the first group, read while the worker started. */
export type WriteOrder = BackupOrder &
  Pick<BackupContent, "noteGroups" | "folders" | "linkTitles" | "sensitive"> & {
    readonly first: ReturnType<PageSide["readNotes"]>;
    readonly withHistory: boolean;
  };
export type Written = { readonly file: Blob; readonly totals: BackupTotals };
export type Opened = Omit<VerifiedBackup, "eachNotes" | "readAttachment" | "eachHistory">;

export type ArchiveApi = {
  write(order: WriteOrder): Promise<Result<Written, BackupProblem>>;
  open(file: Blob, password: string | undefined): Promise<Result<Opened, BackupFileProblem>>;
  eachNotes(): Promise<Result<void, BackupFileProblem>>;
  eachHistory(): Promise<Result<void, BackupFileProblem>>;
  readAttachment(attachment: BackupAttachment): Promise<Result<Uint8Array, BackupFileProblem>>;
  stop(): void;
};
export const ARCHIVE_API_METHODS = [
  "write",
  "open",
  "eachNotes",
  "eachHistory",
  "readAttachment",
  "stop",
] as const satisfies readonly (keyof ArchiveApi)[];
export const PAGE_METHODS = [
  "readNotes",
  "readAttachment",
  "readSealed",
  "onProgress",
  "takeNotes",
  "readHistory",
  "takeHistory",
] as const satisfies readonly (keyof PageSide)[];
