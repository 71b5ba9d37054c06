/** Adds faults around a handler. The protocol code below does not know about them. */
import type { DriveHandler, DriveRequest, DriveResponse } from "../../server/http/drive-request.ts";
import { refusals, toErrorResponse } from "../../server/http/refusal.ts";
import { readUpTo } from "../../server/http/request-body.ts";
import { jsonResponse, withCors } from "../../server/http/responses.ts";
import { oauthError } from "../oauth/oauth-context.ts";
import { isDrive, isWrite, type RequestKind } from "../request-kind.ts";
import type { FaultEffect } from "./fault-config.ts";
import type { FaultState, FaultSubject } from "./fault-state.ts";

export type FaultDeps = { readonly state: FaultState; readonly now: () => number; readonly wait: (ms: number) => Promise<void> };

/** The response, and the name of the fault that caused it, for the log. */
export type FaultedAnswer = { readonly response: DriveResponse; readonly fault: string | undefined };

export async function answerWithFaults(
  handle: DriveHandler,
  request: DriveRequest,
  { subject, deps }: { readonly subject: FaultSubject; readonly deps: FaultDeps },
): Promise<FaultedAnswer> {
  const standing = persistentFault(subject, deps);
  if (standing !== undefined) return standing;
  const effects = deps.state.effectsFor(subject);
  await waitAll(effects, "before", deps.wait);
  const effect = effects.find((candidate) => !("delayMs" in candidate));
  const answer = await answerWithEffect(handle, request, { kind: subject.kind, effect });
  await waitAll(effects, "after", deps.wait);
  return answer;
}

/** Faults that stay active until they are switched off. */
function persistentFault(subject: FaultSubject, { state, now }: FaultDeps): FaultedAnswer | undefined {
  const { config } = state;
  if (!isDrive(subject.kind)) return undefined;
  if (config.scopeMissing === true) return { response: withCors(toErrorResponse(refusals.scopeMissing())), fault: "scopeMissing" };
  if (!isWrite(subject.kind)) return undefined;
  const bringsContent = subject.path.startsWith("/upload/") || subject.kind === "files.copy";
  if (config.storageFull === true && bringsContent)
    return { response: withCors(toErrorResponse(refusals.storageFull())), fault: "storageFull" };
  if (!state.allowsWrite(subject.userId ?? "", now()))
    return { response: statusResponse(subject.kind, { status: 403 }), fault: "writesPerSecond" };
  return undefined;
}

async function answerWithEffect(
  handle: DriveHandler,
  request: DriveRequest,
  { kind, effect }: { readonly kind: RequestKind; readonly effect: FaultEffect | undefined },
): Promise<FaultedAnswer> {
  if (effect === undefined || "delayMs" in effect) return { response: await handle(request), fault: undefined };
  if ("lost" in effect) {
    if (effect.lost === "after") await takeEffect(handle, request);
    return { response: { status: 0, headers: {}, body: undefined, dropped: true }, fault: `lost ${effect.lost}` };
  }
  if ("twice" in effect) return { response: await answerDuplicated(handle, request, effect.twice), fault: `twice ${effect.twice}` };
  if (effect.afterEffect === true) await takeEffect(handle, request);
  return { response: statusResponse(kind, effect), fault: `status ${effect.status}${effect.afterEffect === true ? " after effect" : ""}` };
}

/** Runs the request and discards the response, including a stream of bytes. */
async function takeEffect(handle: DriveHandler, request: DriveRequest): Promise<void> {
  const { body } = await handle(request);
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.();
}

async function answerDuplicated(handle: DriveHandler, request: DriveRequest, duplicate: "before" | "after"): Promise<DriveResponse> {
  const bytes = (await readUpTo(request.body, Number.POSITIVE_INFINITY)) ?? new Uint8Array();
  const again = (): DriveRequest => ({ ...request, body: whole(bytes) });
  if (duplicate === "before") await takeEffect(handle, again());
  const response = await handle(again());
  if (duplicate === "after") await takeEffect(handle, again());
  return response;
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function waitAll(effects: readonly FaultEffect[], where: "before" | "after", wait: (ms: number) => Promise<void>): Promise<void> {
  for (const effect of effects) {
    if ("delayMs" in effect && (effect.where ?? "before") === where) await wait(effect.delayMs);
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: "badRequest",
  401: "authError",
  403: "userRateLimitExceeded",
  404: "notFound",
  409: "fileIdInUse",
  410: "deleted",
  429: "rateLimitExceeded",
  500: "internalError",
  502: "backendError",
  503: "backendError",
  504: "backendError",
};

function statusResponse(
  kind: RequestKind,
  effect: { readonly status: number; readonly reason?: string; readonly retryAfterSeconds?: number },
): DriveResponse {
  if (kind.startsWith("oauth."))
    return oauthError(effect.status, effect.reason ?? (effect.status < 500 ? "invalid_grant" : "internal_failure"), "Fault");
  if (effect.status === 401) return withCors(toErrorResponse(refusals.badToken()));
  const reason = effect.reason ?? REASONS[effect.status] ?? "backendError";
  const domain = reason.toLowerCase().includes("ratelimit") ? "usageLimits" : "global";
  const error = { code: effect.status, message: `Fault: ${reason}`, errors: [{ domain, reason, message: `Fault: ${reason}` }] };
  const headers: Record<string, string> = effect.retryAfterSeconds === undefined ? {} : { "retry-after": String(effect.retryAfterSeconds) };
  return withCors(jsonResponse(effect.status, { error }, headers));
}
