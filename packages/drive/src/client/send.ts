/**
 * Sends one HTTP call with token, rate limit, time-out, one token refresh and retries. Returns a `Result`; network failures never throw.
 * drive-contract §3.
 */
import { failed, ok, type Result } from "../result.ts";
import { parseErrorReason } from "../wire/error-json.ts";
import type { ClientLimits, DriveClientDeps } from "./client-deps.ts";
import { type ClientProblem, toProblem } from "./drive-client.ts";
import { createPacer, type Pacer, sleep, type Timers } from "./pacer.ts";
import { readBody } from "./response-body.ts";

export type Outgoing = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Length of the body, from which the time-out is computed. */
  readonly bodyBytes?: number;
  /** True if the request may be retried when it is unknown whether it took effect. */
  readonly isRepeatable: boolean;
  readonly isWrite: boolean;
  /** Maximum bytes of the response's body. Absent: `jsonMaxBytes`. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
  /** Statuses outside 200 to 299 that are returned as responses instead of problems. */
  readonly expected?: readonly number[];
};

export type DriveResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
};
export type Send = (outgoing: Outgoing) => Promise<Result<DriveResponse, ClientProblem>>;

type Means = {
  readonly deps: DriveClientDeps;
  readonly limits: ClientLimits;
  readonly pacer: Pacer;
  readonly access: Access;
  readonly silence: Silence;
};

export function createSend(deps: DriveClientDeps, limits: ClientLimits): Send {
  const pacer = createPacer(deps.timers, limits);
  const means: Means = { deps, limits, pacer, access: createAccess(deps), silence: createSilence(deps.onSilence) };
  return (outgoing) => sendWithRetries(means, outgoing);
}

async function sendWithRetries(means: Means, outgoing: Outgoing): Promise<Result<DriveResponse, ClientProblem>> {
  const { limits, deps, pacer } = means;
  for (let attempt = 1; ; attempt += 1) {
    const result = await sendWithRefresh(means, outgoing, attempt);
    if (result.ok || attempt > limits.retries || isAway(deps) || !mayRepeat(result.problem, outgoing)) return result;
    const delayMs = backoffMs(limits, attempt, { random: deps.random, problem: result.problem });
    // The wait is longer than a user accepts, so the caller gets the problem with its retry time.
    if (delayMs > limits.retryMaxMs) return result;
    if (result.problem.kind === "throttled") pacer.pauseUntil(deps.timers.now() + delayMs);
    if (!(await slept(deps.timers, delayMs, outgoing.signal))) return failed({ kind: "cancelled" });
    // Not "offline", because an earlier attempt may have taken effect.
    if (isAway(deps)) return result;
  }
}

/** True if the browser reports that it is offline. If it reports a network, the client tries anyway, because that may be wrong. */
export function isAway({ isOnline }: Pick<DriveClientDeps, "isOnline">): boolean {
  return isOnline?.() === false;
}

/** A throttled call certainly had no effect; a call without a clear response may have had one. */
function mayRepeat(problem: ClientProblem, outgoing: Outgoing): boolean {
  if (problem.kind === "throttled") return true;
  return outgoing.isRepeatable && ["server-error", "offline", "timed-out", "answer-lost"].includes(problem.kind);
}

/** Full jitter below a doubling ceiling. The drive's `Retry-After` is the minimum. */
function backoffMs(
  limits: ClientLimits,
  attempt: number,
  { random, problem }: { readonly random: () => number; readonly problem: ClientProblem },
): number {
  const ceiling = Math.min(limits.retryBaseMs * 2 ** (attempt - 1), limits.retryMaxMs);
  const floor = problem.kind === "throttled" ? (problem.retryAfterMs ?? 0) : 0;
  return Math.max(floor, random() * ceiling);
}

async function slept(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return sleep(timers, ms, signal).then(
    () => true,
    () => false,
  );
}

/** Sends once; if the token is rejected, refreshes it and repeats the request with the new one. */
async function sendWithRefresh(means: Means, outgoing: Outgoing, attempt: number): Promise<Result<DriveResponse, ClientProblem>> {
  if (isAway(means.deps)) return failed({ kind: "offline" });
  const token = await means.access.token();
  if (token === undefined) return failed({ kind: "access-expired" });
  const first = await sendOnce(means, outgoing, { token, attempt });
  if (first.ok || first.problem.kind !== "access-expired") return first;
  const fresh = await means.access.refresh(token);
  return fresh === undefined ? first : sendOnce(means, outgoing, { token: fresh, attempt });
}

async function sendOnce(
  means: Means,
  outgoing: Outgoing,
  { token, attempt }: { readonly token: string; readonly attempt: number },
): Promise<Result<DriveResponse, ClientProblem>> {
  const { deps, limits, pacer, silence } = means;
  if (!(await pacer.turn(outgoing.isWrite, outgoing.signal).then(yes, no))) return failed({ kind: "cancelled" });
  if (isAway(deps)) return failed({ kind: "offline" });
  const timer = createIdleTimer({ timers: deps.timers, limits, silence }, outgoing.signal);
  try {
    timer.restart(((outgoing.bodyBytes ?? 0) * 1000) / limits.minUploadBytesPerSecond);
    const response = await deps.fetch(outgoing.url, {
      method: outgoing.method,
      headers: { ...outgoing.headers, authorization: `Bearer ${token}` },
      signal: timer.signal,
      credentials: "omit",
      ...(outgoing.body !== undefined && { body: outgoing.body }),
    });
    const isExpected = response.ok || outgoing.expected?.includes(response.status) === true;
    const maxBytes = isExpected ? (outgoing.maxBytes ?? limits.jsonMaxBytes) : limits.errorMaxBytes;
    const { bytes, isWhole } = await readBody(response, { maxBytes, onProgress: timer.touch });
    if (!isExpected) return failed(toRefusal(response, bytes, { deps, limits }));
    if (!isWhole) return failed(outgoing.isWrite ? { kind: "answer-lost" } : { kind: "unusable-response" });
    return ok({ status: response.status, headers: response.headers, bytes, attempt });
  } catch (error) {
    if (timer.outcome() === "running") silence.end();
    return failed(toNetworkProblem(error, outgoing, { outcome: timer.outcome(), timeoutMs: limits.timeoutMs }));
  } finally {
    timer.stop();
  }
}

const yes = () => true;
const no = () => false;

function toRefusal({ status, headers }: Response, bytes: Uint8Array, { deps, limits }: Pick<Means, "deps" | "limits">): ClientProblem {
  const body = new TextDecoder().decode(bytes);
  deps.onRefused?.({ status, reason: parseErrorReason(body) });
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), deps.timers.now());
  return toProblem(status, body, retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, limits.retryAfterMaxMs));
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"];

/** A browser does not report whether a failed request was sent. A write must therefore be assumed to have taken effect; a read need not. */
function toNetworkProblem(
  error: unknown,
  outgoing: Outgoing,
  { outcome, timeoutMs }: { readonly outcome: IdleOutcome; readonly timeoutMs: number },
): ClientProblem {
  if (outcome === "cancelled") return { kind: "cancelled" };
  if (outcome === "timed-out") return { kind: "timed-out", afterMs: timeoutMs };
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  const wasNeverSent = NEVER_SENT.includes(String(cause?.code));
  return outgoing.isWrite && !wasNeverSent ? { kind: "answer-lost" } : { kind: "offline" };
}

type IdleOutcome = "running" | "timed-out" | "cancelled";
type IdleTimer = {
  readonly signal: AbortSignal;
  /** `moreMs` is the additional time for sending the body. */
  restart(moreMs: number): void;
  /** Counts what has arrived. Throws if that is too little for the time since the response began. */
  touch(receivedBytes: number): void;
  outcome(): IdleOutcome;
  stop(): void;
};
type IdleDeps = { readonly timers: Timers; readonly limits: ClientLimits; readonly silence: Silence };

/** Aborts when no byte arrives for too long, when bytes arrive too slowly, or when the caller's signal aborts. */
function createIdleTimer({ timers, limits, silence }: IdleDeps, outer: AbortSignal | undefined): IdleTimer {
  const controller = new AbortController();
  let outcome: IdleOutcome = "running";
  let begunAt: number | undefined;
  let cancels: readonly (() => void)[] = [];
  const cancel = () => {
    for (const each of cancels) each();
  };
  const restart = (moreMs: number) => {
    cancel();
    const patienceMs = silence.isSilent() ? Math.min(limits.silentTimeoutMs, limits.timeoutMs) : limits.timeoutMs;
    cancels = [timers.after(limits.silentMs + moreMs, silence.begin), timers.after(patienceMs + moreMs, () => end("timed-out"))];
  };
  const end = (how: IdleOutcome) => {
    outcome = how;
    controller.abort();
  };
  const onAbort = () => end("cancelled");
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    restart,
    touch: (receivedBytes) => {
      silence.end();
      begunAt ??= timers.now();
      const allowedMs = limits.timeoutMs + (receivedBytes * 1000) / limits.minDownloadBytesPerSecond;
      if (timers.now() - begunAt > allowedMs) end("timed-out");
      if (controller.signal.aborted) throw controller.signal.reason;
      restart(0);
    },
    outcome: () => outcome,
    stop: () => {
      cancel();
      outer?.removeEventListener("abort", onAbort);
    },
  };
}

/** Tracks whether the drive accepts requests but does not respond. */
type Silence = { isSilent(): boolean; begin(): void; end(): void };

function createSilence(onChange: DriveClientDeps["onSilence"]): Silence {
  let isSilent = false;
  const change = (next: boolean) => {
    if (isSilent === next) return;
    isSilent = next;
    onChange?.(next);
  };
  return { isSilent: () => isSilent, begin: () => change(true), end: () => change(false) };
}

type Access = {
  token(): Promise<string | undefined>;
  /** `stale` is the rejected token. */
  refresh(stale: string): Promise<string | undefined>;
};

/** Shares one refresh among all calls that were rejected at the same time. */
function createAccess(deps: Pick<DriveClientDeps, "token" | "refresh">): Access {
  let running: Promise<string | undefined> | undefined;
  const refreshOnce = () => {
    running ??= deps.refresh().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    token: () => deps.token(),
    refresh: async (stale) => {
      if (running !== undefined) return running;
      const current = await deps.token();
      return current !== undefined && current !== stale ? current : refreshOnce();
    },
  };
}

/** Builds the URLs of calls. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function toUrl(base: string, path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === "" ? base + path : `${base}${path}?${text}`;
}

export function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}

export function revisionPath(fileId: string, revisionId: string): string {
  return `${filePath(fileId)}/revisions/${encodeURIComponent(revisionId)}`;
}
