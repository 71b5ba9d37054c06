/** Starts a resumable session. Everything that can be rejected is rejected here, and the file does not exist yet. drive-contract §1.7. */
import { ok, type Result } from "../../result.ts";
import { FOLDER_MIME } from "../../wire/resources.ts";
import { type Call, type CallHandler, newKey } from "../context/context.ts";
import { readFlag, readMask } from "../context/params.ts";
import { DEFAULT_MASKS, FILE_SCHEMA } from "../fields/schemas.ts";
import { checkCreate } from "../files/create-file.ts";
import { checkMetadata, type MetadataInput } from "../files/metadata-input.ts";
import { checkUpdate } from "../files/update-file.ts";
import { readUpdateOptions, toMimeType } from "../files/write-handlers.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { readJsonObject } from "../http/request-body.ts";
import { emptyResponse } from "../http/responses.ts";
import { dropSession, toRecord, toSessionId, type UploadPlan } from "./upload-session.ts";

export const startCreate: CallHandler = (call) => start(call, { kind: "create" });
export const startUpdate: CallHandler = (call) => start(call, { kind: "update", fileId: call.path.fileId });

async function start(call: Call, target: UploadPlan["target"]) {
  const plan = await readPlan(call, target);
  if (!plan.ok) return plan;
  // The session itself takes space as well.
  if (target.kind === "create" && (await call.server.quota.limitOf(call.identity.accountId)) === 0) return refused(refusals.storageFull());
  const credit = target.kind === "update" ? await currentBytes(call, target.fileId) : 0;
  const reservation = await call.server.quota.reserve(call.identity.accountId, plan.value.totalBytes ?? 0, credit);
  if (reservation === undefined) return refused(refusals.storageFull());
  reservation.release();
  await dropOldest(call);
  const secret = newKey(call.server) + newKey(call.server);
  const record = {
    id: toSessionId(secret),
    accountId: call.identity.accountId,
    blobKey: newKey(call.server),
    startedAt: call.server.clock.now(),
  };
  await call.server.metadata.putUpload(toRecord(record, plan.value));
  return ok(emptyResponse(200, { location: toLocation(call, secret), "content-length": "0" }));
}

async function readPlan(call: Call, target: UploadPlan["target"]): Promise<Result<UploadPlan, Refusal>> {
  const mask = readMask(call.params, FILE_SCHEMA, DEFAULT_MASKS.file);
  if (!mask.ok) return mask;
  const keep = readFlag(call.params, "keepRevisionForever", false);
  if (!keep.ok) return keep;
  const body = await readJsonObject(call.request.body, call.server.limits.jsonBytes);
  if (!body.ok) return body;
  const input = checkMetadata(body.value, target.kind, call.server.limits);
  if (!input.ok) return input;
  const totalBytes = readTotal(call);
  if (!totalBytes.ok) return totalBytes;
  const refusal = await checkTarget(call, target, input.value);
  if (refusal !== undefined) return refused(refusal);
  const mimeType = toMimeType(call.request.headers["x-upload-content-type"]);
  const fields = call.params.get("fields");
  return ok({
    target,
    input: input.value,
    ...readUpdateOptions(call),
    ...(mimeType !== undefined && { mimeType }),
    keepForever: keep.value,
    ...(fields !== undefined && { fields }),
    ...(totalBytes.value !== undefined && { totalBytes: totalBytes.value }),
    identity: call.identity,
  });
}

function checkTarget(call: Call, target: UploadPlan["target"], input: MetadataInput): Promise<Refusal | undefined> {
  if (target.kind === "update") return checkUpdate(call, target.fileId, { input, options: readUpdateOptions(call) });
  return input.mimeType === FOLDER_MIME ? Promise.resolve(refusals.contentOnFolder()) : checkCreate(call, input);
}

function readTotal(call: Call): Result<number | undefined, Refusal> {
  const header = call.request.headers["x-upload-content-length"];
  if (header === undefined) return ok(undefined);
  if (!/^\d{1,15}$/.test(header)) return refused(refusals.badRequest("Invalid X-Upload-Content-Length."));
  return Number(header) > call.server.limits.uploadBytes ? refused(refusals.tooLarge()) : ok(Number(header));
}

async function currentBytes(call: Call, fileId: string): Promise<number> {
  const file = await call.server.metadata.get(call.identity.accountId, fileId);
  return file?.content?.bytes ?? 0;
}

/** Drops the oldest sessions of an account that starts many uploads and finishes none. */
async function dropOldest(call: Call): Promise<void> {
  const { metadata, limits } = call.server;
  const open = await metadata.uploadsOf(call.identity.accountId);
  const surplus = open.length + 1 - limits.uploadSessionsPerAccount;
  for (const record of open.slice(0, Math.max(0, surplus))) await dropSession(call.server, record);
}

function toLocation(call: Call, secret: string): string {
  const base = call.server.publicUrl ?? call.request.origin;
  return `${base}${call.request.path}?uploadType=resumable&upload_id=${secret}`;
}
