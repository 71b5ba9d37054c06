/** Resumable uploads: pieces in order, the status request, the completion. Acknowledged bytes are durable. drive-contract §1.7. */

import type { Content, FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import { dropBlobs } from "../context/commit-plan.ts";
import { createMeter, EMPTY_CONTENT } from "../context/content-intake.ts";
import { type Call, type Identity, newKey, type Outcome, type ServerContext } from "../context/context.ts";
import { parseParams } from "../context/params.ts";
import { parseFieldMask } from "../fields/field-mask.ts";
import { DEFAULT_MASKS, FILE_SCHEMA } from "../fields/schemas.ts";
import { commitCreate, toNewContent } from "../files/create-file.ts";
import { toFileJson } from "../files/file-json.ts";
import { commitUpdate } from "../files/update-file.ts";
import type { DriveRequest, DriveResponse } from "../http/drive-request.ts";
import { BodyProblem } from "../http/multipart-reader.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { emptyResponse, jsonResponse } from "../http/responses.ts";
import { dropSession, findSession, toRecord, toSession, type UploadSession } from "./upload-session.ts";

/** Returns the secret of the session that a request belongs to. */
export function uploadIdOf(request: DriveRequest): string | undefined {
  const isUpload = request.path.startsWith("/upload/drive/v3/files") && request.query.includes("upload_id=");
  return isUpload ? (parseParams(request.query).get("upload_id") ?? undefined) : undefined;
}

/** `caller` is the user whose token came along, if any. The session's URL suffices, but another user's token is rejected. */
export async function receiveUpload(
  server: ServerContext,
  request: DriveRequest,
  { secret, caller }: { readonly secret: string; readonly caller: Identity | undefined },
): Promise<Outcome> {
  const session = await findSession(server, secret);
  if (session === undefined || (caller !== undefined && caller.accountId !== session.record.accountId))
    return refused(refusals.uploadGone());
  if (caller === undefined && !(await server.isSignedIn(session.plan.identity))) return refused(refusals.uploadGone());
  const call = toCall(server, request, session);
  if (request.method === "DELETE") return cancel(call, session);
  if (request.method !== "PUT" && request.method !== "POST") return refused(refusals.noSuchMethod());
  if (session.plan.finishedFileId !== undefined) return answerFinished(call, session, session.plan.finishedFileId);
  const release = server.uploadLocks.enter(session.record.id);
  if (release === undefined) return refused(refusals.busy());
  try {
    return await receive(call, session);
  } finally {
    release();
  }
}

function toCall(server: ServerContext, request: DriveRequest, { plan }: UploadSession): Call {
  const fileId = plan.target.kind === "update" ? plan.target.fileId : "";
  return { server, request, identity: plan.identity, params: parseParams(request.query), path: { fileId, revisionId: "" } };
}

async function cancel(call: Call, session: UploadSession): Promise<Outcome> {
  await dropSession(call.server, session.record);
  return ok(emptyResponse(499));
}

type Piece = {
  readonly start: number;
  /** Number of bytes in the piece; undefined if unlimited. */
  readonly bytes: number | undefined;
  /** Size of the whole file in bytes; undefined if not known yet. */
  readonly total: number | undefined;
};

async function receive(call: Call, session: UploadSession): Promise<Outcome> {
  const piece = readPiece(call, session);
  if (!piece.ok) return piece;
  const stored = await call.server.blobs.stagedBytes(session.record.blobKey);
  if (piece.value === "question") return answerStored(call, session, { stored, total: readTotal(call, session) });
  // A piece after a gap is not accepted; the response reports the offset to continue from.
  if (piece.value.start > stored) return ok(toIncomplete(stored));
  const now = await appendPiece(call, session, { piece: piece.value, stored });
  if (!now.ok) return now;
  const isWhole = piece.value.bytes === undefined;
  return answerStored(call, session, { stored: now.value, total: isWhole ? now.value : piece.value.total });
}

function readPiece(call: Call, session: UploadSession): Result<Piece | "question", Refusal> {
  const header = call.request.headers["content-range"];
  const announced = session.plan.totalBytes;
  if (header === undefined) return ok({ start: 0, bytes: announced, total: announced });
  const range = parseContentRange(header);
  if (range === undefined) return refused(refusals.badRequest("Invalid Content-Range."));
  if (range.total !== undefined && announced !== undefined && range.total !== announced) {
    return refused(refusals.badRequest("The total of Content-Range is not the announced length."));
  }
  if (range.kind === "question") return ok("question");
  const bytes = range.end - range.start + 1;
  const isLast = range.total !== undefined && range.end + 1 === range.total;
  if (!isLast && bytes % call.server.limits.chunkBytes !== 0) {
    return refused(refusals.badRequest(`All but the last piece have to be multiples of ${call.server.limits.chunkBytes} bytes.`));
  }
  return ok({ start: range.start, bytes, total: range.total ?? announced });
}

function readTotal(call: Call, session: UploadSession): number | undefined {
  const range = parseContentRange(call.request.headers["content-range"] ?? "");
  return range?.total ?? session.plan.totalBytes;
}

/** Returns the number of stored bytes afterwards. Bytes that are stored already are skipped. */
async function appendPiece(
  call: Call,
  session: UploadSession,
  { piece, stored }: { readonly piece: Piece; readonly stored: number },
): Promise<Result<number, Refusal>> {
  const { server, identity } = call;
  await freeStagedSpace(server, identity.accountId, { current: session.record.id, bytes: piece.start + (piece.bytes ?? 0) });
  const reservation = await server.quota.reserve(identity.accountId, stored, await creditOf(call));
  if (reservation === undefined) return refused(refusals.storageFull());
  const check = (end: number) => {
    if (piece.bytes !== undefined && end > piece.start + piece.bytes)
      throw new BodyProblem(refusals.badRequest("The piece is longer than it says."));
    if (end > server.limits.uploadBytes) throw new BodyProblem(refusals.tooLarge());
    if (!reservation.grow(end)) throw new BodyProblem(refusals.storageFull());
  };
  try {
    const outcome = await server.blobs.append(
      session.record.blobKey,
      stored,
      behind(call.request.body, { start: piece.start, stored, check }),
    );
    return outcome.kind === "stored" ? ok(outcome.bytes) : refused(refusals.diskFull());
  } catch (error) {
    if (error instanceof BodyProblem) return refused(error.refusal);
    throw error;
  } finally {
    reservation.release();
  }
}

async function creditOf(call: Call): Promise<number> {
  if (call.path.fileId === "") return 0;
  const file = await call.server.metadata.get(call.identity.accountId, call.path.fileId);
  return file?.content?.bytes ?? 0;
}

async function* behind(
  source: AsyncIterable<Uint8Array> | undefined,
  { start, stored, check }: { readonly start: number; readonly stored: number; readonly check: (end: number) => void },
): AsyncGenerator<Uint8Array> {
  let at = start;
  for await (const chunk of source ?? []) {
    check(at + chunk.length);
    const skip = Math.min(chunk.length, Math.max(0, stored - at));
    if (skip < chunk.length) yield chunk.subarray(skip);
    at += chunk.length;
  }
}

async function answerStored(
  call: Call,
  session: UploadSession,
  { stored, total }: { readonly stored: number; readonly total: number | undefined },
): Promise<Outcome> {
  if (total === undefined || stored < total) return ok(toIncomplete(stored));
  return stored > total ? refused(refusals.badRequest("More bytes are there than the file has.")) : finish(call, session, stored);
}

function toIncomplete(stored: number): DriveResponse {
  return emptyResponse(308, { "content-length": "0", ...(stored > 0 && { range: `bytes=0-${stored - 1}` }) });
}

async function finish(call: Call, session: UploadSession, stored: number): Promise<Outcome> {
  const content = await publish(call, session.record.blobKey, stored);
  const file = await commit(call, session, content);
  if (file.ok) {
    await dropPieces(call, session);
    return ok(toAnswer(session, file.value));
  }
  await dropBlobs(call, [content.blobKey]);
  const finishedFileId = await finishedElsewhere(call, session);
  if (finishedFileId !== undefined) return answerFinished(call, session, finishedFileId);
  await dropSession(call.server, session.record);
  return file;
}

/** Pieces left behind here are removed with the session. */
async function dropPieces({ server }: Call, { record }: UploadSession): Promise<void> {
  await Promise.allSettled([server.blobs.discard(record.blobKey)]);
}

/** Another server process, which has its own locks, may have completed the same session first. */
async function finishedElsewhere({ server }: Call, { record }: UploadSession): Promise<string | undefined> {
  const now = await server.metadata.getUpload(record.id);
  return now === undefined ? undefined : toSession(now).plan.finishedFileId;
}

/** Turns the pieces into a blob with checksums. */
async function publish(call: Call, blobKey: string, stored: number): Promise<Content> {
  if (stored === 0) return EMPTY_CONTENT;
  const meter = createMeter(() => undefined);
  for await (const _ of meter.measure(call.server.blobs.readStaged(blobKey))) {
    // The stream is read only for its checksums.
  }
  const finishedKey = newKey(call.server);
  await call.server.blobs.finish(blobKey, finishedKey);
  return meter.toContent(finishedKey);
}

function commit(call: Call, { record, plan }: UploadSession, content: Content): Promise<Result<FileRecord, Refusal>> {
  const added = toNewContent(call, content, { mimeType: plan.mimeType, keepForever: plan.keepForever });
  const beside = (fileId: string) => ({ upload: toRecord(record, { ...plan, finishedFileId: fileId }), uploadWas: record.plan });
  return plan.target.kind === "create"
    ? commitCreate(call, plan.input, { content: added, beside })
    : commitUpdate(call, plan.target.fileId, { input: plan.input, content: added, options: { ...plan, beside } });
}

/** A client that missed the response gets it again, with the file's current state. */
async function answerFinished(call: Call, session: UploadSession, fileId: string): Promise<Outcome> {
  const file = await call.server.metadata.get(session.record.accountId, fileId);
  return file === undefined ? refused(refusals.uploadGone()) : ok(toAnswer(session, file));
}

function toAnswer({ plan }: UploadSession, file: FileRecord): DriveResponse {
  const mask = plan.fields === undefined ? undefined : parseFieldMask(plan.fields, FILE_SCHEMA);
  return jsonResponse(200, toFileJson(file, plan.identity, mask?.ok === true ? mask.value : DEFAULT_MASKS.file));
}

/** Frees space for `bytes` of the upload `current` by dropping the account's oldest idle uploads. */
async function freeStagedSpace(
  server: ServerContext,
  accountId: string,
  { current, bytes }: { readonly current: string; readonly bytes: number },
): Promise<void> {
  const limit = await server.quota.limitOf(accountId);
  if (limit === undefined) return;
  let free = limit - (await server.metadata.usage(accountId)).bytes - bytes;
  const others = (await server.metadata.uploadsOf(accountId)).filter(({ id }) => id !== current && !server.uploadLocks.isInside(id));
  for (const upload of [...others].reverse()) {
    const staged = await server.blobs.stagedBytes(upload.blobKey);
    if (staged <= Math.max(0, free)) free -= staged;
    else await dropSession(server, upload);
  }
}

/** `Content-Range` of an upload request: a piece, or a status request. drive-contract §1.7. */
export type UploadRange =
  | { readonly kind: "piece"; readonly start: number; readonly end: number; readonly total: number | undefined }
  | { readonly kind: "question"; readonly total: number | undefined };

/** Returns undefined if it is neither. */
export function parseContentRange(header: string): UploadRange | undefined {
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(header.trim());
  if (match === null) return undefined;
  const total = match[3] === "*" ? undefined : Number(match[3]);
  if (match[1] === undefined) return { kind: "question", total };
  const [start, end] = [Number(match[1]), Number(match[2])];
  return end < start || (total !== undefined && end >= total) ? undefined : { kind: "piece", start, end, total };
}
