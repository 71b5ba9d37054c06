/**
 * A Drive v3 client for browser, worker and Node; it needs only `fetch`. send.ts decides which requests are retried. drive-contract §1, §3.
 */
import { failed, ok, type Result } from "../result.ts";
import type { About, ChangeList, DriveFile, FileList, FileMetadata, Revision, RevisionList } from "../wire/resources.ts";
import { CLIENT_LIMITS, type DriveClientDeps } from "./client-deps.ts";
import { type ClientProblem, type ContentOptions, type DriveClient, toCursorProblem, type UpdateOptions } from "./drive-client.ts";
import { toMultipartBody } from "./multipart-body.ts";
import { uploadInChunks } from "./resumable-upload.ts";
import { createSend, type DriveResponse, filePath, isAway, type Outgoing, type Query, revisionPath, toUrl } from "./send.ts";

export function createDriveClient(deps: DriveClientDeps): DriveClient {
  const limits = { ...CLIENT_LIMITS, ...deps.limits };
  const send = createSend(deps, limits);
  const { api, upload } = deps.baseUrls;
  const read = async <Value>(path: string, query: Query, options: Pick<Outgoing, "signal"> = {}) =>
    parseAs<Value>(await send({ method: "GET", url: toUrl(api, path, query), isRepeatable: true, isWrite: false, signal: options.signal }));
  const write = async (outgoing: WriteRequest) => parseAs<DriveFile>(await send(toOutgoing(deps, outgoing)));

  return {
    about: ({ fields, signal }) => read<About>("/about", { fields }, { signal }),
    list: ({ signal, ...query }) => read<FileList>("/files", query, { signal }),
    get: (fileId, { signal, ...query } = {}) => read<DriveFile>(filePath(fileId), query, { signal }),
    download: async (fileId, { range, signal } = {}) => {
      const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ""}` };
      const url = toUrl(api, filePath(fileId), { alt: "media" });
      const answer = await send({ method: "GET", url, headers, isRepeatable: true, isWrite: false, signal });
      return answer.ok ? ok(answer.value.bytes) : answer;
    },
    create: (metadata, options = {}) =>
      write({ method: "POST", path: "/files", metadata, options, isRepeatable: metadata.id !== undefined }),
    update: (fileId, metadata, options = {}) => write({ method: "PATCH", path: filePath(fileId), metadata, options, isRepeatable: false }),
    copy: (fileId, metadata, options = {}) =>
      write({ method: "POST", path: `${filePath(fileId)}/copy`, metadata, options, isRepeatable: metadata.id !== undefined }),
    delete: async (fileId, { signal } = {}) =>
      toDeleted(
        await send({ method: "DELETE", url: toUrl(api, filePath(fileId), {}), isRepeatable: true, isWrite: true, signal, expected: [404] }),
      ),
    revisions: (fileId, { signal, ...query }) => read<RevisionList>(`${filePath(fileId)}/revisions`, query, { signal }),
    keepRevision: async (fileId, revisionId, { signal } = {}) => {
      const url = toUrl(api, revisionPath(fileId, revisionId), {});
      const headers = { "content-type": "application/json; charset=UTF-8" };
      const body = JSON.stringify({ keepForever: true });
      return parseAs<Revision>(await send({ method: "PATCH", url, headers, body, isRepeatable: true, isWrite: true, signal }));
    },
    downloadRevision: async (fileId, revisionId, { signal } = {}) => {
      const url = toUrl(api, revisionPath(fileId, revisionId), { alt: "media" });
      const answer = await send({ method: "GET", url, isRepeatable: true, isWrite: false, signal });
      return answer.ok ? ok(answer.value.bytes) : answer;
    },
    generateIds: async (count, { signal, space } = {}) => {
      const answer = await read<{ readonly ids?: readonly string[] }>("/files/generateIds", { count, space }, { signal });
      return answer.ok ? ok(answer.value.ids ?? []) : answer;
    },
    startPageToken: async ({ signal } = {}) => {
      const answer = await read<{ readonly startPageToken?: string }>("/changes/startPageToken", {}, { signal });
      return answer.ok ? needText(answer.value.startPageToken) : answer;
    },
    changes: async ({ signal, ...query }) => {
      const answer = await read<ChangeList>("/changes", query, { signal });
      return answer.ok ? answer : failed(toCursorProblem(answer.problem));
    },
    upload: async (target, content, options = {}) => {
      const answer = await uploadInChunks(
        { send, uploadUrl: upload, timers: deps.timers, limits, random: deps.random, isAway: () => isAway(deps) },
        target,
        { content, options },
      );
      return parseAs<DriveFile>(answer);
    },
  };
}

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

/** A successful response that is not JSON came from something between client and drive, so the request may have taken effect. */
function parseAs<Value>(answer: Result<DriveResponse, ClientProblem>): Result<Value, ClientProblem> {
  if (!answer.ok) return answer;
  try {
    return ok(JSON.parse(new TextDecoder().decode(answer.value.bytes)) as Value);
  } catch {
    return failed({ kind: "answer-lost" });
  }
}

function needText(text: string | undefined): Result<string, ClientProblem> {
  return text === undefined ? failed({ kind: "answer-lost" }) : ok(text);
}

/** A 404 on a retry means that the first attempt deleted the file. */
function toDeleted(answer: Result<DriveResponse, ClientProblem>): Result<void, ClientProblem> {
  if (!answer.ok) return answer;
  return answer.value.status === 404 && answer.value.attempt === 1 ? failed({ kind: "not-found" }) : ok(undefined);
}
