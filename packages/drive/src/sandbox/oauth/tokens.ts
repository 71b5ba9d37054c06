/** The endpoints token, revoke, userinfo and tokeninfo. drive-contract §5.1. There is no id_token: userinfo identifies the user. */
import { createHash } from "node:crypto";
import type { DriveRequest, DriveResponse } from "../../server/http/drive-request.ts";
import type { Ticket } from "../sandbox-store.ts";
import type { CodeDetails } from "./authorize.ts";
import { find, isSameSecret, issue, type OAuthContext, oauthError, oauthJson, readForm, take } from "./oauth-context.ts";
import { mayReadEmail, mayReadProfile } from "./sandbox-scopes.ts";

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const OPEN_TO_PAGES = { "access-control-allow-origin": "*" };

export async function token(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const form = await readForm(request);
  if (form === undefined) return oauthError(400, "invalid_request", "The request is too large.");
  const clientId = findClient(context, request, form);
  if (clientId === undefined) return oauthError(401, "invalid_client", "The OAuth client was not found.");
  const grantType = form.get("grant_type");
  if (grantType === "authorization_code") return exchangeCode(context, form, clientId);
  if (grantType === "refresh_token") return refresh(context, form, clientId);
  return grantType === null
    ? oauthError(400, "invalid_request", "Required parameter is missing: grant_type")
    : oauthError(400, "unsupported_grant_type", "Invalid grant_type");
}

/** Reads the client's id and secret from the form, or from Basic authentication. */
function findClient(context: OAuthContext, request: DriveRequest, form: URLSearchParams): string | undefined {
  const basic = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const [id, secret] = basic === undefined ? [form.get("client_id"), form.get("client_secret")] : splitBasic(basic);
  const client = context.clients.find((candidate) => candidate.clientId === id);
  return client !== undefined && isSameSecret(client.clientSecret, secret ?? "") ? client.clientId : undefined;
}

function splitBasic(encoded: string): readonly (string | undefined)[] {
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  return colon === -1 ? [] : [text.slice(0, colon), text.slice(colon + 1)];
}

async function exchangeCode(context: OAuthContext, form: URLSearchParams, clientId: string): Promise<DriveResponse> {
  const code = form.get("code");
  if (code === null) return oauthError(400, "invalid_request", "Missing required parameter: code");
  const ticket = await take(context, "code", code);
  if (ticket === undefined || ticket.clientId !== clientId) return oauthError(400, "invalid_grant", "Malformed auth code.");
  const details = JSON.parse(ticket.details) as CodeDetails;
  if (form.get("redirect_uri") !== details.redirectUri) return oauthError(400, "redirect_uri_mismatch", "Bad Request");
  if (!provesChallenge(details.challenge, form.get("code_verifier"))) return oauthError(400, "invalid_grant", "Invalid code verifier.");
  const refreshToken = details.givesRefreshToken ? await issueRefresh(context, ticket) : undefined;
  return answerTokens(context, ticket, refreshToken);
}

function provesChallenge(challenge: string | undefined, verifier: string | null): boolean {
  if (challenge === undefined) return true;
  return verifier !== null && VERIFIER.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

async function refresh(context: OAuthContext, form: URLSearchParams, clientId: string): Promise<DriveResponse> {
  const ticket = await find(context, "refresh", form.get("refresh_token") ?? "");
  if (ticket === undefined || ticket.clientId !== clientId) return oauthError(400, "invalid_grant", "Token has been expired or revoked.");
  return answerTokens(context, ticket, undefined);
}

function issueRefresh(context: OAuthContext, code: Ticket): Promise<string> {
  const { userId, clientId, scopes } = code;
  const { grantSeconds } = context.lifetimes;
  const expiresAt = grantSeconds === undefined ? Number.POSITIVE_INFINITY : context.clock.now() + grantSeconds * 1000;
  return issue(context, "1//0s", { kind: "refresh", userId, clientId, scopes, expiresAt, details: "" });
}

async function answerTokens(context: OAuthContext, ticket: Ticket, refreshToken: string | undefined): Promise<DriveResponse> {
  const { userId, clientId, scopes } = ticket;
  const seconds = context.lifetimes.accessTokenSeconds;
  const expiresAt = context.clock.now() + seconds * 1000;
  await context.store.removeExpired(context.clock.now());
  const accessToken = await issue(context, "ya29.s", { kind: "access", userId, clientId, scopes, expiresAt, details: "" });
  return oauthJson(200, {
    access_token: accessToken,
    expires_in: seconds,
    token_type: "Bearer",
    scope: scopes.join(" "),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(refreshToken !== undefined &&
      context.lifetimes.grantSeconds !== undefined && { refresh_token_expires_in: context.lifetimes.grantSeconds }),
  });
}

/** Either token ends everything that this user granted to the client. */
export async function revoke(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const form = await readForm(request);
  const secret = form?.get("token") ?? new URLSearchParams(request.query).get("token") ?? "";
  const ticket = (await find(context, "refresh", secret)) ?? (await find(context, "access", secret));
  if (ticket === undefined) return oauthError(400, "invalid_token", "Token expired or revoked");
  await context.store.revoke(ticket.userId, ticket.clientId);
  return oauthJson(200, {});
}

export async function userinfo(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const ticket = bearer === undefined ? undefined : await find(context, "access", bearer);
  const user = ticket === undefined ? undefined : await context.store.getUser(ticket.userId);
  if (ticket === undefined || user === undefined) {
    return oauthJson(401, { error: "invalid_request", error_description: "Invalid Credentials" }, OPEN_TO_PAGES);
  }
  const profile = {
    sub: user.id,
    ...(mayReadEmail(ticket.scopes) && { email: user.email, email_verified: true }),
    ...(mayReadProfile(ticket.scopes) && { name: user.name, given_name: user.name.split(" ")[0] }),
  };
  return oauthJson(200, profile, OPEN_TO_PAGES);
}

export async function tokeninfo(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const ticket = await find(context, "access", new URLSearchParams(request.query).get("access_token") ?? "");
  if (ticket === undefined) return oauthJson(400, { error: "invalid_token", error_description: "Invalid Value" }, OPEN_TO_PAGES);
  const user = await context.store.getUser(ticket.userId);
  const info = {
    azp: ticket.clientId,
    aud: ticket.clientId,
    sub: ticket.userId,
    scope: ticket.scopes.join(" "),
    exp: String(Math.floor(ticket.expiresAt / 1000)),
    expires_in: String(Math.max(0, Math.floor((ticket.expiresAt - context.clock.now()) / 1000))),
    ...(mayReadEmail(ticket.scopes) && user !== undefined && { email: user.email, email_verified: "true" }),
    access_type: "offline",
  };
  return oauthJson(200, info, OPEN_TO_PAGES);
}
