/** What screens know of the Sensitive folder's lock, and can ask for. Spec A §4 "Sensitive folder", B §4 "Sensitive session", encryption.md 3.5 (5) (8). */

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
  | { readonly kind: "locked" }
  /** `expiresAt`: two minutes after the last thing the user did. */
  | { readonly kind: "unlocked"; readonly sid: string; readonly expiresAt: number };

export type SensitiveFailure =
  | AccountProblem
  | SensitiveProblem
  | DeriveProblem
  | StoreProblem
  /** A password is set already: unlock instead. */
  | { readonly kind: "sensitive-exists" };

/** `own-refused`: the password of the account's own folder is missing, or not that. */
export type JoinFailure = SensitiveFailure | CodeMissing | { readonly kind: "own-refused" };

/** `refused`: its password was changed somewhere else, or the server ended its session. */
export type LockReason = "asked" | "expired" | "hidden" | "refused" | "session-ended" | "elsewhere";

export type SensitiveEvent =
  | { readonly kind: "unlocked" }
  | { readonly kind: "locked"; readonly reason: LockReason }
  /** Nothing was done for a while; said once each time it comes to that. */
  | { readonly kind: "ending"; readonly secondsLeft: number };

/** What opens the folder when its own password is forgotten; the account's password vouches for the change in both. */
export type SensitiveRecovery =
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "recovery-key"; readonly text: string; readonly password: string };

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;

/** The same for an account's folder and for local mode's. */
export interface SensitiveFolder {
  readonly store: ReadableStore<SensitiveState>;
  /** `undefined` while it is locked. */
  readonly countdown: ReadableStore<{ readonly secondsLeft: number | undefined }>;
  readonly lockWhenHidden: LockWhenHidden;
  setUp(password: string): Outcome<void>;
  unlock(password: string): Outcome<void>;
  /** The user did something: the two minutes begin again, in every tab. After their end it locks instead. */
  touch(): void;
  /** In every tab. Ends once unsaved text is sealed and the key is gone. */
  lock(): Promise<void>;
  /** Of every folder that the current password opens. */
  change(current: string, next: string): Outcome<void>;
  onEvent(listener: (event: SensitiveEvent) => void): () => void;
  /** Called when it locks, with the state changed and the key still there: the last moment to seal what is unsaved. */
  beforeKeyGoes(seal: () => Promise<void>): () => void;
}

/** A choice of this device. */
export type LockWhenHidden = { readonly store: ReadableStore<{ readonly enabled: boolean }>; set(enabled: boolean): void };

export interface SensitiveService extends SensitiveFolder {
  /** After the session was restored: takes up what this tab had unlocked, if its time has not passed. */
  start(): Promise<void>;
  isSetUp(): Outcome<boolean>;
  /** Every folder whose box opens gets the new password. */
  recover(method: SensitiveRecovery, next: string): Outcome<void>;
  /** Moves local mode's folder into the account, under the account's folder password if it has one. Notes stay sealed. Idempotent. */
  join(folder: LocalSensitive, password: string, own: string | undefined): Promise<Result<void, JoinFailure>>;
  /** The sensitive folders of another vault of this user join under a password chosen now. `copies`: key files found in the drive. */
  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[], next: string): Outcome<void>;
}
