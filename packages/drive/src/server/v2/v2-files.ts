/** Drive v2 as the API for compare-and-swap: get, conditional PUT of metadata or content, conditional DELETE. drive-contract §2.2. */

import type { FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { Call, CallHandler, Outcome } from "../context/context.ts";
import { readMask } from "../context/params.ts";
import { pickFields } from "../fields/field-mask.ts";
import type { IncomingContent } from "../files/create-file.ts";
import { findFileOrRoot } from "../files/find-file.ts";
import { checkMetadata, type MetadataInput } from "../files/metadata-input.ts";
import { removeFile } from "../files/remove-files.ts";
import { updateFile } from "../files/update-file.ts";
import { readMediaBody, readUpdateOptions } from "../files/write-handlers.ts";
import { type Refusal, refusals } from "../http/refusal.ts";
import { type JsonObject, readJsonObject } from "../http/request-body.ts";
import { emptyResponse, jsonResponse } from "../http/responses.ts";
import { toEtag, toV2Json, V2_FILE_SCHEMA } from "./v2-json.ts";

export const getV2: CallHandler = async (call) => {
  return answer(call, await findFileOrRoot(call, call.path.fileId));
};

export const putV2: CallHandler = (call) =>
  checkedWrite(call, async () => {
    const body = await readJsonObject(call.request.body, call.server.limits.jsonBytes);
    if (!body.ok) return body;
    const input = readInput(call, body.value);
    return input.ok ? update(call, input.value, undefined) : input;
  });

export const putV2Media: CallHandler = (call) =>
  checkedWrite(call, () => readMediaBody(call, (input, incoming) => update(call, input, incoming)));

export const deleteV2: CallHandler = async (call) => {
  const removed = await removeFile(call, call.path.fileId, (file) => checkEtag(call, file));
  return removed.ok ? ok(emptyResponse(204)) : removed;
};

async function checkedWrite(call: Call, write: () => Promise<Result<FileRecord, Refusal>>): Promise<Outcome> {
  const mask = readMask(call.params, V2_FILE_SCHEMA, true);
  return mask.ok ? answer(call, await write()) : mask;
}

function update(call: Call, input: MetadataInput, incoming: IncomingContent | undefined): Promise<Result<FileRecord, Refusal>> {
  return updateFile(call, call.path.fileId, {
    input,
    incoming,
    options: { ...readUpdateOptions(call), check: (file) => checkEtag(call, file) },
  });
}

/** Checked again by the commit, so that only one of two writers with the same etag succeeds. */
function checkEtag(call: Call, file: FileRecord): Refusal | undefined {
  const wanted = call.request.headers["if-match"];
  const isMet = wanted === undefined || wanted.trim() === "*" || wanted.split(",").some((etag) => etag.trim() === toEtag(file));
  return isMet ? undefined : refusals.preconditionFailed();
}

function answer(call: Call, file: Result<FileRecord, Refusal>): Outcome {
  if (!file.ok) return file;
  const mask = readMask(call.params, V2_FILE_SCHEMA, true);
  if (!mask.ok) return mask;
  const json = toV2Json(file.value, call.server.ids.rootId(call.identity.accountId, file.value.space));
  return ok(jsonResponse(200, pickFields(json, mask.value)));
}

/** Maps v2 names to v3 fields; the rest of v2 is ignored. */
function readInput(call: Call, body: JsonObject): Result<MetadataInput, Refusal> {
  const { title, mimeType, description, modifiedDate, labels } = body;
  const marks = typeof labels === "object" && labels !== null ? (labels as JsonObject) : {};
  const v3 = { name: title, mimeType, description, modifiedTime: modifiedDate, starred: marks.starred, trashed: marks.trashed };
  const present = Object.fromEntries(Object.entries(v3).filter(([, value]) => value !== undefined));
  return checkMetadata(present, "update", call.server.limits);
}
