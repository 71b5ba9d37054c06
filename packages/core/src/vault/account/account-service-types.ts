/** What screens know of who is signed in, and what they can ask for. Sentences are web/src/text. Spec A §2.2–2.5, A §4 "Authentication". */
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

/** No cycle, no default folders, no new note, nothing deleted until a valid secret is shown (encryption.md 3.5 (2)). */
export type LockedVault = {
  readonly vault: "locked";
  /** Signed in with a mailed password: a new one has to be chosen first (encryption.md 3.5 (4)). */
  readonly limited?: true;
  /** The account has another vault than this device holds: sync has stopped, everything stays (encryption.md 3.5 (13)). */
  readonly vaultChanged?: true;
};

export type OpenVault = {
  readonly vault: "open";
  /** Names the root that notes are sealed under. */
  readonly vaultId: string;
  /** The recovery key has not been proved to be on paper yet: a reminder stays. */
  readonly hasPendingRecoveryKey: boolean;
  /** No password of the account opens this vault, only devices that hold it do: a new one should be chosen. */
  readonly needsPassword?: true;
};

export type VaultState = OpenVault | LockedVault;

export type AccountProblem =
  | { readonly kind: "invalid-credentials" }
  | { readonly kind: "email-malformed" }
  | { readonly kind: "email-taken" }
  | { readonly kind: "registration-closed" }
  | { readonly kind: "invitation-needed" }
  | { readonly kind: "invitation-invalid" }
  | { readonly kind: "plan-not-offered" }
  | { readonly kind: "password-refused" }
  | { readonly kind: "rate-limited"; readonly retryAfterMs?: number }
  /** No answer, or the server says that it is down: the maintenance dialog. */
  | { readonly kind: "unreachable" }
  /** The server asked for a password stretched too little, or ruinously much. Nothing was sent. */
  | { readonly kind: "kdf-refused" }
  /** Another user's notes are still on this device, kept when their session ended. */
  | { readonly kind: "other-account"; readonly email: string }
  /** The server sent keys that are older than what this device has seen. Nothing was opened or changed. */
  | { readonly kind: "keys-rolled-back" }
  /** Registered; the mail has a link to confirm the address, or says that there is an account. */
  | { readonly kind: "verify-email" }
  /** Accepted, but it takes effect in 72 hours, unless it is canceled: nothing but the mailbox vouches for who asked. */
  | { readonly kind: "step-waits" }
  /** The current password, asked for while signed in. */
  | { readonly kind: "wrong-password" }
  /** A right password, or a device, but it does not open this vault. */
  | { readonly kind: "does-not-open" }
  | { readonly kind: "recovery-key-malformed" }
  | { readonly kind: "recovery-key-mistyped" }
  | { readonly kind: "recovery-key-older" }
  /** Not the groups of the key that was shown. */
  | { readonly kind: "groups-wrong" }
  /** Something else changed the keys meanwhile, again and again. */
  | { readonly kind: "changed-meanwhile" }
  /** What was begun is no longer there: begin again. */
  | { readonly kind: "begin-again" }
  /** Nothing in reach opens with it. */
  | { readonly kind: "nothing-found" }
  | { readonly kind: "storage-denied" }
  /** Onboarding was over already, with the plan that the user has now. */
  | { readonly kind: "setup-over" }
  /** Nothing was deleted. */
  | { readonly kind: "drive-not-erased" }
  /** A server that is not ours refused, in its own words. */
  | { readonly kind: "foreign-refusal"; readonly message: string }
  | { readonly kind: "unexpected" };

export type SignInOptions = {
  /** The user agreed that what another account left here is deleted. */
  readonly discardOther?: boolean;
};

export type RegisterOptions = SignInOptions & {
  /** Where registration is by invitation. */
  readonly invitation?: string;
};

export interface AccountService {
  readonly store: ReadableStore<SessionState>;
  /** Resets and deletions that wait, as the server last said. */
  readonly pendingSteps: ReadableStore<{ readonly steps: readonly PendingStep[] }>;
  /** At start: who was signed in here, offline too. Never waits for the server. */
  start(): Promise<void>;
  /** Asks the server whether the session is still valid and who the user is now; no answer changes nothing. */
  refresh(): Promise<void>;
  signIn(email: string, password: string, options?: SignInOptions): Promise<Result<SessionUser, AccountProblem>>;
  /** Who may register on this server, and under which terms; `undefined` while it does not answer. */
  serverInfo(): Promise<ServerInfo | undefined>;
  /** What this account may change to; `undefined` while the server does not answer. */
  choosablePlans(): Promise<readonly PlanType[] | undefined>;
  register(email: string, password: string, options?: RegisterOptions): Promise<Result<SessionUser, AccountProblem>>;
  forgotPassword(email: string): Promise<Result<void, AccountProblem>>;
  completeOnboarding(plan: PlanType): Promise<Result<void, AccountProblem>>;
  /** The key on paper, in nine groups of four, until it has been confirmed. `undefined`: nothing to show without the password. */
  pendingRecoveryKey(): Promise<readonly string[] | undefined>;
  /** Nine groups, empty where not asked. Confirmed by three right ones and no wrong one. `shown`: the key as just displayed. */
  confirmRecoveryKey(groups: readonly string[], shown?: readonly string[]): Promise<boolean>;
  /** Ends the session here and keeps everything: for signing in again. */
  endSession(): Promise<void>;
  /** Ends the session and clears this device. `complete` is false when some stored data may remain. */
  signOut(): Promise<{ readonly complete: boolean }>;
  /** The token of the session, for calls of other services; `undefined` while signed out. */
  token(): string | undefined;
  /** A call with this token was refused: the session is over, and everything stays. An answer to an older token changes nothing. */
  sessionRefused(token: string, reason: SessionOver): void;
}

/** What services that change keys need of the session; one change at a time, of whichever of them. */
export interface SessionApi {
  readonly store: ReadableStore<SessionState>;
  token(): string | undefined;
  inTurn<Value>(run: () => Promise<Value>): Promise<Value>;
  /** The server's answer to a call with this token: the session may be over. */
  handleProblem(token: string, problem: BackendProblem): void;
  /** Keys have changed: this is the state of the vault now. Inside a turn only. */
  become(vault: VaultState): void;
  /** A step was canceled: it is shown no more. */
  dropStep(stepId: string): void;
  /** The newest keys that the server has shown; services that keep copies subscribe to them. */
  learn(keys: AccountKeys): void;
  /** The ring has taken over an older vault: its files open from now on. */
  followed(): void;
  readonly keys: ReadableStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>;
  /** The account is gone: this device forgets it. Inside a turn only. False when something may remain. */
  clear(): Promise<boolean>;
}
