/** Moving local notes into an account: the interface. Spec A §2.2, B §4 "Local mode", decision 0005, encryption.md 3.5 (11). */

import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { DraftStore, LocalStore, StoreProblem } from "../../ports/device/local-store.ts";
import type { LocalSensitiveStore } from "../../ports/sealing/local-sensitive-store.ts";
import type { AccountProblem } from "../../vault/account/account-service-types.ts";
import type { JoinFailure } from "../../vault/sensitive/sensitive-service-types.ts";

export type UpgradeCounts = {
  readonly notes: number;
  /** Those the user made. */
  readonly folders: number;
  readonly attachments: number;
  readonly drafts: number;
};

/** What it waits for; it goes on by itself. */
export type UpgradeHold = "no-drive" | "unreachable" | "storage-full" | "refused" | "sensitive" | "sensitive-locked";

export type UpgradeProblem =
  | StoreProblem
  | { readonly kind: "vault-locked" }
  /** The server says that the account that was just made cannot take them. */
  | { readonly kind: "account-refused"; readonly reason: AccountProblem["kind"] }
  /** An attachment of this size cannot have come from here. */
  | { readonly kind: "too-large" }
  /** A sensitive note went on both here and in the account, and its text here does not open. */
  | { readonly kind: "changed-in-both" }
  /** What was read back from the drive is not what is here. */
  | { readonly kind: "differs"; readonly title: string };

export type UpgradeStep = "copying" | "sending" | "checking";

export type UpgradeState =
  /** `moved`: what has just arrived; this device keeps nothing of local mode any more. */
  | { readonly kind: "none"; readonly moved?: UpgradeCounts }
  | { readonly kind: "offered"; readonly counts: UpgradeCounts }
  | {
      readonly kind: "migrating";
      readonly step: UpgradeStep;
      readonly done: number;
      readonly total: number;
      readonly hold?: UpgradeHold /** How many sensitive notes wait, while that is what it waits for. */;
      readonly sensitiveCount?: number;
    }
  /** Nothing was deleted. */
  | { readonly kind: "stopped"; readonly problem: UpgradeProblem };

export interface UpgradeService {
  readonly store: ReadableStore<UpgradeState>;
  /** At start: offers what is here, or goes on where it was broken off. */
  look(): Promise<void>;
  /** The user agreed; called again it tries once more. */
  begin(): Promise<void>;
  /** The key of local mode's Sensitive folder joins the account's; what waited for that goes on. `own`: the password of the account's folder, where it has one. */
  joinSensitive(password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
}

export type LocalNotes = Pick<LocalStore, "loadIndex" | "readEntities" | "readVersions" | "close"> &
  Pick<DraftStore, "loadDrafts"> &
  Pick<LocalSensitiveStore, "readSensitive"> &
  Pick<AttachmentStore, "readAttachment"> & {
    /** Of every file that is here: the index of local mode does not name them. */
    attachmentIds(): Promise<Result<readonly string[], StoreProblem>>;
  };

/** Local mode on this device, seen from an account. */
export type LocalNotesAccess = {
  /** Asked again each time: another tab may have ended it. */
  readonly isOn: () => boolean;
  readonly open: () => Promise<Result<LocalNotes, StoreProblem>>;
  /** Deletes everything kept here without an account, and ends local mode. */
  readonly clear: () => Promise<Result<void, StoreProblem>>;
};
