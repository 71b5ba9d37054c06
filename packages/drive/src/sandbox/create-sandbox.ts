/**
 * The sandbox drive: the Drive server with a Google-like OAuth and, if requested, faults and a request log. drive-contract §5, §7.4,
 * decision 0002.
 */
import type { Clock, Identity } from "../server/context/context.ts";
import type { ServerLimits } from "../server/context/limits.ts";
import { createDriveServer, type DriveAuth, type DriveServer, type DriveServerDeps } from "../server/create-drive-server.ts";
import type { DriveHandler, DriveRequest, DriveResponse } from "../server/http/drive-request.ts";
import { refusals, toErrorResponse } from "../server/http/refusal.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { MetadataStore } from "../storage/metadata-store.ts";
import { answerControl, createControl, type SandboxControl } from "./control.ts";
import type { FaultConfig } from "./faults/fault-config.ts";
import { createFaultState, type FaultState } from "./faults/fault-state.ts";
import { withStoreFaults } from "./faults/faulty-metadata-store.ts";
import { answerWithFaults, type FaultDeps } from "./faults/with-faults.ts";
import { authorize } from "./oauth/authorize.ts";
import { type CurrentUser, find, type OAuthClient, type OAuthContext, toPermissionId } from "./oauth/oauth-context.ts";
import { ALL_SCOPES } from "./oauth/sandbox-scopes.ts";
import { revoke, token, tokeninfo, userinfo } from "./oauth/tokens.ts";
import { kindOf } from "./request-kind.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import type { SandboxStore, SandboxUser } from "./sandbox-store.ts";

export type SandboxOptions = {
  readonly drive: {
    readonly metadata: MetadataStore;
    readonly blobs: BlobStore;
    readonly secret: string;
    readonly publicUrl?: string;
    readonly limits?: Partial<ServerLimits>;
    readonly report?: (error: unknown) => void;
  };
  readonly store: SandboxStore;
  readonly clients: readonly OAuthClient[];
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Quota in bytes by user; the default is 15 GB. */
  readonly quotaOf?: (userId: string) => Promise<number | undefined>;
  readonly accessTokenSeconds?: number;
  /** Path under which the sandbox is mounted, for the form's action. */
  readonly basePath?: string;
  /** Returns the user at the browser. If absent, the page offers a choice among `users`. */
  readonly currentUser?: (request: DriveRequest) => Promise<CurrentUser>;
  readonly users?: readonly SandboxUser[];
  /** User id by bearer token, with all scopes; for tools that cannot use the consent page. */
  readonly staticTokens?: Readonly<Record<string, string>>;
  /** If present, faults, the request log and /__control exist. */
  readonly control?: ControlOptions;
};

export type ControlOptions = {
  readonly token?: string;
  readonly wait?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  readonly faults?: FaultConfig;
};

export type Sandbox = {
  readonly handle: DriveHandler;
  readonly control: SandboxControl | undefined;
  sweep(): Promise<void>;
  /** Ends everything that this user's browsers hold: access tokens and upload URLs. Refresh tokens stay valid. */
  endAccess(userId: string): Promise<void>;
};

const DEFAULT_QUOTA_BYTES = 15 * 2 ** 30;

export function createSandbox(options: SandboxOptions): Sandbox {
  const oauth = toOAuthContext(options);
  const known = staticIdentities(options);
  const authenticate = async (bearer: string) => known.get(bearer) ?? findIdentity(oauth, bearer);
  if (options.control === undefined) {
    const server = createServer(options, { metadata: options.drive.metadata, authenticate });
    return {
      handle: createRouter(oauth, server),
      control: undefined,
      sweep: server.sweep,
      endAccess: (userId) => endAccess(options, server, userId),
    };
  }
  const random = options.control.random ?? (() => shareOf(options.randomBytes(4)));
  const state = createFaultState(random, options.control.faults ?? {});
  const log = createRequestLog();
  const control = createControl({ state, log, store: options.store, lifetimes: oauth.lifetimes });
  const controlled: Controlled = { control, state, log, options: options.control, clock: options.clock };
  const throughBatch = (inner: DriveHandler) => answeringAlways(withControl(inner, authenticate, controlled));
  const metadata = withStoreFaults(options.drive.metadata, state, { clock: options.clock, random });
  const server = createServer(options, { metadata, authenticate, throughBatch });
  return {
    handle: withControl(createRouter(oauth, server), authenticate, controlled),
    control,
    sweep: server.sweep,
    endAccess: (userId) => endAccess(options, server, userId),
  };
}

async function endAccess({ store }: SandboxOptions, server: DriveServer, userId: string): Promise<void> {
  await store.removeAccessTokens(userId);
  await server.endUploads(userId);
}

/** Converts four random bytes to a number in [0, 1). */
function shareOf(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0) / 2 ** 32;
}

function toOAuthContext(options: SandboxOptions): OAuthContext {
  return {
    store: options.store,
    clients: options.clients,
    clock: options.clock,
    randomBytes: options.randomBytes,
    basePath: options.basePath ?? "",
    currentUser: options.currentUser,
    users: options.users ?? [],
    lifetimes: { accessTokenSeconds: options.accessTokenSeconds ?? 3600 },
  };
}

type Authenticate = (bearer: string) => Promise<DriveAuth>;

function createServer(options: SandboxOptions, own: Pick<DriveServerDeps, "metadata" | "authenticate" | "throughBatch">): DriveServer {
  const { clock, randomBytes, quotaOf } = options;
  return createDriveServer({ ...options.drive, ...own, clock, randomBytes, quotaOf: quotaOf ?? (async () => DEFAULT_QUOTA_BYTES) });
}

function staticIdentities({ staticTokens = {}, users = [] }: SandboxOptions): ReadonlyMap<string, DriveAuth> {
  const ofUser = (userId: string): DriveAuth => {
    const user = users.find(({ id }) => id === userId);
    return user === undefined ? { kind: "unknown-token" } : { kind: "user", identity: toIdentity(user, ALL_SCOPES) };
  };
  return new Map(Object.entries(staticTokens).map(([token, userId]) => [token, ofUser(userId)]));
}

async function findIdentity(oauth: OAuthContext, bearer: string): Promise<DriveAuth> {
  const ticket = await find(oauth, "access", bearer);
  const user = ticket === undefined ? undefined : await oauth.store.getUser(ticket.userId);
  return ticket === undefined || user === undefined
    ? { kind: "unknown-token" }
    : { kind: "user", identity: toIdentity(user, ticket.scopes) };
}

function toIdentity(user: SandboxUser, scopes: readonly string[]): Identity {
  return { accountId: user.id, scopes, user: { displayName: user.name, emailAddress: user.email, permissionId: toPermissionId(user.id) } };
}

function createRouter(oauth: OAuthContext, server: DriveServer): DriveHandler {
  return (request) => {
    switch (`${request.method} ${request.path}`) {
      case "GET /o/oauth2/v2/auth":
      case "POST /o/oauth2/v2/auth":
        return authorize(oauth, request);
      case "POST /token":
        return token(oauth, request);
      case "POST /revoke":
        return revoke(oauth, request);
      case "GET /v1/userinfo":
        return userinfo(oauth, request);
      case "GET /tokeninfo":
        return tokeninfo(oauth, request);
      default:
        return server.handle(request);
    }
  };
}

type Controlled = {
  readonly control: SandboxControl;
  readonly state: FaultState;
  readonly log: RequestLog;
  readonly options: ControlOptions;
  readonly clock: Clock;
};

function withControl(handle: DriveHandler, authenticate: Authenticate, controlled: Controlled): DriveHandler {
  const { control, state, log, options, clock } = controlled;
  const deps: FaultDeps = { state, now: () => clock.now(), wait: options.wait ?? realWait };
  return async (request): Promise<DriveResponse> => {
    if (request.path.startsWith("/__control/")) return answerControl(control, options.token, request);
    const kind = kindOf(request);
    const userId = await findUserId(authenticate, request);
    const counter = { bytes: 0 };
    const counted = { ...request, body: request.body === undefined ? undefined : countBytes(request.body, counter) };
    const { method, path } = request;
    const { response, fault } = await answerWithFaults(handle, counted, { subject: { kind, method, path, userId }, deps });
    log.add({
      at: clock.now(),
      method,
      path,
      kind,
      ...(userId !== undefined && { userId }),
      status: response.status,
      ...(fault !== undefined && { fault }),
      requestBytes: counter.bytes,
    });
    return response;
  };
}

/** A call inside a batch has no connection of its own that could break, so a lost connection becomes a response. */
function answeringAlways(handle: DriveHandler): DriveHandler {
  return async (request) => {
    const response = await handle(request);
    return response.dropped === true ? toErrorResponse(refusals.busy()) : response;
  };
}

async function findUserId(authenticate: Authenticate, request: DriveRequest): Promise<string | undefined> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const auth = bearer === undefined ? undefined : await authenticate(bearer);
  return auth?.kind === "user" ? auth.identity.accountId : undefined;
}

async function* countBytes(source: AsyncIterable<Uint8Array>, counter: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    counter.bytes += chunk.length;
    yield chunk;
  }
}

function realWait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
