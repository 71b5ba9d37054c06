/**
 * The authorize endpoint: shows the page, takes the decision, and redirects the browser with a code or an error. drive-contract §5.1, §5.5.
 */
import type { DriveRequest, DriveResponse } from "../../server/http/drive-request.ts";
import type { SandboxUser } from "../sandbox-store.ts";
import { type AuthorizeRequest, checkAuthorize } from "./authorize-request.ts";
import { consentPage, errorPage } from "./consent-page.ts";
import { CODE_MS, type CurrentUser, issue, NO_STORE, type OAuthContext, readForm, take } from "./oauth-context.ts";
import { isSignIn, toGranted } from "./sandbox-scopes.ts";

/** Data stored with a code until it is exchanged. */
export type CodeDetails = {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly givesRefreshToken: boolean;
};

export async function authorize(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  return request.method === "POST" ? decide(context, request) : show(context, request);
}

async function show(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const check = checkAuthorize(new URLSearchParams(request.query), context.clients);
  if (check.kind === "bad-client") return errorPage(400, check.error, check.message);
  if (check.kind === "refused") return goBack(check.redirectUri, { error: check.error, state: check.state });
  const who = await findUsers(context, request);
  if ("status" in who) return who;
  const asked = check.request;
  const [only, ...others] = who;
  if (only !== undefined && others.length === 0) {
    const answered = await passWithoutPage(context, asked, only);
    if (answered !== undefined) return answered;
  }
  if (asked.prompt.includes("none")) return goBack(asked.redirectUri, { error: "interaction_required", state: asked.state });
  return showConsent(context, asked, { users: who, query: request.query });
}

/** The form posts to the address of the page with its query, in which `currentUser` finds the user at the browser. */
async function showConsent(
  context: OAuthContext,
  asked: AuthorizeRequest,
  { users, query }: { readonly users: readonly SandboxUser[]; readonly query: string },
): Promise<DriveResponse> {
  const hinted = users.filter((user) => user.email === asked.loginHint || user.id === asked.loginHint);
  const ticket = await issue(context, "consent-", {
    kind: "consent",
    userId: users.length === 1 ? (users[0]?.id ?? "") : "",
    clientId: asked.clientId,
    scopes: asked.scopes,
    expiresAt: context.clock.now() + CODE_MS,
    details: JSON.stringify(asked),
  });
  return consentPage({
    action: `${context.basePath}/o/oauth2/v2/auth?${query}`,
    ticket,
    appName: context.clients.find(({ clientId }) => clientId === asked.clientId)?.name ?? asked.clientId,
    redirectOrigin: new URL(asked.redirectUri).origin,
    scopes: asked.scopes.filter((scope) => !isSignIn(scope)),
    users: [...new Set([...hinted, ...users])],
  });
}

/** Skips the page if the user has granted all requested scopes before, unless the client demands consent. */
async function passWithoutPage(context: OAuthContext, asked: AuthorizeRequest, user: SandboxUser): Promise<DriveResponse | undefined> {
  const granted = await context.store.grantedScopes(user.id, asked.clientId);
  const isCovered = toGranted(asked.scopes).every((scope) => granted.includes(scope));
  if (!isCovered || asked.prompt.includes("consent") || asked.prompt.includes("select_account")) return undefined;
  return allow(context, asked, { user, allowed: asked.scopes });
}

async function decide(context: OAuthContext, request: DriveRequest): Promise<DriveResponse> {
  const form = await readForm(request);
  const ticket = form === undefined ? undefined : await take(context, "consent", form.get("ticket") ?? "");
  if (form === undefined || ticket === undefined) {
    return errorPage(400, "expired", "This page has been answered already or is too old. Go back to the app and start again.");
  }
  const asked = JSON.parse(ticket.details) as AuthorizeRequest;
  const who = await findUsers(context, request);
  if ("status" in who) return who;
  const user = who.find((candidate) => candidate.id === (ticket.userId || form.get("user")));
  if (user === undefined)
    return errorPage(403, "wrong_account", "You are signed in as somebody else now. Go back to the app and start again.");
  if (form.get("decision") !== "allow") return goBack(asked.redirectUri, { error: "access_denied", state: asked.state });
  const ticked = form.getAll("scope");
  return allow(context, asked, { user, allowed: asked.scopes.filter((scope) => isSignIn(scope) || ticked.includes(scope)) });
}

async function allow(
  context: OAuthContext,
  asked: AuthorizeRequest,
  { user, allowed }: { readonly user: SandboxUser; readonly allowed: readonly string[] },
): Promise<DriveResponse> {
  const before = await context.store.grantedScopes(user.id, asked.clientId);
  const scopes = toGranted([...allowed, ...(asked.includesGranted ? before : [])]);
  await context.store.putUser(user);
  await context.store.grant(user.id, asked.clientId, scopes);
  const details: CodeDetails = {
    redirectUri: asked.redirectUri,
    challenge: asked.challenge,
    givesRefreshToken: asked.isOffline && (before.length === 0 || asked.prompt.includes("consent")),
  };
  const code = await issue(context, "4/0A", {
    kind: "code",
    userId: user.id,
    clientId: asked.clientId,
    scopes,
    expiresAt: context.clock.now() + CODE_MS,
    details: JSON.stringify(details),
  });
  return goBack(asked.redirectUri, { code, scope: scopes.join(" "), state: asked.state });
}

/** Returns the user at the browser, the test users to choose from, or a response to send instead. */
async function findUsers(context: OAuthContext, request: DriveRequest): Promise<readonly SandboxUser[] | DriveResponse> {
  if (context.currentUser === undefined) return context.users;
  const current: CurrentUser = await context.currentUser(request);
  if (current.kind === "user") return [current.user];
  if (current.kind === "redirect") return redirect(current.location);
  return errorPage(current.status, "access_denied", current.message);
}

function goBack(redirectUri: string, values: Readonly<Record<string, string | undefined>>): DriveResponse {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return redirect(url.href);
}

function redirect(location: string): DriveResponse {
  return { status: 303, headers: { ...NO_STORE, location }, body: undefined };
}
