/** Code exchange, refresh, revoke and user info at a drive's OAuth endpoints. Stores nothing. drive-contract.md 5.1. */
import * as z from "zod/mini";
import { boundedText, OAUTH_TEXT_MAX_BYTES } from "./drive-files.ts";
import type { DriveProvider } from "./drive-provider.ts";

export type OAuthProblem =
  /** The code or the refresh token is no longer valid. */
  | { readonly kind: "invalid-grant" }
  /** The drive rejects this server's client id or secret, which only the operator can fix. */
  | { readonly kind: "misconfigured"; readonly error: string }
  | { readonly kind: "unreachable" };

export type OAuthAnswer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: OAuthProblem };

export type Tokens = {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly scope: string | undefined;
  readonly refreshToken: string | undefined;
  /** Seconds; present only for a time-limited permission. */
  readonly grantExpiresIn: number | undefined;
};
export type DriveUser = { readonly sub: string; readonly email: string; readonly name: string; readonly picture: string | undefined };

export type OAuthClient = {
  readonly exchange: (code: string, redirectUri: string, verifier: string | undefined) => Promise<OAuthAnswer<Tokens>>;
  readonly refresh: (refreshToken: string) => Promise<OAuthAnswer<Tokens>>;
  /** Best effort: an unreachable drive must not prevent the user from disconnecting. */
  readonly revoke: (token: string) => Promise<void>;
  readonly user: (accessToken: string) => Promise<OAuthAnswer<DriveUser>>;
};

const TIMEOUT_MS = 10_000;
/** A hundred years. */
const MAX_EXPIRES_S = 100 * 365 * 86_400;
const NAME_MAX_CHARS = 320;

const tokenReply = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_in: z.number().check(z.minimum(0), z.maximum(MAX_EXPIRES_S)),
  scope: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  refresh_token_expires_in: z.optional(z.number().check(z.minimum(0), z.maximum(MAX_EXPIRES_S))),
});
const userReply = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(NAME_MAX_CHARS)),
  email: z.optional(z.string().check(z.maxLength(NAME_MAX_CHARS))),
  name: z.optional(z.string().check(z.maxLength(NAME_MAX_CHARS))),
  picture: z.optional(z.string()),
});
/** The result goes into the log, so only an error code in the form of RFC 6749 5.2 is read. */
const errorReply = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,60}$/)) });

export function createOAuthClient(provider: DriveProvider): OAuthClient {
  const { clientId, clientSecret, server } = provider;
  const client = { client_id: clientId, client_secret: clientSecret };
  return {
    exchange: (code, redirectUri, verifier) => {
      const proof = verifier === undefined ? {} : { code_verifier: verifier };
      return askTokens(provider, { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...client, ...proof });
    },
    refresh: (refreshToken) => askTokens(provider, { grant_type: "refresh_token", refresh_token: refreshToken, ...client }),
    revoke: async (token) => {
      await send(provider, server.revokeUrl, { method: "POST", body: new URLSearchParams({ token }) });
    },
    user: async (accessToken) => {
      const answer = await send(provider, server.userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } });
      const user = answer === undefined ? undefined : userReply.safeParse(answer.json);
      return user?.success ? { ok: true, value: toDriveUser(user.data) } : { ok: false, problem: { kind: "unreachable" } };
    },
  };
}

function toDriveUser({ sub, email = "", name = email, picture }: z.infer<typeof userReply>): DriveUser {
  return { sub, email, name, picture };
}

async function askTokens(provider: DriveProvider, form: Readonly<Record<string, string>>): Promise<OAuthAnswer<Tokens>> {
  const answer = await send(provider, provider.server.tokenUrl, { method: "POST", body: new URLSearchParams(form) });
  if (answer === undefined || answer.status >= 500 || answer.status === 429) return { ok: false, problem: { kind: "unreachable" } };
  const tokens = tokenReply.safeParse(answer.json);
  if (answer.status === 200 && tokens.success) return { ok: true, value: toTokens(tokens.data) };
  return { ok: false, problem: toProblem(answer.json) };
}

function toTokens({ access_token, expires_in, scope, refresh_token, refresh_token_expires_in }: z.infer<typeof tokenReply>): Tokens {
  return { accessToken: access_token, expiresIn: expires_in, scope, refreshToken: refresh_token, grantExpiresIn: refresh_token_expires_in };
}

function toProblem(json: unknown): OAuthProblem {
  const reply = errorReply.safeParse(json);
  if (!reply.success) return { kind: "unreachable" };
  return reply.data.error === "invalid_grant" ? { kind: "invalid-grant" } : { kind: "misconfigured", error: reply.data.error };
}

/** Returns undefined if there was no response in time, or none that could be parsed. */
async function send(
  provider: DriveProvider,
  url: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly json: unknown } | undefined> {
  try {
    const response = await provider.fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await boundedText(response, OAUTH_TEXT_MAX_BYTES);
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
