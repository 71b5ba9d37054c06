/** Interface for moving local notes into an account. Spec A §2.2, B §4 "Local mode", decision 0005, encryption.md 3.5 (11). */

import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { DraftStore, LocalStore, StoreProblem } from "../../ports/device/local-store.ts";
import type { LocalSensitiveStore } from "../../ports/sealing/local-sensitive-store.ts";
import type { AccountProblem } from "../../vault/account/account-service-types.ts";
import type { JoinFailure } from "../../vault/sensitive/sensitive-service-types.ts";

export type UpgradeCounts = {
  readonly notes: number;
  /** Number of folders that the user created. */
  readonly folders: number;
  readonly attachments: number;
  readonly drafts: number;
};

/** Reason for waiting; the upgrade continues by itself. */
export type UpgradeHold = "no-drive" | "unreachable" | "storage-full" | "refused" | "sensitive" | "sensitive-locked";

export type UpgradeProblem =
  | StoreProblem
  | { readonly kind: "vault-locked" }
  /** The server says that the new account cannot take the notes. */
  | { readonly kind: "account-refused"; readonly reason: AccountProblem["kind"] }
  /** An attachment is larger than local mode allows. */
  | { readonly kind: "too-large" }
  /** A sensitive note was edited both here and in the account, and its local text does not open. */
  | { readonly kind: "changed-in-both" }
  /** The drive returned something else than this device has. */
  | { readonly kind: "differs"; readonly title: string };

export type UpgradeStep = "copying" | "sending" | "checking";

export type UpgradeState =
  /** `moved`: what has just been moved; nothing of local mode is left on this device. */
  | { readonly kind: "none"; readonly moved?: UpgradeCounts }
  | { readonly kind: "offered"; readonly counts: UpgradeCounts }
  | {
      readonly kind: "migrating";
      readonly step: UpgradeStep;
      readonly done: number;
      readonly total: number;
      readonly hold?: UpgradeHold /** Number of waiting sensitive notes while `hold` is `sensitive` or `sensitive-locked`. */;
      readonly sensitiveCount?: number;
    }
  /** The upgrade stopped; nothing was deleted. */
  | { readonly kind: "stopped"; readonly problem: UpgradeProblem };

export interface UpgradeService {
  readonly store: ReadableStore<UpgradeState>;
  /** Called at startup: offers the local notes, or continues an interrupted upgrade. */
  look(): Promise<void>;
  /** Starts after the user agreed; a second call retries. */
  begin(): Promise<void>;
  /**
   * Adds the key of local mode's Sensitive folder to the account and continues. `own`: password of the account's own Sensitive folder, if
   * it has one.
   */
  joinSensitive(password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
}

export type LocalNotes = Pick<LocalStore, "loadIndex" | "readEntities" | "readVersions" | "close"> &
  Pick<DraftStore, "loadDrafts"> &
  Pick<LocalSensitiveStore, "readSensitive"> &
  Pick<AttachmentStore, "readAttachment"> & {
    /** Ids of all stored files, which local mode's index does not list. */
    attachmentIds(): Promise<Result<readonly string[], StoreProblem>>;
  };

/** Local mode on this device, as the account sees it. */
export type LocalNotesAccess = {
  /** Reads the flag each time, because another tab may have ended local mode. */
  readonly isOn: () => boolean;
  readonly open: () => Promise<Result<LocalNotes, StoreProblem>>;
  /** Deletes everything stored without an account, and ends local mode. */
  readonly clear: () => Promise<Result<void, StoreProblem>>;
};
