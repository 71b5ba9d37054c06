/** State, results and commands of backup and restore. Spec B §3 "Backup metadata", "Merge results", B §4 "Backup and restore". */

import type { BackupDamage } from "../../model/backup/backup-damage.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { LocalSensitive } from "../../ports/sealing/sensitive-keys.ts";
import type { PutProblem } from "../../ports/transfer/attachment-bytes.ts";
import type { BackupFileProblem, BackupProblem, BackupTotals, ChosenFile } from "../../ports/transfer/backup-archives.ts";
import type { JoinFailure } from "../../vault/sensitive/sensitive-service-types.ts";

export type RestoreCounts = { readonly added: number; readonly skipped: number };

export type RestoreResult = {
  readonly notes: RestoreCounts;
  readonly folders: RestoreCounts;
  readonly attachments: RestoreCounts;
  /** Number of former versions that were added; absent if the backup has no history. */
  readonly versions?: number;
  /** Number of sensitive notes that stay in the backup because this account lacks their folder's key. */
  readonly locked: number;
  /** Folders of those notes that can join this account with the password they have in the backup. */
  readonly lockedFolders: readonly LocalSensitive[];
  /** Parts of the backup that could not be read. */
  readonly damage: readonly BackupDamage[];
};

/** Items that a canceled or failed restore added before it stopped; they stay in the library. */
export type RestoreTally = { readonly notes: number; readonly folders: number; readonly attachments: number };
export type RestoreFailure = { readonly problem: RestoreProblem; readonly added: RestoreTally };

export type RestoreProblem = StoreProblem | CodeMissing | PutProblem | BackupFileProblem;

/** Sensitive notes of a backup, which may have been sealed by another account. */
export type SealedNotes = {
  /**
   * Adopts the keys of the backup's sensitive folders if the library has no such folder yet. Must run before any of their notes is
   * restored.
   */
  adopt(sensitive: readonly unknown[]): Promise<Result<void, StoreProblem>>;
  /** True if the folder `sid` exists here, so that its password opens these notes. */
  knows(sid: string | undefined): Promise<boolean>;
  /** Adds a folder's key to this account, or unlocks a resealer for its notes. encryption.md 3.5 (12). */
  readonly join?: (folder: LocalSensitive, password: string, own: string | undefined) => Promise<Result<void, JoinFailure>>;
  /** Set if the library has space for one sensitive folder only. */
  readonly resealer?: Resealer;
};

/** Reseals notes of a joined folder for the folder that exists here. Undefined results stay in the backup. */
export type Resealer = {
  opens(sid: string | undefined): boolean;
  note(id: string, sealed: string): Promise<string | undefined>;
  file(id: string, bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** Erases the keys. */
  end(): Promise<void>;
};

export type BackupState =
  | { readonly kind: "idle" }
  /** `isChecking`: the file is written and is now read back. */
  | { readonly kind: "writing"; readonly done: number; readonly total: number; readonly isChecking?: boolean }
  | { readonly kind: "written"; readonly fileName: string; readonly totals: BackupTotals }
  /** The backup needs its password. `isAgain`: the last password was wrong. */
  | { readonly kind: "sealed"; readonly file: ChosenFile; readonly isAgain: boolean }
  | { readonly kind: "restoring"; readonly step: RestoreStep; readonly percent: number }
  | { readonly kind: "restored"; readonly result: RestoreResult }
  | { readonly kind: "failed"; readonly work: "backup"; readonly problem: BackupProblem }
  | { readonly kind: "failed"; readonly work: "cleaning"; readonly problem: StoreProblem }
  /** The user canceled the restore. */
  | { readonly kind: "cancelled"; readonly added: RestoreTally }
  | ({ readonly kind: "failed"; readonly work: "restore" } & RestoreFailure);

/** Percentages, spec B §4: 0, 5 validating, 10 cleaning duplicates, 15 validated, 95 refreshing, 100 done. */
export type RestoreStep = "validating" | "cleaning" | "adding" | "refreshing";

export interface BackupService {
  readonly store: ReadableStore<BackupState>;
  /** Without a password the file contains unencrypted notes. */
  create(password: string | undefined, options?: { readonly withHistory: boolean }): Promise<void>;
  restore(file: ChosenFile, password: string | undefined): Promise<void>;
  /** Joins the skipped sensitive folders that `password` opens, then restores their notes. */
  unlockLeft(password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
  /** Cancels the running work; items that a restore has already added stay. */
  cancel(): void;
  /** Returns to idle unless work is running. */
  reset(): void;
}
