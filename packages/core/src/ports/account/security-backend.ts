/** Port: the routes that change keys and passwords. Implemented by web/adapters/backend. encryption.md 3.4, 3.5 (3)–(8) (13). */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Approval, answerApproval } from "@satchel/contract/accounts/approvals.ts";
import type { changePassword, Session } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, KeyDocument, startOver } from "@satchel/contract/accounts/keys.ts";
import type { authenticateSensitive, changeSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import type { BodyOf, ReplyOf } from "@satchel/contract/route.ts";
import type { Answer } from "./backend.ts";

type Token = string;

export interface SecurityBackend {
  changePassword(token: Token, body: BodyOf<typeof changePassword>): Answer<AccountKeys>;
  startOver(token: Token, body: BodyOf<typeof startOver>): Answer<AccountKeys>;
  retiredKeys(token: Token): Answer<readonly KeyDocument[]>;
  listSessions(token: Token): Answer<readonly Session[]>;
  revokeSession(token: Token, sessionId: string): Answer<void>;
  listActivity(token: Token): Answer<readonly ActivityEvent[]>;
  cancelPendingStep(token: Token, stepId: string): Answer<void>;
  deleteAccount(token: Token, secret: string, eraseDrive: boolean): Answer<void>;
  askApproval(token: Token, pubHash: string): Answer<Approval>;
  listApprovals(token: Token): Answer<readonly Approval[]>;
  readApproval(token: Token, requestId: string): Answer<Approval>;
  offerApproval(token: Token, requestId: string, pubA: string): Answer<Approval>;
  revealApproval(token: Token, requestId: string, pubN: string): Answer<Approval>;
  answerApproval(token: Token, requestId: string, answer: BodyOf<typeof answerApproval>["answer"]): Answer<Approval>;
  refuseApproval(token: Token, requestId: string): Answer<void>;
  setUpSensitive(token: Token, body: BodyOf<typeof setUpSensitive>): Answer<AccountKeys>;
  changeSensitive(token: Token, body: BodyOf<typeof changeSensitive>): Answer<AccountKeys>;
  authenticateSensitive(token: Token, body: BodyOf<typeof authenticateSensitive>): Answer<ReplyOf<typeof authenticateSensitive>>;
  revokeSensitive(token: Token, sensitiveToken: string): Answer<void>;
}
