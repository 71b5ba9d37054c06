/**
 * Port: our server for accounts, keys and connections, checked against the contract; never receives notes. encryption.md 3.5, A §7, B §7.
 */
import type { currentSession, login, register, SignedIn } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, Kdf, writeKeys } from "@satchel/contract/accounts/keys.ts";
import type { syncToCloud, UpgradeOption } from "@satchel/contract/accounts/local.ts";
import type { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import type {
  authorizeTicket,
  CloudUsage,
  cloudConfig,
  cloudStatus,
  DebugToken,
  oauthCallback,
  refreshAccess,
} from "@satchel/contract/drives/cloud.ts";
import type { PlanState } from "@satchel/contract/drives/plan-change.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import type { RefusalCode } from "@satchel/contract/refusals.ts";
import type { BodyOf, ReplyOf } from "@satchel/contract/route.ts";
import type { serverInfo } from "@satchel/contract/server-info.ts";
import type { Result } from "../../model/result.ts";

export type BackendProblem =
  | { readonly kind: "offline" }
  /** The request was sent without a visible response, so it may have taken effect. */
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | ({ readonly kind: "refused"; readonly code: RefusalCode | "unknown"; readonly status: number } & RefusalDetail)
  /** The response violates the contract. `message`: explanation from a foreign server. */
  | { readonly kind: "malformed"; readonly status: number; readonly message?: string };

export type RefusalDetail = { readonly field?: string; readonly retryAfterMs?: number };

export type BackendResult<Value> = Promise<Result<Value, BackendProblem>>;

/** The account's token, required by all routes except public ones. */
type Token = string;

export type LocalSession = { readonly sessionId: string; readonly storageBytes: number; readonly notesCount: number };

export interface Backend {
  serverInfo(): BackendResult<ReplyOf<typeof serverInfo>>;
  /** Plans that a new account may choose, and those with space for local mode's notes. Needs no account. */
  upgradeOptions(local: LocalSession): BackendResult<readonly UpgradeOption[]>;
  /** Checks whether the account of this sign-in secret can take local mode's notes. Sends no content; the notes are uploaded by sync. */
  syncToCloud(sessionId: string, body: Pick<BodyOf<typeof syncToCloud>, "email" | "password" | "planType">): BackendResult<void>;
  register(body: BodyOf<typeof register>): BackendResult<SignedIn>;
  prelogin(email: string): BackendResult<Kdf>;
  login(body: BodyOf<typeof login>): BackendResult<SignedIn>;
  /** Responds the same for every address. */
  forgotPassword(email: string): BackendResult<void>;
  logout(token: Token): BackendResult<void>;
  currentSession(token: Token): BackendResult<ReplyOf<typeof currentSession>>;
  completeOnboarding(token: Token, plan: PlanType): BackendResult<ReplyOf<typeof completeOnboarding>>;
  readPlan(token: Token): BackendResult<PlanState>;
  beginPlanChange(token: Token, plan: PlanType): BackendResult<PlanState>;
  completePlanChange(token: Token): BackendResult<PlanState>;
  cancelPlanChange(token: Token): BackendResult<PlanState>;
  getKeys(token: Token): BackendResult<AccountKeys>;
  /** `secret`: a sign-in secret; the response contains the wrap of that password. */
  openKeys(token: Token, secret: string): BackendResult<AccountKeys>;
  writeKeys(token: Token, body: BodyOf<typeof writeKeys>): BackendResult<AccountKeys>;
  cloudConfig(): BackendResult<ReplyOf<typeof cloudConfig>>;
  authorizeTicket(token: Token): BackendResult<ReplyOf<typeof authorizeTicket>>;
  oauthCallback(token: Token, body: BodyOf<typeof oauthCallback>): BackendResult<ReplyOf<typeof oauthCallback>>;
  cloudStatus(token: Token): BackendResult<ReplyOf<typeof cloudStatus>>;
  /** `handle`: id of the refresh token for this browser. */
  refreshAccess(token: Token, handle: string): BackendResult<ReplyOf<typeof refreshAccess>>;
  disconnectDrive(token: Token): BackendResult<void>;
  cloudUsage(token: Token): BackendResult<CloudUsage>;
  debugToken(token: Token): BackendResult<DebugToken>;
}

/** Returns why the session is over, or undefined if it is not. The user has revoked a revoked session. */
export function sessionOver(problem: BackendProblem): "session-ended" | "session-revoked" | undefined {
  if (problem.kind !== "refused") return undefined;
  if (problem.code === "session-revoked") return "session-revoked";
  return problem.code === "session-ended" || problem.code === "not-signed-in" ? "session-ended" : undefined;
}

/** True if the server is down or unreachable, or if something else responded in its place. */
export function isUnreachable(problem: BackendProblem): boolean {
  if (problem.kind === "refused") return problem.status >= 500;
  return true;
}
