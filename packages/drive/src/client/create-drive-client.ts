/**
 * A Drive v3 client for browser, worker and Node; it needs only `fetch`. send.ts decides which requests are retried. drive-contract §1, §3.
 */
import { failed, ok, type Result } from "../result.ts";
import type { FileMetadata } from "../wire/resources.ts";
import { CLIENT_LIMITS, type DriveClientDeps } from "./client-deps.ts";
import {
  type ClientProblem,
  type ContentOptions,
  type DownloadOptions,
  type DriveClient,
  toCursorProblem,
  type UpdateOptions,
} from "./drive-client.ts";
import { toMultipartBody } from "./multipart-body.ts";
import { createPageBounds } from "./page-bounds.ts";
import {
  parseAbout,
  parseChangeList,
  parseFile,
  parseFileList,
  parseIds,
  parseRevision,
  parseRevisionList,
  parseStartPageToken,
} from "./parse-resources.ts";
import { uploadInChunks } from "./resumable-upload.ts";
import { createSend, type DriveResponse, filePath, isAway, type Outgoing, type Query, revisionPath, toUrl } from "./send.ts";

export function createDriveClient(deps: DriveClientDeps): DriveClient {
  const limits = { ...CLIENT_LIMITS, ...deps.limits };
  const send = createSend(deps, limits);
  const { api, upload } = deps.baseUrls;
  const pages = createPageBounds(limits);
  const ask = (path: string, query: Query, { signal, maxBytes }: Pick<Outgoing, "signal" | "maxBytes">) =>
    send({
      method: "GET",
      url: toUrl(api, path, query),
      isRepeatable: true,
      isWrite: false,
      signal,
      ...(maxBytes !== undefined && { maxBytes }),
    });
  const read = async <Value>(path: string, query: Query, { parse, signal }: Reading<Value>) =>
    parseAs(await ask(path, query, { signal }), parse);
  const readPage = async <Value extends Paged>(path: string, query: Query, { parse, signal }: Reading<Value>) => {
    const answer = await ask(path, query, { signal, maxBytes: limits.pageMaxBytes });
    const page = parseAs(answer, parse);
    if (!page.ok || !answer.ok) return page;
    const asked = query.pageToken === undefined ? undefined : String(query.pageToken);
    const isWithinBounds = pages.take({ asked, next: page.value.nextPageToken, bytes: answer.value.bytes.length });
    return isWithinBounds ? page : failed({ kind: "unusable-response" } as const);
  };
  const readBytes = async (path: string, { range, signal, maxBytes = limits.fileMaxBytes }: DownloadOptions) => {
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ""}` };
    const url = toUrl(api, path, { alt: "media" });
    const answer = await send({ method: "GET", url, headers, isRepeatable: true, isWrite: false, signal, maxBytes });
    return answer.ok ? ok(answer.value.bytes) : answer;
  };
  const write = async (outgoing: WriteRequest) => parseWrite(await send(toOutgoing(deps, outgoing)), parseFile);

  return {
    about: ({ fields, signal }) => read("/about", { fields }, { parse: parseAbout, signal }),
    list: ({ signal, ...query }) => readPage("/files", query, { parse: parseFileList, signal }),
    get: (fileId, { signal, ...query } = {}) => read(filePath(fileId), query, { parse: parseFile, signal }),
    download: (fileId, options = {}) => readBytes(filePath(fileId), options),
    create: (metadata, options = {}) =>
      write({ method: "POST", path: "/files", metadata, options, isRepeatable: metadata.id !== undefined }),
    update: (fileId, metadata, options = {}) => write({ method: "PATCH", path: filePath(fileId), metadata, options, isRepeatable: false }),
    copy: (fileId, metadata, options = {}) =>
      write({ method: "POST", path: `${filePath(fileId)}/copy`, metadata, options, isRepeatable: metadata.id !== undefined }),
    delete: async (fileId, { signal } = {}) =>
      toDeleted(
        await send({ method: "DELETE", url: toUrl(api, filePath(fileId), {}), isRepeatable: true, isWrite: true, signal, expected: [404] }),
      ),
    revisions: (fileId, { signal, ...query }) => readPage(`${filePath(fileId)}/revisions`, query, { parse: parseRevisionList, signal }),
    keepRevision: async (fileId, revisionId, { signal } = {}) => {
      const url = toUrl(api, revisionPath(fileId, revisionId), {});
      const headers = { "content-type": "application/json; charset=UTF-8" };
      const body = JSON.stringify({ keepForever: true });
      return parseWrite(await send({ method: "PATCH", url, headers, body, isRepeatable: true, isWrite: true, signal }), parseRevision);
    },
    downloadRevision: (fileId, revisionId, options = {}) => readBytes(revisionPath(fileId, revisionId), options),
    generateIds: (count, { signal, space } = {}) => read("/files/generateIds", { count, space }, { parse: parseIds, signal }),
    startPageToken: ({ signal } = {}) => read("/changes/startPageToken", {}, { parse: parseStartPageToken, signal }),
    changes: async ({ signal, ...query }) => {
      const answer = await readPage("/changes", query, { parse: parseChangeList, signal });
      return answer.ok ? answer : failed(toCursorProblem(answer.problem));
    },
    upload: async (target, content, options = {}) => {
      const answer = await uploadInChunks(
        { send, uploadUrl: upload, timers: deps.timers, limits, random: deps.random, isAway: () => isAway(deps) },
        target,
        { content, options },
      );
      return parseWrite(answer, parseFile);
    },
  };
}

type Paged = { readonly nextPageToken?: string };
type Parse<Value> = (json: unknown) => Value | undefined;
type Reading<Value> = { readonly parse: Parse<Value>; readonly signal: AbortSignal | undefined };

type WriteRequest = {
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly metadata: FileMetadata;
  readonly options: ContentOptions & Pick<UpdateOptions, "addParents" | "removeParents">;
  readonly isRepeatable: boolean;
};

/** Builds one multipart request if there is content, plain JSON otherwise. */
function toOutgoing(deps: DriveClientDeps, { method, path, metadata, options, isRepeatable }: WriteRequest): Outgoing {
  const query: Query = {
    fields: options.fields,
    keepRevisionForever: options.keepRevisionForever,
    addParents: options.addParents?.join(","),
    removeParents: options.removeParents?.join(","),
  };
  const shared = { method, isRepeatable, isWrite: true, signal: options.signal } as const;
  if (options.content === undefined) {
    const headers = { "content-type": "application/json; charset=UTF-8" };
    return { ...shared, url: toUrl(deps.baseUrls.api, path, query), headers, body: JSON.stringify(metadata) };
  }
  const { bytes, contentType } = toMultipartBody(metadata, options.content, {
    contentType: options.contentType ?? "application/octet-stream",
    random: deps.random,
  });
  const url = toUrl(deps.baseUrls.upload, path, { uploadType: "multipart", ...query });
  return { ...shared, url, headers: { "content-type": contentType }, body: bytes as Uint8Array<ArrayBuffer>, bodyBytes: bytes.length };
}

/**
 * A successful response that is not JSON came from something between client and drive, so the request may have taken effect. JSON of another
 * shape came from the drive.
 */
function parseAs<Value>(answer: Result<DriveResponse, ClientProblem>, parse: Parse<Value>): Result<Value, ClientProblem> {
  if (!answer.ok) return answer;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(answer.value.bytes));
  } catch {
    return failed({ kind: "answer-lost" });
  }
  const value = parse(json);
  return value === undefined ? failed({ kind: "unusable-response" }) : ok(value);
}

/** A write has taken effect even if its response is of no use. */
function parseWrite<Value>(answer: Result<DriveResponse, ClientProblem>, parse: Parse<Value>): Result<Value, ClientProblem> {
  const parsed = parseAs(answer, parse);
  return !parsed.ok && answer.ok ? failed({ kind: "answer-lost" }) : parsed;
}

/** A 404 on a retry means that the first attempt deleted the file. */
function toDeleted(answer: Result<DriveResponse, ClientProblem>): Result<void, ClientProblem> {
  if (!answer.ok) return answer;
  return answer.value.status === 404 && answer.value.attempt === 1 ? failed({ kind: "not-found" }) : ok(undefined);
}
