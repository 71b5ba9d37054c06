/** files.copy: copies properties, and shares the bytes until one of the two files changes. drive-contract §1.10. */

import type { FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import { commitPlan, type Plan } from "../context/commit-plan.ts";
import type { Call, CallHandler } from "../context/context.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { readJsonObject } from "../http/request-body.ts";
import { checkCreate, toNewContent } from "./create-file.ts";
import { isFolder, planCreate, planRevision } from "./file-plan.ts";
import { findFile, findParent } from "./find-file.ts";
import { checkMetadata, type MetadataInput } from "./metadata-input.ts";
import { answerFile } from "./write-handlers.ts";

export const copyFile: CallHandler = (call) =>
  answerFile(call, async () => {
    const body = await readJsonObject(call.request.body, call.server.limits.jsonBytes);
    if (!body.ok) return body;
    const overrides = checkMetadata(body.value, "copy", call.server.limits);
    return overrides.ok ? makeCopy(call, overrides.value) : overrides;
  });

async function makeCopy(call: Call, overrides: MetadataInput): Promise<Result<FileRecord, Refusal>> {
  const source = await findFile(call, call.path.fileId, "read");
  if (!source.ok) return source;
  if (isFolder(source.value)) return refused(refusals.notCopyable());
  const refusal = await checkCreate(call, toInput(source.value, overrides));
  if (refusal !== undefined) return refused(refusal);
  const files = await commitPlan(call, () => planCopy(call, overrides));
  return files.ok ? ok(files.value[0] as FileRecord) : files;
}

async function planCopy(call: Call, overrides: MetadataInput): Promise<Result<Plan, Refusal>> {
  const { server, identity } = call;
  const source = await findFile(call, call.path.fileId, "read");
  if (!source.ok) return source;
  const input = toInput(source.value, overrides);
  const parent = await findParent(call, input.parents?.[0] ?? "root");
  if (!parent.ok) return parent;
  const id = input.id ?? server.ids.newFileId(identity.accountId, parent.value.space);
  if (input.id !== undefined && (await server.metadata.isUsed(identity.accountId, id))) return refused(refusals.idInUse());
  const { content } = source.value;
  const keepForever = call.params.get("keepRevisionForever") === "true";
  const copied = content === undefined ? undefined : toNewContent(call, content, { mimeType: source.value.mimeType, keepForever });
  const file = planCreate(id, { input, content: copied, parent: parent.value }, { now: server.clock.now(), limits: server.limits });
  if (!file.ok) return file;
  // The source must still exist at the commit; otherwise its blob may be gone.
  const expect = new Map<string, number | undefined>([
    [source.value.id, source.value.version],
    [id, undefined],
  ]);
  if (parent.value.version !== undefined) expect.set(parent.value.id, parent.value.version);
  return ok({ expect, puts: [file.value], revisionPuts: copied === undefined ? [] : [planRevision(file.value, copied)] });
}

function toInput(source: FileRecord, overrides: MetadataInput): MetadataInput {
  return {
    name: `Copy of ${source.name}`,
    mimeType: source.mimeType,
    ...(source.description !== undefined && { description: source.description }),
    ...(source.parentId !== undefined && { parents: [source.parentId] }),
    ...overrides,
    appProperties: { ...source.appProperties, ...overrides.appProperties },
    properties: { ...source.properties, ...overrides.properties },
  };
}
