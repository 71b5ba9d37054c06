/** Port: our server for accounts, keys and connection, checked against the contract; never notes. encryption.md 3.5, A §7, B §7. */
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
  /** Sent, but no answer was seen: it may have taken effect. */
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | ({ readonly kind: "refused"; readonly code: RefusalCode | "unknown"; readonly status: number } & RefusalDetail)
  /** Answered, but not as the contract says. `message`: what another server than ours says of it. */
  | { readonly kind: "malformed"; readonly status: number; readonly message?: string };

export type RefusalDetail = { readonly field?: string; readonly retryAfterMs?: number };

export type BackendResult<Value> = Promise<Result<Value, BackendProblem>>;

/** The account's token; every call but the public ones carries it. */
type Token = string;

export type LocalSession = { readonly sessionId: string; readonly storageBytes: number; readonly notesCount: number };

export interface Backend {
  serverInfo(): BackendResult<ReplyOf<typeof serverInfo>>;
  /** Which plans a new account may choose, and where so much has space. Asked without an account. */
  upgradeOptions(local: LocalSession): BackendResult<readonly UpgradeOption[]>;
  /** Whether the account of this sign-in secret can take local mode's notes. They travel by sync; nothing of them goes along. */
  syncToCloud(sessionId: string, body: Pick<BodyOf<typeof syncToCloud>, "email" | "password" | "planType">): BackendResult<void>;
  register(body: BodyOf<typeof register>): BackendResult<SignedIn>;
  prelogin(email: string): BackendResult<Kdf>;
  login(body: BodyOf<typeof login>): BackendResult<SignedIn>;
  /** The same answer for every address. */
  forgotPassword(email: string): BackendResult<void>;
  logout(token: Token): BackendResult<void>;
  currentSession(token: Token): BackendResult<ReplyOf<typeof currentSession>>;
  completeOnboarding(token: Token, plan: PlanType): BackendResult<ReplyOf<typeof completeOnboarding>>;
  readPlan(token: Token): BackendResult<PlanState>;
  beginPlanChange(token: Token, plan: PlanType): BackendResult<PlanState>;
  completePlanChange(token: Token): BackendResult<PlanState>;
  cancelPlanChange(token: Token): BackendResult<PlanState>;
  getKeys(token: Token): BackendResult<AccountKeys>;
  /** `secret` is a sign-in secret; the answer holds the wrap of that password. */
  openKeys(token: Token, secret: string): BackendResult<AccountKeys>;
  writeKeys(token: Token, body: BodyOf<typeof writeKeys>): BackendResult<AccountKeys>;
  cloudConfig(): BackendResult<ReplyOf<typeof cloudConfig>>;
  authorizeTicket(token: Token): BackendResult<ReplyOf<typeof authorizeTicket>>;
  oauthCallback(token: Token, body: BodyOf<typeof oauthCallback>): BackendResult<ReplyOf<typeof oauthCallback>>;
  cloudStatus(token: Token): BackendResult<ReplyOf<typeof cloudStatus>>;
  /** `handle`: what the browser calls the refresh token. */
  refreshAccess(token: Token, handle: string): BackendResult<ReplyOf<typeof refreshAccess>>;
  disconnectDrive(token: Token): BackendResult<void>;
  cloudUsage(token: Token): BackendResult<CloudUsage>;
  debugToken(token: Token): BackendResult<DebugToken>;
}

/** Whether the session itself is over, whatever was asked for. A revoked one was ended by the user. */
export function sessionOver(problem: BackendProblem): "session-ended" | "session-revoked" | undefined {
  if (problem.kind !== "refused") return undefined;
  if (problem.code === "session-revoked") return "session-revoked";
  return problem.code === "session-ended" || problem.code === "not-signed-in" ? "session-ended" : undefined;
}

/** No answer that says anything: the server is down, unreachable, or something else answered in its place. */
export function isUnreachable(problem: BackendProblem): boolean {
  if (problem.kind === "refused") return problem.status >= 500;
  return true;
}
