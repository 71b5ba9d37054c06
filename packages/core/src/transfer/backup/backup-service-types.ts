/** What the services of backup and restore take and answer. Spec B §3 "Backup metadata", "Merge results", B §4 "Backup and restore". */

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
  /** Former versions that were added; absent: the backup has none. */
  readonly versions?: number;
  /** Sensitive notes of folders that are unknown here; they stay in the backup. */
  readonly locked: number;
  /** Those of their folders that may join this account under the password they have in the backup. */
  readonly lockedFolders: readonly LocalSensitive[];
  /** What the backup could not give. */
  readonly damage: readonly BackupDamage[];
};

/** What a restore that did not come to its end had added by then; it stays. */
export type RestoreTally = { readonly notes: number; readonly folders: number; readonly attachments: number };
export type RestoreFailure = { readonly problem: RestoreProblem; readonly added: RestoreTally };

export type RestoreProblem = StoreProblem | CodeMissing | PutProblem | BackupFileProblem;

/** Sensitive notes of a backup, which may have been sealed by another account. */
export type SealedNotes = {
  /** Keys of the backup's sensitive folders, before any note of theirs: taken over where there are none yet. */
  adopt(sensitive: readonly unknown[]): Promise<Result<void, StoreProblem>>;
  /** What this folder's key sealed opens here, with the folder's password. */
  knows(sid: string | undefined): Promise<boolean>;
  /** Brings a folder's key over, joining the one here or having its notes sealed again for it. encryption.md 3.5 (12). */
  readonly join?: (folder: LocalSensitive, password: string, own: string | undefined) => Promise<Result<void, JoinFailure>>;
  /** Where there is space for one folder only. */
  readonly resealer?: Resealer;
};

/** What joined folders sealed, sealed for the one that is here; undefined: it stays in the backup. */
export type Resealer = {
  opens(sid: string | undefined): boolean;
  note(id: string, sealed: string): Promise<string | undefined>;
  file(id: string, bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** Lets go of the keys. */
  end(): Promise<void>;
};

export type BackupState =
  | { readonly kind: "idle" }
  /** `isChecking`: it is written, and read back. */
  | { readonly kind: "writing"; readonly done: number; readonly total: number; readonly isChecking?: boolean }
  | { readonly kind: "written"; readonly fileName: string; readonly totals: BackupTotals }
  /** Its password opens it; `isAgain`: the last one did not. */
  | { readonly kind: "sealed"; readonly file: ChosenFile; readonly isAgain: boolean }
  | { readonly kind: "restoring"; readonly step: RestoreStep; readonly percent: number }
  | { readonly kind: "restored"; readonly result: RestoreResult }
  | { readonly kind: "failed"; readonly work: "backup"; readonly problem: BackupProblem }
  | { readonly kind: "failed"; readonly work: "cleaning"; readonly problem: StoreProblem }
  /** The user ended it. */
  | { readonly kind: "cancelled"; readonly added: RestoreTally }
  | ({ readonly kind: "failed"; readonly work: "restore" } & RestoreFailure);

/** Spec B §4: 0, 5 validating, 10 cleaning duplicates, 15 validated, 95 refreshing, 100 done. */
export type RestoreStep = "validating" | "cleaning" | "adding" | "refreshing";

export interface BackupService {
  readonly store: ReadableStore<BackupState>;
  /** Without a password the notes are in the file in clear. */
  create(password: string | undefined, options?: { readonly withHistory: boolean }): Promise<void>;
  restore(file: ChosenFile, password: string | undefined): Promise<void>;
  /** Takes over the folders of what a restore left in the backup that this password opens, and restores once more what they had. */
  unlockLeft(password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
  /** Ends what is under way; what a restore has added by then stays. */
  cancel(): void;
  /** Back to the beginning, unless something is under way. */
  reset(): void;
}
