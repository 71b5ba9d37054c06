/**
 * The Drive v3 subset as one handler: identifies the caller, finds the route, and converts errors. Knows no transport and no faults.
 * drive-contract §1, §3.
 */
import { EVERY_FILE, QueryTooCostly } from "../query/query.ts";
import type { FileRecord, Space } from "../records/file-record.ts";
import { DiskFull, type MaybePromise, ok, StoreFailure } from "../result.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { MetadataStore } from "../storage/metadata-store.ts";
import { cacheSmallBlobs } from "../storage/recently-used.ts";
import { answerBatch } from "./batch.ts";
import { createCallRates, createUploadLocks } from "./context/call-limits.ts";
import { type AccountScope, reclaim, STEP_FILES } from "./context/commit-plan.ts";
import { type Clock, type Identity, newKey, type Outcome, type ServerContext } from "./context/context.ts";
import { SERVER_LIMITS, type ServerLimits } from "./context/limits.ts";
import { parseParams } from "./context/params.ts";
import { createQuotaGate } from "./context/quota-gate.ts";
import { isAllowed } from "./context/scopes.ts";
import { createSignedIds } from "./context/signed-ids.ts";
import { removeTrees } from "./files/remove-files.ts";
import { findRoute } from "./find-route.ts";
import { type DriveHandler, type DriveRequest, type DriveResponse, RequestAborted } from "./http/drive-request.ts";
import { DISK_FULL_REASON, type Refusal, refusals, refused, toErrorResponse } from "./http/refusal.ts";
import { isPreflight, preflightResponse, withCors } from "./http/responses.ts";
import type { Route } from "./routes.ts";
import { sweep } from "./sweep.ts";
import { receiveUpload, uploadIdOf } from "./uploads/receive-upload.ts";
import { dropSession, endUploads } from "./uploads/upload-session.ts";

export type DriveAuth = { readonly kind: "user"; readonly identity: Identity } | { readonly kind: "unknown-token" };

export type DriveServerDeps = {
  readonly metadata: MetadataStore;
  readonly blobs: BlobStore;
  readonly authenticate: (bearer: string) => Promise<DriveAuth>;
  /** True if the session that started an upload is still valid; the upload's URL needs no token. Default: always true. */
  readonly isSignedIn?: (identity: Identity) => Promise<boolean>;
  /** Quota in bytes; undefined means unlimited. */
  readonly quotaOf: (accountId: string) => Promise<number | undefined>;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Signs file ids and page tokens. It must be stored with the data: with another secret every issued id and token is invalid. */
  readonly secret: string;
  /** Prefix of resumable Location URLs; the default is the request's origin. */
  readonly publicUrl?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Wraps each call of a batch as if it were sent separately. */
  readonly throughBatch?: (answer: DriveHandler) => DriveHandler;
  /** Called with the error behind each 500; never receives bodies or tokens. */
  readonly report?: (error: unknown) => void;
};

export type DriveServer = {
  readonly handle: DriveHandler;
  /** Removes expired trash, expired upload sessions and unreferenced blobs. Call it at startup and periodically. */
  sweep(): Promise<void>;
  /** Ends the account's unfinished uploads; their URLs become invalid. */
  endUploads(accountId: string): Promise<void>;
  /** Removes all data of an account permanently. */
  forget(accountId: string): Promise<void>;
};

export function createDriveServer(deps: DriveServerDeps): DriveServer {
  const limits = { ...SERVER_LIMITS, ...deps.limits };
  const server: ServerContext = {
    metadata: deps.metadata,
    blobs: cacheSmallBlobs(deps.blobs, limits.cachedBlobBytes),
    quota: createQuotaGate(deps.metadata, deps.quotaOf, (accountId) => reclaim(deps, accountId)),
    uploadLocks: createUploadLocks(),
    rates: createCallRates(limits.callsPerMinute, deps.clock),
    clock: deps.clock,
    randomBytes: deps.randomBytes,
    ids: createSignedIds(deps.secret, deps.randomBytes),
    publicUrl: deps.publicUrl,
    isSignedIn: deps.isSignedIn ?? (async () => true),
    limits,
  };
  const handle: DriveHandler = (request) => {
    if (isPreflight(request)) return Promise.resolve(preflightResponse());
    if (!isReachabilityCheck(request)) return answer(request, { server, deps }, withCors);
    // A HEAD is a GET without its body. Clients use it to check that the drive is reachable (spec A §7).
    return answer({ ...request, method: "GET" }, { server, deps }, (response) => ({ ...withCors(response), body: undefined }));
  };
  return {
    handle,
    sweep: () => sweep(server),
    endUploads: (accountId) => endUploads(server, accountId),
    forget: (accountId) => forgetAccount(server, accountId),
  };
}

function isReachabilityCheck({ method, path }: DriveRequest): boolean {
  return method === "HEAD" && path === "/drive/v3/about";
}

function answer(
  request: DriveRequest,
  { server, deps }: { readonly server: ServerContext; readonly deps: DriveServerDeps },
  complete: (response: DriveResponse) => DriveResponse,
): Promise<DriveResponse> {
  const fail = (error: unknown) => complete(toErrorResponse(toRefusal(error, deps)));
  const settle = (outcome: Outcome) => {
    if (outcome.ok) return complete(outcome.value);
    if (outcome.problem.detail.reason === DISK_FULL_REASON) deps.report?.(new DiskFull());
    return complete(toErrorResponse(outcome.problem));
  };
  try {
    return dispatch(request, server, deps).then(settle, fail);
  } catch (error) {
    return Promise.resolve(fail(error));
  }
}

function toRefusal(error: unknown, deps: DriveServerDeps): Refusal {
  if (error instanceof RequestAborted) return refusals.badRequest("The request ended before its body did.");
  if (error instanceof QueryTooCostly) return refusals.tooCostly();
  deps.report?.(error);
  if (error instanceof DiskFull) return refusals.diskFull();
  return error instanceof StoreFailure ? refusals.unavailable() : refusals.internal();
}

function dispatch(request: DriveRequest, server: ServerContext, deps: DriveServerDeps): Promise<Outcome> {
  if (request.method === "POST" && request.path === "/batch/drive/v3") {
    const inner: DriveHandler = (one) => answer(one, { server, deps }, (response) => response);
    return answerBatch(request, {
      limits: server.limits,
      boundary: `batch_${newKey(server)}`,
      answer: deps.throughBatch?.(inner) ?? inner,
    });
  }
  const uploadId = uploadIdOf(request);
  return uploadId === undefined ? dispatchCall(request, server, deps) : dispatchUpload(request, uploadId, { server, deps });
}

/** Awaits only the identity and pending results. Each additional asynchronous step costs a small read several percent. */
function dispatchCall(request: DriveRequest, server: ServerContext, deps: DriveServerDeps): Promise<Outcome> {
  const params = parseParams(request.query);
  const found = findRoute(request.method, request.path, params.get("uploadType"));
  if (found === undefined) return Promise.resolve(refused(refusals.noSuchMethod()));
  const { route, path } = found;
  return identify(request, deps, (identity) => {
    if (!isAllowed(identity.scopes, route.access)) return refused(refusals.scopeMissing());
    const waitSeconds = server.rates.take(identity.accountId, 1);
    if (waitSeconds !== undefined) return refused(refusals.tooManyCalls(waitSeconds));
    const refusal = checkAlt(params.get("alt"), route);
    return refusal === undefined ? route.handle({ server, request, identity, params, path }) : refused(refusal);
  });
}

/** The URL of an upload session suffices by itself. If the request carries a token as well, it must be valid. */
function dispatchUpload(
  request: DriveRequest,
  uploadId: string,
  { server, deps }: { readonly server: ServerContext; readonly deps: DriveServerDeps },
): Promise<Outcome> {
  const receive = (identity: Identity | undefined) => receiveUpload(server, request, { secret: uploadId, caller: identity });
  return request.headers.authorization === undefined ? receive(undefined) : identify(request, deps, receive);
}

function identify(request: DriveRequest, deps: DriveServerDeps, use: (identity: Identity) => MaybePromise<Outcome>): Promise<Outcome> {
  const header = request.headers.authorization;
  if (header === undefined) return Promise.resolve(refused(refusals.noAuthorization()));
  const bearer = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (bearer === undefined) return Promise.resolve(refused(refusals.badToken()));
  return deps.authenticate(bearer).then((auth) => (auth.kind === "user" ? use(auth.identity) : refused(refusals.badToken())));
}

function checkAlt(alt: string | undefined, route: Route): Refusal | undefined {
  if (alt === undefined || alt === "json" || (alt === "media" && route.hasMedia === true)) return undefined;
  return refusals.invalid("alt");
}

/** Removes all data of one account permanently: files in both spaces, including trashed ones, and unfinished uploads. */
async function forgetAccount(server: ServerContext, accountId: string): Promise<void> {
  for (const upload of await server.metadata.uploadsOf(accountId)) await dropSession(server, upload);
  for (const space of ["drive", "appDataFolder"] as const) {
    while ((await someFiles(server, accountId, space)).length > 0) await forgetSome({ server, identity: { accountId } }, space);
  }
}

async function forgetSome(scope: AccountScope, space: Space): Promise<void> {
  const forgotten = await removeTrees(scope, async () => ok(await someFiles(scope.server, scope.identity.accountId, space)));
  if (!forgotten.ok) throw new Error(`the files of an account could not be removed: ${forgotten.problem.detail.reason}`);
}

async function someFiles({ metadata }: ServerContext, accountId: string, space: Space): Promise<readonly FileRecord[]> {
  return (await metadata.list(accountId, { query: EVERY_FILE, space, order: [], limit: STEP_FILES, after: undefined })).files;
}
