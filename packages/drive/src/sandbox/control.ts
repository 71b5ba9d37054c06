/**
 * The sandbox's control, as an object and as endpoints: sets faults, reads the request log, expires tokens. Exists only if it was
 * requested.
 */
import type { DriveRequest, DriveResponse } from "../server/http/drive-request.ts";
import { parseJsonObject, readUpTo } from "../server/http/request-body.ts";
import { jsonResponse } from "../server/http/responses.ts";
import { type FaultConfig, parseFaultConfig } from "./faults/fault-config.ts";
import type { FaultState } from "./faults/fault-state.ts";
import { isSameSecret, type Lifetimes } from "./oauth/oauth-context.ts";
import type { RequestKind } from "./request-kind.ts";
import type { LoggedRequest, RequestLog } from "./request-log.ts";
import type { SandboxStore } from "./sandbox-store.ts";

export type SandboxControl = {
  setFaults(faults: FaultConfig): void;
  requests(): readonly LoggedRequest[];
  counts(): Readonly<Partial<Record<RequestKind, number>>>;
  reset(): void;
  expireAccessTokens(): Promise<void>;
  setAccessTokenSeconds(seconds: number): void;
  /** Lets new permissions expire after this many seconds; `undefined` means never. */
  setGrantSeconds(seconds: number | undefined): void;
};

export type ControlDeps = {
  readonly state: FaultState;
  readonly log: RequestLog;
  readonly store: SandboxStore;
  readonly lifetimes: Lifetimes;
};

export function createControl({ state, log, store, lifetimes }: ControlDeps): SandboxControl {
  return {
    setFaults: (faults) => state.set(faults),
    requests: () => log.entries(),
    counts: () => log.counts(),
    reset: () => {
      state.set({});
      log.clear();
    },
    expireAccessTokens: () => store.removeAccessTokens(),
    setAccessTokenSeconds: (seconds) => {
      lifetimes.accessTokenSeconds = seconds;
    },
    setGrantSeconds: (seconds) => {
      if (seconds === undefined) delete lifetimes.grantSeconds;
      else lifetimes.grantSeconds = seconds;
    },
  };
}

const BODY_BYTES = 1024 * 1024;

export async function answerControl(control: SandboxControl, token: string | undefined, request: DriveRequest): Promise<DriveResponse> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (token !== undefined && !isSameSecret(token, bearer)) return jsonResponse(401, { error: "The control endpoints need their token." });
  const bytes = await readUpTo(request.body, BODY_BYTES);
  const body = bytes === undefined ? undefined : parseJsonObject(bytes);
  if (body === undefined || !body.ok) return jsonResponse(400, { error: "The body is not a JSON object." });
  return run(control, `${request.method} ${request.path}`, body.value);
}

async function run(control: SandboxControl, what: string, body: Readonly<Record<string, unknown>>): Promise<DriveResponse> {
  switch (what) {
    case "POST /__control/faults":
      return setFaults(control, body);
    case "GET /__control/requests":
      return jsonResponse(200, { counts: control.counts(), requests: control.requests() });
    case "POST /__control/reset":
      control.reset();
      return jsonResponse(200, {});
    case "POST /__control/expire-tokens":
      await control.expireAccessTokens();
      return jsonResponse(200, {});
    case "POST /__control/settings":
      return setLifetimes(control, body);
    default:
      return jsonResponse(404, { error: "No such control." });
  }
}

function setFaults(control: SandboxControl, body: unknown): DriveResponse {
  const faults = parseFaultConfig(body);
  if (!faults.ok) return jsonResponse(400, { error: faults.problem });
  control.setFaults(faults.value);
  return jsonResponse(200, {});
}

function setLifetimes(control: SandboxControl, { accessTokenSeconds, grantSeconds }: Readonly<Record<string, unknown>>): DriveResponse {
  if (accessTokenSeconds === undefined && grantSeconds === undefined) return wrongLifetime("accessTokenSeconds");
  if (accessTokenSeconds !== undefined && !isLifetime(accessTokenSeconds)) return wrongLifetime("accessTokenSeconds");
  if (grantSeconds !== undefined && grantSeconds !== null && !isLifetime(grantSeconds)) return wrongLifetime("grantSeconds");
  if (accessTokenSeconds !== undefined) control.setAccessTokenSeconds(accessTokenSeconds);
  if (grantSeconds !== undefined) control.setGrantSeconds(grantSeconds ?? undefined);
  return jsonResponse(200, {});
}

function isLifetime(seconds: unknown): seconds is number {
  return typeof seconds === "number" && seconds > 0;
}

function wrongLifetime(name: string): DriveResponse {
  return jsonResponse(400, { error: `${name} has to be a number above 0.` });
}
