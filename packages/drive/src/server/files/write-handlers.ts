/** The handlers that write files; they read metadata and content from the four kinds of request. drive-contract §1.7, §1.9. */

import type { FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { Call, CallHandler, Outcome } from "../context/context.ts";
import { readFlag, readMask } from "../context/params.ts";
import type { FieldMask } from "../fields/field-mask.ts";
import { DEFAULT_MASKS, FILE_SCHEMA } from "../fields/schemas.ts";
import { BodyProblem, type Part, parseBoundary, readParts } from "../http/multipart-reader.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { type JsonObject, parseJsonObject, readJsonObject, readUpTo } from "../http/request-body.ts";
import { jsonResponse } from "../http/responses.ts";
import { createFile, type IncomingContent } from "./create-file.ts";
import { toFileJson } from "./file-json.ts";
import { checkMetadata, type InputUse, type MetadataInput } from "./metadata-input.ts";
import { type UpdateOptions, updateFile } from "./update-file.ts";

type Write = (input: MetadataInput, incoming: IncomingContent | undefined) => Promise<Result<FileRecord, Refusal>>;

export const createFromMetadata: CallHandler = (call) => answerFile(call, () => withMetadata(call, "create", creating(call)));
export const updateFromMetadata: CallHandler = (call) => answerFile(call, () => withMetadata(call, "update", updating(call)));
export const createFromMedia: CallHandler = (call) => answerFile(call, () => readMediaBody(call, creating(call)));
export const updateFromMedia: CallHandler = (call) => answerFile(call, () => readMediaBody(call, updating(call)));
export const createFromMultipart: CallHandler = (call) =>
  answerFile(call, () => readMultipartBody(call, checking(call, "create"), creating(call)));
export const updateFromMultipart: CallHandler = (call) =>
  answerFile(call, () => readMultipartBody(call, checking(call, "update"), updating(call)));

type Check = (body: JsonObject) => Result<MetadataInput, Refusal>;

const checking =
  (call: Call, use: InputUse): Check =>
  (body) =>
    checkMetadata(body, use, call.server.limits);

const creating =
  (call: Call): Write =>
  (input, incoming) =>
    createFile(call, input, incoming);

const updating =
  (call: Call): Write =>
  (input, incoming) =>
    updateFile(call, call.path.fileId, { input, incoming, options: readUpdateOptions(call) });

export function readUpdateOptions(call: Call): UpdateOptions {
  return { addParents: readIds(call, "addParents"), removeParents: readIds(call, "removeParents") };
}

function readIds(call: Call, name: string): readonly string[] {
  return (call.params.get(name) ?? "").split(",").flatMap((id) => id.trim() || []);
}

/** Rejects an invalid mask before anything is written. */
export async function answerFile(call: Call, write: () => Promise<Result<FileRecord, Refusal>>): Promise<Outcome> {
  const mask = readMask(call.params, FILE_SCHEMA, DEFAULT_MASKS.file);
  if (!mask.ok) return mask;
  const keep = readFlag(call.params, "keepRevisionForever", false);
  if (!keep.ok) return keep;
  const file = await write();
  return file.ok ? answer(call, file.value, mask.value) : file;
}

function answer(call: Call, file: FileRecord, mask: FieldMask): Outcome {
  return ok(jsonResponse(200, toFileJson(file, call.identity, mask)));
}

async function withMetadata(call: Call, use: InputUse, write: Write): Promise<Result<FileRecord, Refusal>> {
  const body = await readJsonObject(call.request.body, call.server.limits.jsonBytes);
  if (!body.ok) return body;
  const input = checkMetadata(body.value, use, call.server.limits);
  return input.ok ? write(input.value, undefined) : input;
}

async function readMediaBody(call: Call, write: Write): Promise<Result<FileRecord, Refusal>> {
  const mimeType = toMimeType(call.request.headers["content-type"]);
  return write({}, toIncoming(call, call.request.body ?? nothing(), { mimeType, announced: readLength(call) }));
}

async function readMultipartBody(call: Call, check: Check, write: Write): Promise<Result<FileRecord, Refusal>> {
  const boundary = parseBoundary(call.request.headers["content-type"]);
  if (boundary === undefined) return refused(refusals.badRequest("Missing or unusable multipart boundary."));
  try {
    return await readTwoParts(call, readParts(call.request.body ?? nothing(), boundary), { check, write });
  } catch (error) {
    if (error instanceof BodyProblem) return refused(error.refusal);
    throw error;
  }
}

async function readTwoParts(
  call: Call,
  parts: AsyncGenerator<Part>,
  { check, write }: { readonly check: Check; readonly write: Write },
): Promise<Result<FileRecord, Refusal>> {
  const first = await parts.next();
  if (first.done === true) return refused(refusals.badRequest("A multipart upload needs a metadata part."));
  const bytes = await readUpTo(first.value.body, call.server.limits.jsonBytes);
  if (bytes === undefined) return refused(refusals.tooLarge());
  const body = parseJsonObject(bytes);
  if (!body.ok) return body;
  const input = check(body.value);
  if (!input.ok) return input;
  const second = await parts.next();
  if (second.done === true) return refused(refusals.badRequest("A multipart upload needs a content part."));
  const mimeType = toMimeType(second.value.headers["content-type"]);
  return write(input.value, toIncoming(call, second.value.body, { mimeType, announced: 0 }));
}

function toIncoming(
  call: Call,
  source: AsyncIterable<Uint8Array>,
  { mimeType, announced }: { readonly mimeType: string | undefined; readonly announced: number },
): IncomingContent {
  return { source, mimeType, announced, keepForever: call.params.get("keepRevisionForever") === "true" };
}

/** Returns undefined for anything that is not a plain type, so that the default applies. */
export function toMimeType(header: string | undefined): string | undefined {
  const text = header?.trim() ?? "";
  return /^[\x21-\x7e][\x20-\x7e]{0,253}$/.test(text) ? text : undefined;
}

function readLength(call: Call): number {
  const length = Number(call.request.headers["content-length"] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : 0;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
