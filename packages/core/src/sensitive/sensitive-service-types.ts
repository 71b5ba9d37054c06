/** What screens know of the Sensitive folder's lock, and can ask for. Spec A §4 "Sensitive folder", B §4 "Sensitive session", encryption.md 3.5 (5) (8). */
import type { AccountProblem } from "../account/account-service-types.ts";
import type { OtherWay } from "../account/adopting-service.ts";
import type { DeriveProblem } from "../ports/keyring.ts";
import type { StoreProblem } from "../ports/local-store.ts";
import type { SensitiveProblem } from "../ports/sensitive-keys.ts";
import type { Result } from "../result.ts";
import type { ReadableStore } from "../store.ts";

export type SensitiveState =
  | { readonly kind: "locked" }
  /** `expiresAt`: two minutes after the last thing the person did. */
  | { readonly kind: "unlocked"; readonly sid: string; readonly expiresAt: number };

export type SensitiveFailure =
  | AccountProblem
  | SensitiveProblem
  | DeriveProblem
  | StoreProblem
  /** A password is set already: unlock instead. */
  | { readonly kind: "sensitive-exists" };

/** What opens the folder when its own password is forgotten; the account's password vouches for the change in both. */
export type SensitiveRecovery =
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "recovery-key"; readonly text: string; readonly password: string };

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;

export interface SensitiveService {
  readonly store: ReadableStore<SensitiveState>;
  /** After the session was restored: takes up what this tab had unlocked, if its time has not passed. */
  start(): Promise<void>;
  isSetUp(): Outcome<boolean>;
  setUp(password: string): Outcome<void>;
  /** Folders of an older vault that open with this password join on the way. */
  unlock(password: string): Outcome<void>;
  /** The person did something: the two minutes begin again, in every tab. */
  touch(): void;
  /** In every tab. */
  lock(): Promise<void>;
  /** Of every folder that the current password opens. */
  change(current: string, next: string): Outcome<void>;
  /** Every folder whose box opens gets the new password. */
  recover(way: SensitiveRecovery, next: string): Outcome<void>;
  /** The sensitive folders of another vault of this person join under a password chosen now. `copies`: key files found in the drive. */
  adopt(way: OtherWay, copies: readonly Uint8Array[], next: string): Outcome<void>;
}
