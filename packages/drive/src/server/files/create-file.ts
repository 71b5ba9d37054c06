/** files.create: metadata alone, or metadata with content. drive-contract §1.7, §1.8. */

import type { FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import { FOLDER_MIME, GOOGLE_MIME_PREFIX } from "../../wire/resources.ts";
import { type Beside, commitPlan, type Plan } from "../context/commit-plan.ts";
import { EMPTY_CONTENT, takeIn } from "../context/content-intake.ts";
import { type Call, newKey } from "../context/context.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { type NewContent, planCreate, planRevision } from "./file-plan.ts";
import { checkTreeLimits, findParent } from "./find-file.ts";
import type { MetadataInput } from "./metadata-input.ts";

/** Content in a request. `announced` is 0 if its length is unknown. */
export type IncomingContent = {
  readonly source: AsyncIterable<Uint8Array>;
  readonly mimeType: string | undefined;
  readonly announced: number;
  readonly keepForever: boolean;
};

/** Checked before the first byte of content is read; the commit checks it again. */
export async function checkCreate(call: Call, input: MetadataInput): Promise<Refusal | undefined> {
  const parent = await findParent(call, input.parents?.[0] ?? "root");
  if (!parent.ok) return parent.problem;
  const { accountId } = call.identity;
  if (input.id !== undefined) {
    const isForThis = call.server.ids.spaceOfId(accountId, input.id) === parent.value.space && !isServiceKind(input.mimeType);
    if (!isForThis) return refusals.idNotGenerated();
    if (await call.server.metadata.isUsed(accountId, input.id)) return refusals.idInUse();
  }
  return checkTreeLimits(call, parent.value.id);
}

export async function createFile(
  call: Call,
  input: MetadataInput,
  incoming: IncomingContent | undefined,
): Promise<Result<FileRecord, Refusal>> {
  const refusal = await checkCreate(call, input);
  if (refusal !== undefined) return refused(refusal);
  if (incoming === undefined) return commitCreate(call, input, { content: emptyContent(call, input) });
  if (input.mimeType === FOLDER_MIME) return refused(refusals.contentOnFolder());
  return takeIn(call, { source: incoming.source, announced: incoming.announced, credit: 0 }, (content) =>
    commitCreate(call, input, { content: toNewContent(call, content, incoming) }),
  );
}

export function toNewContent(
  call: Call,
  content: FileRecord["content"] & object,
  incoming: Pick<IncomingContent, "mimeType" | "keepForever">,
): NewContent {
  return { ...content, revisionId: newRevisionId(call), mimeType: incoming.mimeType, keepForever: incoming.keepForever };
}

/** True for documents and other Google types, which cannot use a generated id. */
function isServiceKind(mimeType: string | undefined): boolean {
  return mimeType !== FOLDER_MIME && mimeType?.startsWith(GOOGLE_MIME_PREFIX) === true;
}

/** Returns empty content for everything that is neither a folder nor a Google type: such a file always has bytes. */
function emptyContent(call: Call, input: MetadataInput): NewContent | undefined {
  if (input.mimeType === FOLDER_MIME || isServiceKind(input.mimeType)) return undefined;
  return toNewContent(call, EMPTY_CONTENT, { mimeType: undefined, keepForever: false });
}

function newRevisionId(call: Call): string {
  return `0B${newKey(call.server)}`;
}

export async function commitCreate(
  call: Call,
  input: MetadataInput,
  { content, beside }: { readonly content: NewContent | undefined; readonly beside?: Beside },
): Promise<Result<FileRecord, Refusal>> {
  const files = await commitPlan(call, () => planCommit(call, input, { content, beside }));
  return files.ok ? ok(files.value[0] as FileRecord) : files;
}

async function planCommit(
  call: Call,
  input: MetadataInput,
  { content, beside }: { readonly content: NewContent | undefined; readonly beside: Beside | undefined },
): Promise<Result<Plan, Refusal>> {
  const { server, identity } = call;
  const parent = await findParent(call, input.parents?.[0] ?? "root");
  if (!parent.ok) return parent;
  if (input.id !== undefined && (await server.metadata.isUsed(identity.accountId, input.id))) return refused(refusals.idInUse());
  const id = input.id ?? server.ids.newFileId(identity.accountId, parent.value.space);
  const file = planCreate(id, { input, content, parent: parent.value }, { now: server.clock.now(), limits: server.limits });
  if (!file.ok) return file;
  const expect = new Map<string, number | undefined>([[id, undefined]]);
  if (parent.value.version !== undefined) expect.set(parent.value.id, parent.value.version);
  const revisionPuts = content === undefined ? [] : [planRevision(file.value, content)];
  return ok({ expect, puts: [file.value], revisionPuts, ...beside?.(id) });
}
