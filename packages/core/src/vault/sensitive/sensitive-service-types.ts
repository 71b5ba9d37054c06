/**
 * Lock state and commands of the Sensitive folder for screens. Spec A §4 "Sensitive folder", B §4 "Sensitive session", encryption.md 3.5
 * (5) (8).
 */

import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { DeriveProblem } from "../../ports/sealing/keyring.ts";
import type { LocalSensitive, SensitiveProblem } from "../../ports/sealing/sensitive-keys.ts";
import type { AccountProblem } from "../account/account-service-types.ts";
import type { OtherVaultMethod } from "../account/adopting-service.ts";

export type SensitiveState =
  /** The first use sets a password. */
  | { readonly kind: "not-set-up" }
  /** `elsewhere`: another device or tab set the folder up, or changed its password, since this tab last showed the folder. */
  | { readonly kind: "locked"; readonly elsewhere?: ChangeElsewhere }
  /** `expiresAt`: two minutes after the user's last activity. */
  | { readonly kind: "unlocked"; readonly sid: string; readonly expiresAt: number };

export type ChangeElsewhere = "set-up" | "changed";

export type SensitiveFailure =
  | AccountProblem
  | SensitiveProblem
  | DeriveProblem
  | StoreProblem
  /** A password is already set; unlock instead. */
  | { readonly kind: "sensitive-exists" };

/** `own-refused`: the password of the account's own folder is missing or wrong. */
export type JoinFailure = SensitiveFailure | CodeMissing | { readonly kind: "own-refused" };

/** `refused`: the password was changed elsewhere, or the server ended its session. */
export type LockReason = "asked" | "expired" | "hidden" | "refused" | "session-ended" | "elsewhere";

export type SensitiveEvent =
  | { readonly kind: "unlocked" }
  | { readonly kind: "locked"; readonly reason: LockReason }
  /** Sent once when the idle time is about to end. */
  | { readonly kind: "ending"; readonly secondsLeft: number };

/** Credential that opens the folder when its password is forgotten; the account's password authorizes the change in both cases. */
export type SensitiveRecovery =
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "recovery-key"; readonly text: string; readonly password: string };

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;

/** Interface of an account's folder and of local mode's. */
export interface SensitiveFolder {
  readonly store: ReadableStore<SensitiveState>;
  /** `secondsLeft` is undefined while the folder is locked. */
  readonly countdown: ReadableStore<{ readonly secondsLeft: number | undefined }>;
  readonly lockWhenHidden: LockWhenHidden;
  /** Asks whether another device or tab has set the folder up. Without a response the state stays as it is. */
  checkSetUp(): Promise<void>;
  setUp(password: string): Outcome<void>;
  unlock(password: string): Outcome<void>;
  /** Restarts the two minutes after an activity of the user, in every tab. Locks instead if they have passed. */
  touch(): void;
  /** Locks in every tab. Resolves once unsaved text is sealed and the key is gone. */
  lock(): Promise<void>;
  /** Changes the password of every folder that the current password opens. */
  change(current: string, next: string): Outcome<void>;
  onEvent(listener: (event: SensitiveEvent) => void): () => void;
  /** Registers a callback for locking, when the state has changed but the key is still available: the last moment to seal unsaved text. */
  beforeKeyGoes(seal: () => Promise<void>): () => void;
}

/** Setting of this device. */
export type LockWhenHidden = { readonly store: ReadableStore<{ readonly enabled: boolean }>; set(enabled: boolean): void };

export interface SensitiveService extends SensitiveFolder {
  /** Restores what this tab had unlocked before a reload, if its time has not passed. */
  start(): Promise<void>;
  /** Sets the new password for every folder whose box opens. */
  recover(method: SensitiveRecovery, next: string): Outcome<void>;
  /** Moves local mode's folder into the account, under the account's folder password if it has one. Notes stay sealed. Idempotent. */
  join(folder: LocalSensitive, password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
  /** Adopts the sensitive folders of another vault of this user under a new password. `copies`: key files found in the drive. */
  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[], next: string): Outcome<void>;
}
