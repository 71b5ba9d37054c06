/** Connects a drive and issues access tokens. The browser gets a handle, never the refresh token. Decisions 0003, 0006; B §4. */
import type { oauthCallback, refreshAccess } from "@satchel/contract/drives/cloud.ts";
import type { ParsedBodyOf, RefusalOf, ReplyOf } from "@satchel/contract/route.ts";
import { newId, type RuntimeEnvironment } from "../shared/environment.ts";
import { isRefused, type Refusal, refuse } from "../shared/refusal.ts";
import { type AccessCache, createAccessCache } from "./access-cache.ts";
import type { ConnectionRepo, DriveConnection } from "./connection-repo.ts";
import type { DriveProvider } from "./drive-provider.ts";
import { createOAuthClient, type DriveUser, type OAuthClient, type OAuthProblem, type Tokens } from "./oauth-client.ts";
import { handleOf, isHandle, openToken, sealToken } from "./token-seal.ts";

export type ConnectionDeps = {
  readonly provider: DriveProvider | undefined;
  readonly repo: ConnectionRepo;
  readonly around: RuntimeEnvironment;
  readonly sealKey: Buffer;
  readonly handleKey: Buffer;
  /** Called without personal data when the drive rejects this server's own credentials. */
  readonly onMisconfigured: (error: string) => void;
  /** Called when a browser returned from the drive to an address that is not configured. */
  readonly onOtherAddress: (ours: readonly string[]) => void;
};

type Code = ParsedBodyOf<typeof oauthCallback>;
type Connected = ReplyOf<typeof oauthCallback>;
export type Access = ReplyOf<typeof refreshAccess>;
export type AccessRefusal = Refusal<RefusalOf<typeof refreshAccess>>;

export type Connections = {
  readonly connect: (accountId: string, code: Code) => Promise<Connected | Refusal<RefusalOf<typeof oauthCallback>>>;
  /** Returns a new access token for the handle that a browser holds. */
  readonly refresh: (accountId: string, handle: string) => Promise<Access | AccessRefusal>;
  /** Returns an access token that stays valid for some time, and asks the drive only if none is cached. */
  readonly access: (accountId: string) => Promise<Access | AccessRefusal>;
  readonly of: (accountId: string) => Promise<DriveConnection | undefined>;
  /** Call when a session has ended: its access to the drive ends, and its tokens are not issued again. */
  readonly endAccess: (accountId: string) => Promise<void>;
  readonly disconnect: (accountId: string) => Promise<void>;
};

export function createConnections(deps: ConnectionDeps): Connections {
  const { provider, repo } = deps;
  if (provider === undefined) return unconfigured(repo);
  const session: Session = {
    ...deps,
    provider,
    oauth: createOAuthClient(provider),
    cache: createAccessCache(deps.around.now),
    asking: new Map(),
  };
  return {
    connect: (accountId, code) => connect(session, accountId, code),
    refresh: (accountId, handle) => refreshByHandle(session, accountId, handle),
    access: (accountId) => accessOf(session, accountId),
    of: (accountId) => currentOf(session, accountId),
    endAccess: (accountId) => endAccess(session, accountId),
    disconnect: (accountId) => disconnect(session, accountId),
  };
}

type Session = ConnectionDeps & {
  readonly provider: DriveProvider;
  readonly oauth: OAuthClient;
  readonly cache: AccessCache;
  readonly asking: Map<string, Promise<Access | AccessRefusal>>;
};

function unconfigured(repo: ConnectionRepo): Connections {
  return {
    connect: async () => refuse("drive-not-configured"),
    refresh: async () => refuse("drive-not-configured"),
    access: async () => refuse("drive-not-configured"),
    of: async () => undefined,
    endAccess: async () => undefined,
    disconnect: (accountId) => repo.forgetToken(accountId),
  };
}

/** A connection to the sandbox does not count once Google is configured, and vice versa. */
async function currentOf({ provider, repo }: Session, accountId: string): Promise<DriveConnection | undefined> {
  const connection = await repo.of(accountId);
  return connection?.provider === provider.kind && connection.sealedRefreshToken !== undefined ? connection : undefined;
}

async function connect(session: Session, accountId: string, code: Code): ReturnType<Connections["connect"]> {
  const { provider, oauth } = session;
  if (!provider.redirectUris().includes(code.redirect_uri)) {
    session.onOtherAddress(provider.redirectUris());
    return refuse("oauth-redirect-mismatch", { field: "redirect_uri" });
  }
  const tokens = await oauth.exchange(code.code, code.redirect_uri, code.code_verifier);
  if (!tokens.ok) return refuseExchange(session, tokens.problem);
  if (!grantsDrive(tokens.value.scope)) {
    await oauth.revoke(tokens.value.refreshToken ?? tokens.value.accessToken);
    return refuse("scope-missing");
  }
  const user = await oauth.user(tokens.value.accessToken);
  if (!user.ok) return refuse("drive-unreachable");
  return await keep(session, accountId, { tokens: tokens.value, user: user.value });
}

/** The response's scope decides: a user who leaves the drive unticked still returns with a code. drive-contract.md 5.5. */
function grantsDrive(scope: string | undefined): boolean {
  return (scope ?? "")
    .split(" ")
    .some((each) => each === "https://www.googleapis.com/auth/drive.file" || each === "https://www.googleapis.com/auth/drive");
}

async function keep(
  session: Session,
  accountId: string,
  { tokens, user }: { readonly tokens: Tokens; readonly user: DriveUser },
): Promise<Connected | Refusal<"oauth-invalid-grant">> {
  const before = await session.repo.of(accountId);
  const sameDrive = before !== undefined && before.provider === session.provider.kind && before.sub === user.sub;
  const sealed = sealedOf(session, accountId, { tokens, before: sameDrive ? before : undefined });
  // Without a refresh token the connection would end within the hour, so it is rejected.
  if (sealed === undefined) return refuse("oauth-invalid-grant");
  const connection: DriveConnection = {
    accountId,
    connectionId: sameDrive ? before.connectionId : newId(session.around),
    provider: session.provider.kind,
    sub: user.sub,
    email: user.email,
    name: user.name,
    scope: tokens.scope ?? "",
    sealedRefreshToken: sealed,
    needsReconnection: false,
    connectedAt: session.around.now(),
    grantEndsAt: grantEndOf(session, tokens, sameDrive ? before : undefined),
  };
  await session.repo.put(connection);
  session.cache.put(connection.connectionId, tokens);
  const access = toAccess(session, connection, tokens);
  const userInfo = user.picture === undefined ? access.userInfo : { ...access.userInfo, picture: user.picture };
  return { ...access, userInfo, scope: connection.scope, accountChanged: before !== undefined && !sameDrive };
}

function sealedOf(
  { sealKey, around }: Session,
  accountId: string,
  { tokens, before }: { readonly tokens: Tokens; readonly before: DriveConnection | undefined },
): string | undefined {
  if (tokens.refreshToken === undefined) return before?.sealedRefreshToken;
  return sealToken(sealKey, accountId, { token: tokens.refreshToken, around });
}

/** The end is known together with the refresh token. An exchange without one keeps the previous token and its end. */
function grantEndOf({ around }: Session, tokens: Tokens, before: DriveConnection | undefined): number | undefined {
  if (tokens.refreshToken === undefined) return before?.grantEndsAt;
  return tokens.grantExpiresIn === undefined ? undefined : around.now() + tokens.grantExpiresIn * 1000;
}

async function refreshByHandle(session: Session, accountId: string, handle: string): Promise<Access | AccessRefusal> {
  const connection = await currentOf(session, accountId);
  if (connection === undefined) return refuse("drive-not-connected");
  if (!isHandle(handleOf(session.handleKey, accountId, connection.connectionId), handle)) return refuse("reconnection-needed");
  const fresh = connection.needsReconnection ? undefined : session.cache.fresh(connection.connectionId);
  return fresh === undefined ? await askOnce(session, connection) : toAccess(session, connection, fresh);
}

async function accessOf(session: Session, accountId: string): Promise<Access | AccessRefusal> {
  const connection = await currentOf(session, accountId);
  if (connection === undefined) return refuse("drive-not-connected");
  const cached = connection.needsReconnection ? undefined : session.cache.get(connection.connectionId);
  return cached === undefined ? await askOnce(session, connection) : toAccess(session, connection, cached);
}

/** Asks the drive once for any number of concurrent tabs and devices. */
function askOnce(session: Session, connection: DriveConnection): Promise<Access | AccessRefusal> {
  const { asking } = session;
  const running = asking.get(connection.connectionId);
  if (running !== undefined) return running;
  const asked = askAccess(session, connection).finally(() => asking.delete(connection.connectionId));
  asking.set(connection.connectionId, asked);
  return asked;
}

async function askAccess(session: Session, connection: DriveConnection): Promise<Access | AccessRefusal> {
  const refreshToken = openToken(session.sealKey, connection.accountId, connection.sealedRefreshToken ?? "");
  if (refreshToken === undefined || connection.needsReconnection) return await lost(session, connection);
  const tokens = await session.oauth.refresh(refreshToken);
  if (!tokens.ok) return tokens.problem.kind === "invalid-grant" ? await lost(session, connection) : refuseRefresh(session, tokens.problem);
  if (tokens.value.scope !== undefined && !grantsDrive(tokens.value.scope)) return refuse("scope-missing");
  session.cache.put(connection.connectionId, tokens.value);
  return toAccess(session, connection, tokens.value);
}

/** The rejection of a former refresh token says nothing about the one that a reconnect has brought in the meantime. */
async function lost(session: Session, connection: DriveConnection): Promise<Access | AccessRefusal> {
  const { repo, cache, around } = session;
  if (!(await repo.markNeedsReconnection(connection))) {
    const now = await currentOf(session, connection.accountId);
    return now === undefined ? refuse("drive-not-connected") : await askAccess(session, now);
  }
  cache.drop(connection.connectionId);
  return refuse(connection.grantEndsAt !== undefined && connection.grantEndsAt <= around.now() ? "grant-ended" : "reconnection-needed");
}

function toAccess({ handleKey }: Session, connection: DriveConnection, tokens: Pick<Tokens, "accessToken" | "expiresIn">): Access {
  const { accountId, connectionId, sub, email, name } = connection;
  return {
    accessToken: tokens.accessToken,
    expiresIn: tokens.expiresIn,
    refreshToken: handleOf(handleKey, accountId, connectionId),
    userInfo: { sub, email, name },
  };
}

async function disconnect(session: Session, accountId: string): Promise<void> {
  const connection = await session.repo.of(accountId);
  if (connection?.sealedRefreshToken === undefined) return;
  // Forgotten here first: even if the drive does not respond, this server can no longer use the token.
  await session.repo.forgetToken(accountId);
  session.cache.drop(connection.connectionId);
  const refreshToken = openToken(session.sealKey, accountId, connection.sealedRefreshToken);
  if (refreshToken !== undefined && connection.provider === session.provider.kind) await session.oauth.revoke(refreshToken);
}

async function endAccess({ repo, cache, provider }: Session, accountId: string): Promise<void> {
  const connection = await repo.of(accountId);
  if (connection !== undefined) cache.drop(connection.connectionId);
  await provider.endAccess?.(accountId);
}

function refuseExchange(
  session: Session,
  problem: OAuthProblem,
): Refusal<"oauth-invalid-grant" | "drive-not-configured" | "drive-unreachable"> {
  return problem.kind === "invalid-grant" ? refuse("oauth-invalid-grant") : refuseRefresh(session, problem);
}

function refuseRefresh({ onMisconfigured }: Session, problem: OAuthProblem): Refusal<"drive-not-configured" | "drive-unreachable"> {
  if (problem.kind !== "misconfigured") return refuse("drive-unreachable");
  onMisconfigured(problem.error);
  return refuse("drive-not-configured");
}

export function isAccess(answer: Access | AccessRefusal): answer is Access {
  return !isRefused(answer);
}
