/** files.get: metadata, and bytes with ranges. Headers prevent browsers from running stored bytes. drive-contract §1.6, decision 0006. */

import type { Content, FileRecord } from "../../records/file-record.ts";
import { type MaybePromise, ok, whenThere } from "../../result.ts";
import type { Call, CallHandler, Outcome } from "../context/context.ts";
import { readMask } from "../context/params.ts";
import { DEFAULT_MASKS, FILE_SCHEMA } from "../fields/schemas.ts";
import type { DriveResponse } from "../http/drive-request.ts";
import { refusals, refused } from "../http/refusal.ts";
import { jsonResponse, ON_EVERY_ANSWER } from "../http/responses.ts";
import { toFileJson } from "./file-json.ts";
import { findFileOrRoot } from "./find-file.ts";

export const getFile: CallHandler = (call) => {
  const isMedia = call.params.get("alt") === "media";
  if (call.params.get("acknowledgeAbuse") === "true" && !isMedia) return refused(refusals.badAcknowledgment());
  return whenThere(findFileOrRoot(call, call.path.fileId), (file): MaybePromise<Outcome> => {
    if (!file.ok) return file;
    return isMedia ? sendContent(call, file.value.content, file.value.mimeType) : sendMetadata(call, file.value);
  });
};

function sendMetadata(call: Call, file: FileRecord): Outcome {
  const mask = readMask(call.params, FILE_SCHEMA, DEFAULT_MASKS.file);
  return mask.ok ? ok(jsonResponse(200, toFileJson(file, call.identity, mask.value))) : mask;
}

export function sendContent(call: Call, content: Content | undefined, mimeType: string): MaybePromise<Outcome> {
  if (content === undefined) return refused(refusals.notDownloadable());
  const range = parseRange(call.request.headers.range, content.bytes);
  if (range === "unsatisfiable") return refused(refusals.badRange(content.bytes));
  if (content.bytes === 0) return toMedia(call, content, { mimeType, range, body: new Uint8Array() });
  const found = call.server.blobs.read(content.blobKey, range ?? { start: 0, end: content.bytes - 1 });
  return whenThere(found, (body) => toMedia(call, content, { mimeType, range, body }));
}

function toMedia(
  call: Call,
  content: Content,
  { mimeType, range, body }: { readonly mimeType: string; readonly range: Range | undefined; readonly body: DriveResponse["body"] },
): Outcome {
  // A change between lookup and read removed the bytes; the file itself still exists or is deleted.
  if (body === undefined) return refused(refusals.notFound(call.path.fileId));
  const shared = mediaHeaders(mimeType);
  if (range === undefined && body instanceof Uint8Array) return ok({ status: 200, headers: shared, body });
  const headers = { ...shared, "content-length": String(range === undefined ? content.bytes : range.end - range.start + 1) };
  if (range === undefined) return ok({ status: 200, headers, body });
  return ok({ status: 206, headers: { ...headers, "content-range": `bytes ${range.start}-${range.end}/${content.bytes}` }, body });
}

const MEDIA_HEADERS = {
  "cache-control": "private, no-store",
  "accept-ranges": "bytes",
  "content-disposition": "attachment",
  "content-security-policy": "sandbox; default-src 'none'",
  ...ON_EVERY_ANSWER,
};

const TYPES_KEPT = 100;
const headersByType = new Map<string, DriveResponse["headers"]>();

/** Returns the same object for the same type, so that the transport can cache its header lines. */
function mediaHeaders(mimeType: string): DriveResponse["headers"] {
  const known = headersByType.get(mimeType);
  if (known !== undefined) return known;
  const headers = { "content-type": mimeType, ...MEDIA_HEADERS };
  if (headersByType.size >= TYPES_KEPT) headersByType.clear();
  headersByType.set(mimeType, headers);
  return headers;
}

type Range = { readonly start: number; readonly end: number };

/** Ignores several ranges and other units, as HTTP allows. */
export function parseRange(header: string | undefined, bytes: number): Range | "unsatisfiable" | undefined {
  if (header === undefined) return undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (match === null || (match[1] === "" && match[2] === "")) return undefined;
  if (match[1] === "") return lastBytes(Number(match[2]), bytes);
  const start = Number(match[1]);
  const end = match[2] === "" ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  if (match[2] !== "" && Number(match[2]) < start) return undefined;
  return start >= bytes ? "unsatisfiable" : { start, end };
}

function lastBytes(count: number, bytes: number): Range | "unsatisfiable" {
  return count === 0 || bytes === 0 ? "unsatisfiable" : { start: Math.max(0, bytes - count), end: bytes - 1 };
}
