/**
 * Builds the authorization request for a drive, and reads the returned query. Pure. Spec A §7 "Other", decision 0006 "OAuth",
 * drive-contract §5.1.
 */
import { parseJson } from "../model/entities/parsing/record-values.ts";
import { OAUTH } from "../model/limits/limits.ts";
import { failed, ok, type Result } from "../model/result.ts";
import { isOwnPath, PATHS } from "../model/routes.ts";
import type { ConnectionProblem, ReturnQuery } from "./connection-service-types.ts";

/** Pending authorization request, stored in this browser until the user returns, and used once. Several tabs may have one. */
export type Asked = {
  readonly state: string;
  readonly verifier: string;
  /** Account that asked. Another account of this browser must not get its drive. */
  readonly email: string;
  readonly returnTo: string;
  readonly isReconnect: boolean;
  readonly askedAt: number;
};

export type AuthorizeRequest = {
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly challenge: string;
  /** Account to offer first at a reconnect. */
  readonly loginHint?: string;
  readonly more?: Readonly<Record<string, string>>;
};

export function toAuthorizeAddress(request: AuthorizeRequest): string {
  const parameters = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: "code",
    scope: request.scopes.join(" "),
    access_type: "offline",
    prompt: "consent",
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: "S256",
    ...(request.loginHint === undefined ? {} : { login_hint: request.loginHint }),
    ...request.more,
  };
  const query = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${request.authorizeUrl}${request.authorizeUrl.includes("?") ? "&" : "?"}${query.join("&")}`;
}

/** Allows only paths of this application. */
export function toReturnPath(path: string): string {
  return isOwnPath(path) ? path : PATHS.notes;
}

/** Returns the code if the query belongs to this request, and came in time and to the account that asked. */
export function checkReturn(
  query: ReturnQuery,
  asked: Asked | undefined,
  { now, email }: { readonly now: number; readonly email: string | undefined },
): Result<string, ConnectionProblem> {
  const [code, error] = [query.get("code"), query.get("error")];
  if (!code && !error) return failed({ kind: "no-code" });
  if (asked === undefined || query.get("state") !== asked.state || isExpired(asked, now)) return failed({ kind: "state-mismatch" });
  if (email !== undefined && email !== asked.email) return failed({ kind: "state-mismatch" });
  return code ? ok(code) : failed({ kind: "refused", error: (error as string).slice(0, 100) });
}

/** Adds a request to the stored ones; drops expired requests, and the oldest if there are too many. */
export function withAsked(kept: string | undefined, asked: Asked, now: number): string {
  const others = parseKept(kept).filter((each) => !isExpired(each, now));
  return JSON.stringify([...others, asked].slice(-OAUTH.openQuestionsMax));
}

/** Returns the request with this state, and the stored requests without it. */
export function takeAsked(
  kept: string | undefined,
  state: string | null,
): { readonly asked: Asked | undefined; readonly rest: string | undefined } {
  const all = parseKept(kept);
  const others = all.filter((each) => each.state !== state);
  return { asked: all.find((each) => each.state === state), rest: others.length === 0 ? undefined : JSON.stringify(others) };
}

function parseKept(text: string | undefined): readonly Asked[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.flatMap((each) => parseAsked(each) ?? []) : [];
}

function parseAsked(value: unknown): Asked | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { state, verifier, email, returnTo, isReconnect, askedAt } = value as Record<string, unknown>;
  if (typeof state !== "string" || state === "" || typeof verifier !== "string" || typeof returnTo !== "string") return undefined;
  if (typeof email !== "string" || typeof isReconnect !== "boolean" || typeof askedAt !== "number") return undefined;
  return { state, verifier, email, returnTo: toReturnPath(returnTo), isReconnect, askedAt };
}

/** A clock set back between request and return must not keep the request valid forever. */
function isExpired({ askedAt }: Asked, now: number): boolean {
  return Math.abs(now - askedAt) > OAUTH.stateLifetimeMs;
}
