/**
 * Revisions: list, get, bytes, pin, delete. The bytes of older revisions are refused unless they are kept forever. drive-contract §1.12.
 */

import type { FileRecord, RevisionRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { Revision } from "../../wire/resources.ts";
import { toTime } from "../../wire/time.ts";
import { commitPlan, type Plan } from "../context/commit-plan.ts";
import type { Call, CallHandler } from "../context/context.ts";
import { readMask, readNumber } from "../context/params.ts";
import type { Access } from "../context/scopes.ts";
import { pickFields } from "../fields/field-mask.ts";
import { DEFAULT_MASKS, REVISION_LIST_SCHEMA, REVISION_SCHEMA } from "../fields/schemas.ts";
import { toUserJson } from "../files/file-json.ts";
import { isFolder } from "../files/file-plan.ts";
import { findFile } from "../files/find-file.ts";
import { sendContent } from "../files/read-file.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { readJsonObject } from "../http/request-body.ts";
import { emptyResponse, jsonResponse } from "../http/responses.ts";

export const listRevisions: CallHandler = async (call) => {
  const mask = readMask(call.params, REVISION_LIST_SCHEMA, DEFAULT_MASKS.revisionList);
  if (!mask.ok) return mask;
  const pageSize = readNumber(call.params, "pageSize", {
    preset: call.server.limits.revisionsPageSize,
    max: call.server.limits.pageSizeMax,
  });
  if (!pageSize.ok) return pageSize;
  const found = await findRevisions(call, "read");
  if (!found.ok) return found;
  const start = readStart(call, found.value.revisions);
  if (!start.ok) return start;
  const page = found.value.revisions.slice(start.value, start.value + pageSize.value);
  const hasMore = start.value + page.length < found.value.revisions.length;
  const list = {
    kind: "drive#revisionList",
    ...(hasMore && { nextPageToken: sealToken(call, page.at(-1)?.id ?? "") }),
    revisions: page.map((revision) => toRevisionJson(call, revision)),
  };
  return ok(jsonResponse(200, pickFields(list, mask.value)));
};

export const getRevision: CallHandler = async (call) => {
  const found = await findRevision(call, "read");
  if (!found.ok) return found;
  const { file, revision } = found.value;
  if (call.params.get("alt") === "media") {
    const isReadable = revision.keepForever || revision.id === file.headRevisionId;
    return isReadable ? sendContent(call, revision.content, revision.mimeType) : refused(refusals.downloadRestricted());
  }
  const mask = readMask(call.params, REVISION_SCHEMA, DEFAULT_MASKS.revision);
  return mask.ok ? ok(jsonResponse(200, pickFields(toRevisionJson(call, revision), mask.value))) : mask;
};

export const updateRevision: CallHandler = async (call) => {
  const mask = readMask(call.params, REVISION_SCHEMA, DEFAULT_MASKS.revision);
  if (!mask.ok) return mask;
  const body = await readJsonObject(call.request.body, call.server.limits.jsonBytes);
  if (!body.ok) return body;
  const { keepForever } = body.value;
  if (keepForever !== undefined && typeof keepForever !== "boolean") return refused(refusals.invalid("keepForever"));
  const pinned = await commitPlan(call, () => planPin(call, keepForever));
  if (!pinned.ok) return pinned;
  const found = await findRevision(call, "write");
  return found.ok ? ok(jsonResponse(200, pickFields(toRevisionJson(call, found.value.revision), mask.value))) : found;
};

async function planPin(call: Call, keepForever: boolean | undefined): Promise<Result<Plan, Refusal>> {
  const found = await findRevision(call, "write");
  if (!found.ok) return found;
  const { file, revision, revisions } = found.value;
  if (keepForever === undefined || keepForever === revision.keepForever) return ok({});
  if (!keepForever && revision.id !== file.headRevisionId) return refused(refusals.cannotUnpin());
  const pinned = revisions.filter((other) => other.keepForever).length;
  if (keepForever && pinned >= call.server.limits.pinnedRevisions) return refused(refusals.tooManyPinned());
  return ok({ expect: new Map([[file.id, file.version]]), revisionPuts: [{ ...revision, keepForever }] });
}

export const deleteRevision: CallHandler = async (call) => {
  const deleted = await commitPlan(call, async () => {
    const found = await findRevision(call, "write");
    if (!found.ok) return found;
    const { file, revision } = found.value;
    if (revision.id === file.headRevisionId) return refused(refusals.lastRevision());
    return ok({ expect: new Map([[file.id, file.version]]), revisionRemoves: [{ fileId: file.id, id: revision.id }] });
  });
  return deleted.ok ? ok(emptyResponse(204)) : deleted;
};

type Found = { readonly file: FileRecord; readonly revisions: readonly RevisionRecord[] };

async function findRevisions(call: Call, access: Access): Promise<Result<Found, Refusal>> {
  const file = await findFile(call, call.path.fileId, access);
  if (!file.ok) return file;
  if (isFolder(file.value)) return refused(refusals.noRevisions());
  return ok({ file: file.value, revisions: await call.server.metadata.revisions(call.identity.accountId, file.value.id) });
}

async function findRevision(call: Call, access: Access): Promise<Result<Found & { readonly revision: RevisionRecord }, Refusal>> {
  const found = await findRevisions(call, access);
  if (!found.ok) return found;
  const revision = found.value.revisions.find((candidate) => candidate.id === call.path.revisionId);
  return revision === undefined ? refused(refusals.noSuchRevision(call.path.revisionId)) : ok({ ...found.value, revision });
}

function toRevisionJson(call: Call, revision: RevisionRecord): Revision {
  return {
    kind: "drive#revision",
    id: revision.id,
    mimeType: revision.mimeType,
    modifiedTime: toTime(revision.modifiedTime),
    keepForever: revision.keepForever,
    md5Checksum: revision.content.md5,
    size: String(revision.content.bytes),
    ...(revision.originalFilename !== undefined && { originalFilename: revision.originalFilename }),
    lastModifyingUser: toUserJson(call.identity),
  };
}

function purpose(call: Call): string {
  return `revisions ${call.path.fileId}`;
}

function sealToken(call: Call, lastId: string): string {
  return call.server.ids.sealToken(call.identity.accountId, purpose(call), lastId);
}

/** Starts after the revision in the token, or at the beginning if that revision is gone: a duplicate is better than a gap. */
function readStart(call: Call, revisions: readonly RevisionRecord[]): Result<number, Refusal> {
  const token = call.params.get("pageToken");
  if (token === undefined) return ok(0);
  const lastId = call.server.ids.openToken(call.identity.accountId, purpose(call), token);
  if (typeof lastId !== "string") return refused(refusals.invalid("pageToken"));
  return ok(revisions.findIndex((revision) => revision.id === lastId) + 1);
}
