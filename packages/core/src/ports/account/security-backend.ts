/** Port: the routes that change keys and passwords. Implemented by web/adapters/backend. encryption.md 3.4, 3.5 (3)–(8) (13). */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Approval, askApproval, offerApproval, revealApproval } from "@satchel/contract/accounts/approvals.ts";
import type { changePassword, Session } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, KeyDocument, startOver } from "@satchel/contract/accounts/keys.ts";
import type { authenticateSensitive, changeSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import type { BodyOf, ReplyOf } from "@satchel/contract/route.ts";
import type { SealedAnswer } from "../sealing/approval-keys.ts";
import type { BackendResult } from "./backend.ts";

type Token = string;

export interface SecurityBackend {
  changePassword(token: Token, body: BodyOf<typeof changePassword>): BackendResult<AccountKeys>;
  startOver(token: Token, body: BodyOf<typeof startOver>): BackendResult<AccountKeys>;
  retiredKeys(token: Token): BackendResult<readonly KeyDocument[]>;
  listSessions(token: Token): BackendResult<readonly Session[]>;
  revokeSession(token: Token, sessionId: string): BackendResult<void>;
  listActivity(token: Token): BackendResult<readonly ActivityEvent[]>;
  cancelPendingStep(token: Token, stepId: string): BackendResult<void>;
  deleteAccount(token: Token, secret: string, eraseDrive: boolean): BackendResult<void>;
  askApproval(token: Token, body: BodyOf<typeof askApproval>): BackendResult<Approval>;
  listApprovals(token: Token): BackendResult<readonly Approval[]>;
  readApproval(token: Token, requestId: string): BackendResult<Approval>;
  offerApproval(token: Token, requestId: string, body: BodyOf<typeof offerApproval>): BackendResult<Approval>;
  revealApproval(token: Token, requestId: string, body: BodyOf<typeof revealApproval>): BackendResult<Approval>;
  proveApproval(token: Token, requestId: string, proof: string): BackendResult<Approval>;
  answerApproval(token: Token, requestId: string, answer: SealedAnswer): BackendResult<Approval>;
  refuseApproval(token: Token, requestId: string): BackendResult<void>;
  setUpSensitive(token: Token, body: BodyOf<typeof setUpSensitive>): BackendResult<AccountKeys>;
  changeSensitive(token: Token, body: BodyOf<typeof changeSensitive>): BackendResult<AccountKeys>;
  authenticateSensitive(token: Token, body: BodyOf<typeof authenticateSensitive>): BackendResult<ReplyOf<typeof authenticateSensitive>>;
  revokeSensitive(token: Token, sensitiveToken: string): BackendResult<void>;
}
