/**
 * changes.getStartPageToken and changes.list. A list has at most one entry per file, with its current state, oldest change first.
 * drive-contract §1.11.
 */
import { ok, type Result } from "../../result.ts";
import type { FeedEntry } from "../../storage/metadata-store.ts";
import { toTime } from "../../wire/time.ts";
import type { Call, CallHandler } from "../context/context.ts";
import { readFlag, readMask, readNumber } from "../context/params.ts";
import { type FieldMask, maskBelow, pickFields } from "../fields/field-mask.ts";
import { CHANGE_LIST_SCHEMA, DEFAULT_MASKS, START_TOKEN_SCHEMA } from "../fields/schemas.ts";
import { toFileJson } from "../files/file-json.ts";
import { checkAllDrives, readSpace } from "../files/list-files.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { jsonResponse } from "../http/responses.ts";

export const getStartPageToken: CallHandler = async (call) => {
  const mask = readMask(call.params, START_TOKEN_SCHEMA, true);
  if (!mask.ok) return mask;
  const headSeq = await call.server.metadata.headSeq(call.identity.accountId);
  return ok(jsonResponse(200, pickFields({ kind: "drive#startPageToken", startPageToken: toToken(headSeq) }, mask.value)));
};

export const listChanges: CallHandler = async (call) => {
  const mask = readMask(call.params, CHANGE_LIST_SCHEMA, DEFAULT_MASKS.changeList);
  if (!mask.ok) return mask;
  const allDrives = checkAllDrives(call);
  if (!allDrives.ok) return allDrives;
  const afterSeq = await readToken(call);
  if (!afterSeq.ok) return afterSeq;
  const pageSize = readNumber(call.params, "pageSize", { preset: call.server.limits.changesPageSize, max: call.server.limits.pageSizeMax });
  if (!pageSize.ok) return pageSize;
  const includeRemoved = readFlag(call.params, "includeRemoved", true);
  if (!includeRemoved.ok) return includeRemoved;
  const restricted = readFlag(call.params, "restrictToMyDrive", false);
  if (!restricted.ok) return restricted;
  const space = readSpace(call);
  if (!space.ok) return space;
  const request = { afterSeq: afterSeq.value, limit: pageSize.value, space: space.value, includeRemoved: includeRemoved.value };
  const found = await call.server.metadata.feed(call.identity.accountId, request);
  // The hidden app folder does not belong to My Drive.
  const page = restricted.value && space.value === "appDataFolder" ? { ...found, entries: [] } : found;
  const changesMask = maskBelow(mask.value, "changes");
  const changes = changesMask === undefined ? undefined : page.entries.map((entry) => toChangeJson(entry, call, changesMask));
  const list = { kind: "drive#changeList", [page.isLast ? "newStartPageToken" : "nextPageToken"]: toToken(page.seq) };
  return ok(jsonResponse(200, { ...(pickFields(list, mask.value) as object), ...(changes && { changes }) }));
};

/** A plain number, as on the real service: the first change that the client has not seen. */
function toToken(seenSeq: number): string {
  return String(seenSeq + 1);
}

/** A token beyond the account's last change belongs to another drive. */
async function readToken(call: Call): Promise<Result<number, Refusal>> {
  const token = call.params.get("pageToken");
  if (token === undefined) return refused(refusals.required("pageToken"));
  if (!/^[1-9]\d{0,14}$/.test(token)) return refused(refusals.invalid("pageToken"));
  const headSeq = await call.server.metadata.headSeq(call.identity.accountId);
  return Number(token) > headSeq + 1 ? refused(refusals.invalid("pageToken")) : ok(Number(token) - 1);
}

function toChangeJson(entry: FeedEntry, call: Call, mask: FieldMask): unknown {
  const isRemoved = entry.kind === "removed";
  const change = {
    kind: "drive#change",
    type: "file",
    changeType: "file",
    time: toTime(entry.at),
    removed: isRemoved,
    fileId: isRemoved ? entry.fileId : entry.file.id,
  };
  const fileMask = maskBelow(mask, "file");
  const picked = pickFields(change, mask) as object;
  return isRemoved || fileMask === undefined ? picked : { ...picked, file: toFileJson(entry.file, call.identity, fileMask) };
}
