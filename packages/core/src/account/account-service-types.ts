/** What screens know of who is signed in, and what they can ask for. Sentences are web/src/text. Spec A §2.2–2.5, A §4 "Authentication". */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { SessionUser } from "../ports/credentials.ts";
import type { Result } from "../result.ts";
import type { ReadableStore } from "../store.ts";

export type SessionOver = "session-ended" | "session-revoked";

export type SessionState =
  | { readonly kind: "loading" }
  /** `reason`: the session ended by itself; everything is still on this device. */
  | { readonly kind: "signed-out"; readonly reason?: SessionOver }
  | SignedInState;

/** `locked`: no cycle, no default folders, no new note, nothing deleted until a valid secret is shown (encryption.md 3.5 (2)). */
export type SignedInState = { readonly kind: "signed-in"; readonly user: SessionUser } & (OpenVault | { readonly vault: "locked" });

export type OpenVault = {
  readonly vault: "open";
  /** Names the root that notes are sealed under. */
  readonly vaultId: string;
  /** The recovery key has not been proved to be on paper yet: a reminder stays. */
  readonly hasPendingRecoveryKey: boolean;
};

export type AccountProblem =
  | { readonly kind: "invalid-credentials" }
  | { readonly kind: "email-malformed" }
  | { readonly kind: "email-taken" }
  | { readonly kind: "password-refused" }
  | { readonly kind: "rate-limited"; readonly retryAfterMs?: number }
  /** No answer, or the server says that it is down: the maintenance dialog. */
  | { readonly kind: "unreachable" }
  /** The server asked for a password stretched too little, or ruinously much. Nothing was sent. */
  | { readonly kind: "kdf-refused" }
  /** Another person's notes are still on this device, kept when their session ended. */
  | { readonly kind: "other-account"; readonly email: string }
  | { readonly kind: "not-available-yet" }
  | { readonly kind: "storage-denied" }
  | { readonly kind: "unexpected" };

export type SignInOptions = {
  /** The person agreed that what another account left here is deleted. */
  readonly discardOther?: boolean;
};

export interface AccountService {
  readonly store: ReadableStore<SessionState>;
  /** At start: who was signed in here, offline too. Never waits for the server. */
  start(): Promise<void>;
  /** Asks the server whether the session still stands and who the user is now; no answer changes nothing. */
  refresh(): Promise<void>;
  signIn(email: string, password: string, options?: SignInOptions): Promise<Result<SessionUser, AccountProblem>>;
  register(email: string, password: string, options?: SignInOptions): Promise<Result<SessionUser, AccountProblem>>;
  forgotPassword(email: string): Promise<Result<void, AccountProblem>>;
  choosePlan(plan: PlanType): Promise<Result<void, AccountProblem>>;
  completeOnboarding(plan: PlanType): Promise<Result<void, AccountProblem>>;
  /** The key on paper, in nine groups of four, until it has been confirmed. `undefined`: nothing to show. */
  pendingRecoveryKey(): Promise<readonly string[] | undefined>;
  /** Nine places in the key's order; those not asked for are empty. True, and no longer pending, when at least three are given and all given ones are right. */
  confirmRecoveryKey(groups: readonly string[]): Promise<boolean>;
  /** Ends the session and clears this device. `complete` is false when some stored data may remain. */
  signOut(): Promise<{ readonly complete: boolean }>;
  /** The token of the session, for calls of other services; `undefined` while signed out. */
  token(): string | undefined;
  /** Somebody's call was refused with this token: the session is over, and everything stays. An answer to an older token changes nothing. */
  sessionRefused(token: string, reason: SessionOver): void;
}
