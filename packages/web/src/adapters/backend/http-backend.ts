/** The `Backend` port over fetch, checked against the contract (routes.ts). Failures are values; nothing is retried. Spec A §7, B §8. */
import type { SignedIn } from "@satchel/contract/accounts/auth.ts";
import type { BodyOf, Method, ReplyOf, Route } from "@satchel/contract/route.ts";
import { REQUEST } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Backend, BackendProblem, BackendResult } from "@satchel/core/ports/account/backend.ts";
import type { DeviceBackend } from "@satchel/core/ports/account/device-records.ts";
import type { SecurityBackend } from "@satchel/core/ports/account/security-backend.ts";
import type { AiBackend } from "@satchel/core/ports/ai.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { Reply } from "./routes.ts";

/** The contract's schemas load with the first call, not before the first paint. */
type Routes = typeof import("./routes.ts");

export type HttpBackendDeps = {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  /** Base URL of `/api`; empty for this origin. */
  readonly baseUrl?: string;
  /** Token by which the server recognizes this browser. */
  readonly device?: { readonly read: () => string | undefined; readonly write: (token: string) => void };
  readonly loadRoutes?: () => Promise<Routes>;
};

type Request<R extends Route> = {
  readonly token?: string;
  /** The server accepts both schemes; the spec names one for each call. */
  readonly scheme?: "Basic" | "Bearer";
  readonly body?: BodyOf<R>;
  readonly params?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

/** Options of calls that the connection waits for. */
const QUICKLY = { timeoutMs: REQUEST.connectionTimeoutMs } as const;

export function createHttpBackend(deps: HttpBackendDeps): Backend & SecurityBackend & DeviceBackend & AiBackend {
  const { loadRoutes = () => import("./routes.ts") } = deps;
  let code: Routes | undefined;
  const call = async <R extends Route>(pick: (routes: Routes["ROUTES"]) => R, request: Request<R>): BackendResult<ReplyOf<R>> => {
    const controller = new AbortController();
    const { signal } = controller;
    const { timeoutMs = REQUEST.timeoutMs } = request;
    const cancelTimer = deps.timers.after(timeoutMs, () => controller.abort({ kind: "timed-out", afterMs: timeoutMs }));
    try {
      // If the code cannot be fetched, the server cannot be reached either; the next call tries again.
      code ??= await Promise.race([loadRoutes().catch(() => undefined), whenAborted(signal)]);
      if (code === undefined) return failed(toProblem(signal));
      const route = pick(code.ROUTES);
      const { method, path } = code.addressOf(route, request.params ?? {});
      const reply = await send(deps, path, toInit(method, request, signal));
      return reply.ok ? code.parseReply(route, reply.value) : reply;
    } finally {
      cancelTimer();
    }
  };
  const done = async (answer: BackendResult<unknown>): BackendResult<void> => {
    const result = await answer;
    return result.ok ? ok(undefined) : result;
  };

  const picked = async <From, To>(answer: BackendResult<From>, pick: (value: From) => To): BackendResult<To> => {
    const result = await answer;
    return result.ok ? ok(pick(result.value)) : result;
  };
  const remembered = async (answer: BackendResult<SignedIn>): BackendResult<SignedIn> => {
    const signedIn = await answer;
    if (signedIn.ok && signedIn.value.deviceToken !== undefined) deps.device?.write(signedIn.value.deviceToken);
    return signedIn;
  };
  const ofRequest = (token: string, requestId: string) => ({ token, params: { requestId } });

  return {
    upgradeOptions: ({ sessionId, storageBytes, notesCount }) =>
      picked(
        call(({ local }) => local.upgradeOptions, {
          params: { sessionId, storageBytes: String(storageBytes), notesCount: String(notesCount) },
        }),
        (reply) => reply.options,
      ),
    syncToCloud: (sessionId, body) =>
      done(call(({ local }) => local.syncToCloud, { params: { sessionId }, body: { ...body, cloudCredentials: null, localNotes: [] } })),
    serverInfo: () => call(({ server }) => server.serverInfo, QUICKLY),
    register: (body) => remembered(call(({ auth }) => auth.register, { body })),
    async prelogin(email) {
      const answer = await call(({ auth }) => auth.prelogin, { body: { email } });
      return answer.ok ? ok(answer.value.kdf) : answer;
    },
    login: (body) => {
      const deviceToken = deps.device?.read();
      return remembered(call(({ auth }) => auth.login, { body: deviceToken === undefined ? body : { ...body, deviceToken } }));
    },
    forgotPassword: (email) => done(call(({ auth }) => auth.forgotPassword, { body: { email } })),
    logout: (token) => done(call(({ auth }) => auth.logout, { token })),
    currentSession: (token) => call(({ auth }) => auth.currentSession, { token }),
    completeOnboarding: (token, planType) => call(({ onboarding }) => onboarding.completeOnboarding, { token, body: { planType } }),
    readPlan: (token) => call(({ planChange }) => planChange.readPlan, { token }),
    beginPlanChange: (token, planType) => call(({ planChange }) => planChange.beginPlanChange, { token, body: { planType } }),
    completePlanChange: (token) => call(({ planChange }) => planChange.completePlanChange, { token }),
    cancelPlanChange: (token) => call(({ planChange }) => planChange.cancelPlanChange, { token }),
    getKeys: (token) => call(({ keys }) => keys.readKeys, { token }),
    openKeys: (token, password) => call(({ keys }) => keys.openKeys, { token, body: { password } }),
    writeKeys: (token, body) => call(({ keys }) => keys.writeKeys, { token, body }),
    changePassword: (token, body) =>
      picked(
        call(({ auth }) => auth.changePassword, { token, body }),
        (reply) => reply.keys,
      ),
    startOver: (token, body) => call(({ keys }) => keys.startOver, { token, body }),
    retiredKeys: (token) =>
      picked(
        call(({ keys }) => keys.readRetiredKeys, { token }),
        (reply) => reply.documents,
      ),
    listSessions: (token) =>
      picked(
        call(({ auth }) => auth.listSessions, { token }),
        (reply) => reply.sessions,
      ),
    revokeSession: (token, sessionId) => done(call(({ auth }) => auth.revokeSession, { token, params: { sessionId } })),
    listActivity: (token) =>
      picked(
        call(({ activity }) => activity.listActivity, { token }),
        (reply) => reply.events,
      ),
    cancelPendingStep: (token, stepId) => done(call(({ pendingSteps }) => pendingSteps.cancelPendingStep, { token, params: { stepId } })),
    deleteAccount: (token, password, eraseDrive) => done(call(({ auth }) => auth.deleteAccount, { token, body: { password, eraseDrive } })),
    askApproval: (token, body) => call(({ approvals }) => approvals.askApproval, { token, body }),
    listApprovals: (token) =>
      picked(
        call(({ approvals }) => approvals.listApprovals, { token }),
        (reply) => reply.approvals,
      ),
    readApproval: (token, id) => call(({ approvals }) => approvals.readApproval, ofRequest(token, id)),
    offerApproval: (token, id, body) => call(({ approvals }) => approvals.offerApproval, { ...ofRequest(token, id), body }),
    revealApproval: (token, id, body) => call(({ approvals }) => approvals.revealApproval, { ...ofRequest(token, id), body }),
    proveApproval: (token, id, proof) => call(({ approvals }) => approvals.proveApproval, { ...ofRequest(token, id), body: { proof } }),
    answerApproval: (token, id, answer) => call(({ approvals }) => approvals.answerApproval, { ...ofRequest(token, id), body: { answer } }),
    refuseApproval: (token, id) => done(call(({ approvals }) => approvals.refuseApproval, ofRequest(token, id))),
    setUpSensitive: (token, body) => call(({ sensitive }) => sensitive.setUpSensitive, { token, body }),
    changeSensitive: (token, body) => call(({ sensitive }) => sensitive.changeSensitive, { token, body }),
    authenticateSensitive: (token, body) => call(({ sensitive }) => sensitive.authenticateSensitive, { token, body }),
    revokeSensitive: (token, sensitiveToken) =>
      done(call(({ sensitive }) => sensitive.revokeSensitive, { token, body: { token: sensitiveToken } })),
    readAiConfig: (token) => call(({ ai }) => ai.readAiConfig, { token }),
    writeAiConfig: (token, config) => done(call(({ ai }) => ai.writeAiConfig, { token, body: { config } })),
    leaveDeviceRecord: (token, deviceId, record) =>
      done(call(({ devices }) => devices.leaveDeviceRecord, { token, params: { deviceId }, body: { record } })),
    listDeviceRecords: (token) =>
      picked(
        call(({ devices }) => devices.listDeviceRecords, { token }),
        (reply) => reply.devices,
      ),
    cloudConfig: () => call(({ cloud }) => cloud.cloudConfig, QUICKLY),
    authorizeTicket: (token) => call(({ cloud }) => cloud.authorizeTicket, { token }),
    oauthCallback: (token, body) => call(({ cloud }) => cloud.oauthCallback, { token, scheme: "Bearer", body }),
    cloudStatus: (token) => call(({ cloud }) => cloud.cloudStatus, { ...QUICKLY, token }),
    refreshAccess: (token, handle) => call(({ cloud }) => cloud.refreshAccess, { ...QUICKLY, token, body: { refresh_token: handle } }),
    disconnectDrive: (token) => done(call(({ cloud }) => cloud.disconnectDrive, { token })),
    async cloudUsage(token) {
      const answer = await call(({ cloud }) => cloud.cloudUsage, { token });
      // Logs why the bar is empty; the panel shows the user a sentence of its own. Spec B §8 "Thrown".
      if (!answer.ok && answer.problem.kind !== "offline") console.warn("Storage quota retrieval failed");
      return answer;
    },
    debugToken: (token) => call(({ cloud }) => cloud.debugToken, { token }),
  };
}

async function send(deps: HttpBackendDeps, path: string, init: Init): Promise<Result<Reply, BackendProblem>> {
  try {
    const response = await deps.fetch((deps.baseUrl ?? "") + path, init);
    const text = await response.text();
    return ok({ status: response.status, value: parseJson(text), retryAfter: response.headers.get("Retry-After") });
  } catch {
    return failed(toProblem(init.signal));
  }
}

type Init = RequestInit & { readonly signal: AbortSignal };

/** fetch throws the same error for every failed connection; only our own timeout is distinguished. */
function toProblem({ aborted, reason }: AbortSignal): BackendProblem {
  return aborted ? (reason as BackendProblem) : { kind: "offline" };
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

function toInit(method: Method, { token, scheme = "Basic", body }: Request<Route>, signal: AbortSignal): Init {
  return {
    method,
    signal,
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `${scheme} ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
