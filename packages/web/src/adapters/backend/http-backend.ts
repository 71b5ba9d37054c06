/**
 * Our own server over fetch: the `Backend` port, one line for each route of the contract. Every answer is checked against the contract, every
 * failure is a value, nothing is retried here. Spec A §7 (30 s, Basic header), B §8.
 */
import * as ai from "@satchel/contract/ai.ts";
import * as approvals from "@satchel/contract/approvals.ts";
import * as auth from "@satchel/contract/auth.ts";
import * as cloud from "@satchel/contract/cloud.ts";
import * as devices from "@satchel/contract/devices.ts";
import * as keys from "@satchel/contract/keys.ts";
import * as onboarding from "@satchel/contract/onboarding.ts";
import * as planChange from "@satchel/contract/plan-change.ts";
import { isRefusalCode, refusalBody } from "@satchel/contract/refusals.ts";
import { type BodyOf, type ReplyOf, type Route, toPath } from "@satchel/contract/route.ts";
import * as sensitive from "@satchel/contract/sensitive.ts";
import { REQUEST } from "@satchel/core/limits.ts";
import type { AiBackend } from "@satchel/core/ports/ai.ts";
import type { Answer, Backend, BackendProblem } from "@satchel/core/ports/backend.ts";
import type { DeviceBackend } from "@satchel/core/ports/device-records.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { SecurityBackend } from "@satchel/core/ports/security-backend.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import * as z from "zod/mini";

export type HttpBackendDeps = {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  /** Where `/api` is; empty for this origin. */
  readonly baseUrl?: string;
};

type Request<R extends Route> = {
  readonly token?: string;
  readonly body?: BodyOf<R>;
  readonly params?: Readonly<Record<string, string>>;
};
type Reply = { readonly status: number; readonly value: unknown; readonly retryAfter: string | null };

// The page's CSP forbids what a faster check would compile.
z.config({ jitless: true });

export function createHttpBackend(deps: HttpBackendDeps): Backend & SecurityBackend & DeviceBackend & AiBackend {
  const call = async <R extends Route>(route: R, request: Request<R>): Answer<ReplyOf<R>> => {
    const reply = await send(deps, route, request);
    return reply.ok ? parseReply(route, reply.value) : reply;
  };
  const done = async (answer: Answer<unknown>): Answer<void> => {
    const result = await answer;
    return result.ok ? ok(undefined) : result;
  };

  const picked = async <From, To>(answer: Answer<From>, pick: (value: From) => To): Answer<To> => {
    const result = await answer;
    return result.ok ? ok(pick(result.value)) : result;
  };
  const ofRequest = (token: string, requestId: string) => ({ token, params: { requestId } });

  return {
    register: (body) => call(auth.register, { body }),
    async prelogin(email) {
      const answer = await call(auth.prelogin, { body: { email } });
      return answer.ok ? ok(answer.value.kdf) : answer;
    },
    login: (body) => call(auth.login, { body }),
    forgotPassword: (email) => done(call(auth.forgotPassword, { body: { email } })),
    logout: (token) => done(call(auth.logout, { token })),
    currentSession: (token) => call(auth.currentSession, { token }),
    choosePlan: (token, planType) => call(onboarding.choosePlan, { token, body: { planType } }),
    completeOnboarding: (token, planType) => call(onboarding.completeOnboarding, { token, body: { planType } }),
    readPlan: (token) => call(planChange.readPlan, { token }),
    beginPlanChange: (token, planType) => call(planChange.beginPlanChange, { token, body: { planType } }),
    completePlanChange: (token) => call(planChange.completePlanChange, { token }),
    cancelPlanChange: (token) => call(planChange.cancelPlanChange, { token }),
    getKeys: (token) => call(keys.readKeys, { token }),
    openKeys: (token, password) => call(keys.openKeys, { token, body: { password } }),
    writeKeys: (token, body) => call(keys.writeKeys, { token, body }),
    changePassword: (token, body) => picked(call(auth.changePassword, { token, body }), (reply) => reply.keys),
    startOver: (token, body) => call(keys.startOver, { token, body }),
    retiredKeys: (token) => picked(call(keys.readRetiredKeys, { token }), (reply) => reply.documents),
    listSessions: (token) => picked(call(auth.listSessions, { token }), (reply) => reply.sessions),
    revokeSession: (token, sessionId) => done(call(auth.revokeSession, { token, params: { sessionId } })),
    deleteAccount: (token, password, eraseDrive) => done(call(auth.deleteAccount, { token, body: { password, eraseDrive } })),
    askApproval: (token, pubHash) => call(approvals.askApproval, { token, body: { pubHash } }),
    listApprovals: (token) => picked(call(approvals.listApprovals, { token }), (reply) => reply.approvals),
    readApproval: (token, id) => call(approvals.readApproval, ofRequest(token, id)),
    offerApproval: (token, id, pubA) => call(approvals.offerApproval, { ...ofRequest(token, id), body: { pubA } }),
    revealApproval: (token, id, pubN) => call(approvals.revealApproval, { ...ofRequest(token, id), body: { pubN } }),
    answerApproval: (token, id, answer) => call(approvals.answerApproval, { ...ofRequest(token, id), body: { answer } }),
    refuseApproval: (token, id) => done(call(approvals.refuseApproval, ofRequest(token, id))),
    setUpSensitive: (token, body) => call(sensitive.setUpSensitive, { token, body }),
    changeSensitive: (token, body) => call(sensitive.changeSensitive, { token, body }),
    authenticateSensitive: (token, body) => call(sensitive.authenticateSensitive, { token, body }),
    revokeSensitive: (token, sensitiveToken) => done(call(sensitive.revokeSensitive, { token, body: { token: sensitiveToken } })),
    readAiConfig: (token) => call(ai.readAiConfig, { token }),
    writeAiConfig: (token, config) => done(call(ai.writeAiConfig, { token, body: { config } })),
    leaveDeviceRecord: (token, deviceId, record) =>
      done(call(devices.leaveDeviceRecord, { token, params: { deviceId }, body: { record } })),
    listDeviceRecords: (token) => picked(call(devices.listDeviceRecords, { token }), (reply) => reply.devices),
    cloudConfig: () => call(cloud.cloudConfig, {}),
    authorizeTicket: (token) => call(cloud.authorizeTicket, { token }),
    oauthCallback: (token, body) => call(cloud.oauthCallback, { token, body }),
    cloudStatus: (token) => call(cloud.cloudStatus, { token }),
    refreshAccess: (token, handle) => call(cloud.refreshAccess, { token, body: { refresh_token: handle } }),
    disconnectDrive: (token) => done(call(cloud.disconnectDrive, { token })),
    cloudUsage: (token) => call(cloud.cloudUsage, { token }),
    debugToken: (token) => call(cloud.debugToken, { token }),
  };
}

async function send<R extends Route>(deps: HttpBackendDeps, route: R, request: Request<R>): Promise<Result<Reply, BackendProblem>> {
  const controller = new AbortController();
  const cancelTimer = deps.timers.after(REQUEST.timeoutMs, () => controller.abort());
  try {
    const response = await deps.fetch(
      (deps.baseUrl ?? "") + toPath(route.path, request.params ?? {}),
      toInit(route, request, controller.signal),
    );
    const text = await response.text();
    return ok({ status: response.status, value: parseJson(text), retryAfter: response.headers.get("Retry-After") });
  } catch {
    // fetch says the same of every broken way to the server; only our own timer is told apart.
    return failed(controller.signal.aborted ? { kind: "timed-out", afterMs: REQUEST.timeoutMs } : { kind: "offline" });
  } finally {
    cancelTimer();
  }
}

function toInit<R extends Route>(route: R, { token, body }: Request<R>, signal: AbortSignal): RequestInit {
  return {
    method: route.method,
    signal,
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Basic ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function parseReply<R extends Route>(route: R, { status, value, retryAfter }: Reply): Result<ReplyOf<R>, BackendProblem> {
  if (status < 200 || status > 299) return failed(parseRefusal(status, value, retryAfter));
  const reply = route.reply.safeParse(value);
  return reply.success ? ok(reply.data as ReplyOf<R>) : failed({ kind: "malformed", status });
}

function parseRefusal(status: number, value: unknown, retryAfter: string | null): BackendProblem {
  const body = refusalBody.safeParse(value);
  if (!body.success) return { kind: "malformed", status, ...wordsOf(value) };
  const { code, field, retryAfterMs = toMs(retryAfter) } = body.data;
  return {
    kind: "refused",
    code: isRefusalCode(code) ? code : "unknown",
    status,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Spec A §7: the field `error`, else `message`. */
function wordsOf(value: unknown): { readonly message?: string } {
  const words = foreignRefusal.safeParse(value);
  const message = words.success ? (words.data.error ?? words.data.message) : undefined;
  return message === undefined || message.trim() === "" ? {} : { message: message.slice(0, MAX_WORDS_CHARS) };
}

const MAX_WORDS_CHARS = 300;
const foreignRefusal = z.object({ error: z.optional(z.string()), message: z.optional(z.string()) });

/** Seconds; the date form is not ours. */
function toMs(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
