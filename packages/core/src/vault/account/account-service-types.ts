/**
 * The signed-in user, as screens see it, and the commands on the account. Sentences: web/src/text. Spec A §2.2–2.5, A §4 "Authentication".
 */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import type { PendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import type { ServerInfo } from "@satchel/contract/server-info.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { BackendProblem } from "../../ports/account/backend.ts";
import type { SessionUser } from "../../ports/account/credentials.ts";

export type SessionOver = "session-ended" | "session-revoked";

export type SessionState =
  | { readonly kind: "loading" }
  /** `reason`: the session ended by itself; everything is still on this device. */
  | { readonly kind: "signed-out"; readonly reason?: SessionOver }
  | SignedInState;

export type SignedInState = { readonly kind: "signed-in"; readonly user: SessionUser } & (OpenVault | LockedVault);

/** No cycle, default folder, new note or deletion until a valid secret is entered (encryption.md 3.5 (2)). */
export type LockedVault = {
  readonly vault: "locked";
  /** Signed in with a mailed password, so a new password must be chosen first (encryption.md 3.5 (4)). */
  readonly limited?: true;
  /** The account's vault differs from this device's: sync has stopped, everything stays (encryption.md 3.5 (13)). */
  readonly vaultChanged?: true;
};

export type OpenVault = {
  readonly vault: "open";
  /** Id of the root that notes are sealed under. */
  readonly vaultId: string;
  /** The user has not confirmed the recovery key yet, so a reminder is shown. */
  readonly hasPendingRecoveryKey: boolean;
  /** No password of the account opens this vault, only devices that hold its key; the user should choose a new password. */
  readonly needsPassword?: true;
};

export type VaultState = OpenVault | LockedVault;

export type AccountProblem =
  | { readonly kind: "invalid-credentials" }
  | { readonly kind: "account-disabled" }
  | { readonly kind: "email-malformed" }
  | { readonly kind: "email-taken" }
  | { readonly kind: "registration-closed" }
  | { readonly kind: "invitation-needed" }
  | { readonly kind: "invitation-invalid" }
  | { readonly kind: "plan-not-offered" }
  | { readonly kind: "password-refused" }
  | { readonly kind: "rate-limited"; readonly retryAfterMs?: number }
  /** The server does not respond or is down: the maintenance dialog. */
  | { readonly kind: "unreachable" }
  /** The server asked for a password stretching that is too weak, or ruinously expensive. Nothing was sent. */
  | { readonly kind: "kdf-refused" }
  /** Another user's notes are still on this device, kept when their session ended. */
  | { readonly kind: "other-account"; readonly email: string }
  /** The server sent keys that are older than those this device has seen. Nothing was opened or changed. */
  | { readonly kind: "keys-rolled-back" }
  /** Registered; the mail has a link to confirm the address, or says that an account already exists. */
  | { readonly kind: "verify-email" }
  /** Accepted, but it takes effect in 72 hours unless canceled, because only access to the mailbox was proved. */
  | { readonly kind: "step-waits" }
  /** The current password, entered while signed in, is wrong. */
  | { readonly kind: "wrong-password" }
  /** The password or device is valid, but does not open this vault. */
  | { readonly kind: "does-not-open" }
  | { readonly kind: "recovery-key-malformed" }
  | { readonly kind: "recovery-key-mistyped" }
  | { readonly kind: "recovery-key-older" }
  /** The entered groups are not those of the shown key. */
  | { readonly kind: "groups-wrong" }
  /** Other clients kept changing the keys during the attempts. */
  | { readonly kind: "changed-meanwhile" }
  /** The started procedure is gone and must be started again. */
  | { readonly kind: "begin-again" }
  /** The secret opens no vault that is available here. */
  | { readonly kind: "nothing-found" }
  | { readonly kind: "storage-denied" }
  /** Onboarding was already complete, with the user's current plan. */
  | { readonly kind: "setup-over" }
  /** The drive could not be erased, so nothing was deleted. */
  | { readonly kind: "drive-not-erased" }
  /** A foreign server refused, in its own words. */
  | { readonly kind: "foreign-refusal"; readonly message: string }
  | { readonly kind: "unexpected" };

export type SignInOptions = {
  /** True if the user agreed to delete what another account left here. */
  readonly discardOther?: boolean;
};

export type RegisterOptions = SignInOptions & {
  /** Invitation code, if registration needs one. */
  readonly invitation?: string;
};

export interface AccountService {
  readonly store: ReadableStore<SessionState>;
  /** Pending resets and deletions, as the server last reported. */
  readonly pendingSteps: ReadableStore<{ readonly steps: readonly PendingStep[] }>;
  /** Restores at startup who was signed in here, also offline; does not wait for the server. */
  start(): Promise<void>;
  /** Asks the server whether the session is still valid, and for the current user. Without a response nothing changes. */
  refresh(): Promise<void>;
  signIn(email: string, password: string, options?: SignInOptions): Promise<Result<SessionUser, AccountProblem>>;
  /** Who may register on this server, and under which terms; undefined while it does not respond. */
  serverInfo(): Promise<ServerInfo | undefined>;
  /** Plans that this account may change to; undefined while the server does not respond. */
  choosablePlans(): Promise<readonly PlanType[] | undefined>;
  register(email: string, password: string, options?: RegisterOptions): Promise<Result<SessionUser, AccountProblem>>;
  forgotPassword(email: string): Promise<Result<void, AccountProblem>>;
  completeOnboarding(plan: PlanType): Promise<Result<void, AccountProblem>>;
  /** Returns the recovery key in nine groups of four, until it is confirmed; undefined if it cannot be shown without the password. */
  pendingRecoveryKey(): Promise<readonly string[] | undefined>;
  /**
   * Takes nine groups, empty if not asked for. Confirmed by at least three correct groups and no wrong one. `shown`: the key as just
   * displayed.
   */
  confirmRecoveryKey(groups: readonly string[], shown?: readonly string[]): Promise<boolean>;
  /** Ends the session here and keeps everything, for signing in again. */
  endSession(): Promise<void>;
  /** Ends the session and clears this device. `complete` is false if some stored data may remain. */
  signOut(): Promise<{ readonly complete: boolean }>;
  /** Token of the session, for other services; undefined while signed out. */
  token(): string | undefined;
  /** Ends the session after a refused call with this token; everything stays. Ignores older tokens. */
  sessionRefused(token: string, reason: SessionOver): void;
}

/** Session access for services that change keys. Only one of them changes keys at a time. */
export interface SessionApi {
  readonly store: ReadableStore<SessionState>;
  token(): string | undefined;
  inTurn<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Handles the problem of a call with this token: the session may be over. */
  handleProblem(token: string, problem: BackendProblem): void;
  /** Sets the vault's state after keys have changed. Call inside a turn only. */
  become(vault: VaultState): void;
  /** Removes a canceled step from the list. */
  dropStep(stepId: string): void;
  /** Publishes the newest keys from the server; services that keep copies subscribe to them. */
  learn(keys: AccountKeys): void;
  /** Reports that the keyring has adopted an older vault, whose files open from now on. */
  followed(): void;
  readonly keys: ReadableStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>;
  /** Clears this device after the account was deleted. Call inside a turn only. Returns false if something may remain. */
  clear(): Promise<boolean>;
}
