/** files.update: metadata, content, move and trash in one step. The last write wins, as on the real service. drive-contract §1.9, §1.10. */

import type { FileRecord } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { FilePut } from "../../storage/metadata-store.ts";
import { type Beside, commitPlan, type Plan, STEP_FILES } from "../context/commit-plan.ts";
import { takeIn } from "../context/content-intake.ts";
import { type Call, rootSpace } from "../context/context.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { type IncomingContent, toNewContent } from "./create-file.ts";
import {
  type FileInput,
  findFollowers,
  isEmptyInput,
  isFolder,
  type NewContent,
  planRetention,
  planRevision,
  planTrash,
  planUpdate,
} from "./file-plan.ts";
import { ancestors, checkTreeLimits, findFile, findParent } from "./find-file.ts";
import { followTrash, planFollowers } from "./follow-trash.ts";
import type { MetadataInput } from "./metadata-input.ts";

/** Ids of the folders to move between, and rows to write in the same step. */
export type UpdateOptions = {
  readonly addParents: readonly string[];
  readonly removeParents: readonly string[];
  readonly beside?: Beside;
};

export async function updateFile(
  call: Call,
  fileId: string,
  {
    input,
    incoming,
    options,
  }: { readonly input: MetadataInput; readonly incoming: IncomingContent | undefined; readonly options: UpdateOptions },
): Promise<Result<FileRecord, Refusal>> {
  if (incoming === undefined) return commitUpdate(call, fileId, { input, content: undefined, options });
  const refusal = await checkUpdate(call, fileId, { input, options });
  if (refusal !== undefined) return refused(refusal);
  const file = await findFile(call, fileId, "write");
  if (!file.ok) return file;
  return takeIn(call, { source: incoming.source, announced: incoming.announced, credit: file.value.content?.bytes ?? 0 }, (content) =>
    commitUpdate(call, fileId, { input, content: toNewContent(call, content, incoming), options }),
  );
}

/** Checks for errors before the first byte of content is read. */
export async function checkUpdate(
  call: Call,
  fileId: string,
  { input, options }: { readonly input: MetadataInput; readonly options: UpdateOptions },
): Promise<Refusal | undefined> {
  const plan = await planCommit(call, fileId, { input, content: undefined, options });
  if (!plan.ok) return plan.problem;
  const file = await findFile(call, fileId, "write");
  return file.ok && isFolder(file.value) ? refusals.contentOnFolder() : undefined;
}

type FileUpdate = FileInput & { readonly options: UpdateOptions };

export async function commitUpdate(
  call: Call,
  fileId: string,
  { input, content, options }: FileUpdate,
): Promise<Result<FileRecord, Refusal>> {
  const files = await commitPlan(call, () => planCommit(call, fileId, { input, content, options }));
  if (!files.ok) return files;
  const written = files.value.find((file) => file.id === fileId);
  const isTreeChange = written !== undefined && isFolder(written) && (input.trashed !== undefined || options.addParents.length > 0);
  if (isTreeChange) {
    const followed = await followTrash(call, fileId);
    if (!followed.ok) return followed;
  }
  return written === undefined ? findFile(call, fileId, "write") : ok(written);
}

async function planCommit(call: Call, fileId: string, { input, content, options }: FileUpdate): Promise<Result<Plan, Refusal>> {
  const { metadata, clock, limits } = call.server;
  const { accountId } = call.identity;
  // Read before the files: any later change invalidates a plan for a whole tree.
  const headSeq = await metadata.headSeq(accountId);
  const found = await findFile(call, fileId, "write");
  if (!found.ok) return found;
  const parent = await planParent(call, found.value, options);
  if (!parent.ok) return parent;
  const now = clock.now();
  const updated = planUpdate(found.value, { input, content }, { now, limits });
  if (!updated.ok) return updated;
  if (isEmptyInput(input) && content === undefined && parent.value.id === found.value.parentId) return ok({});
  if (input.trashed !== undefined && found.value.space === "appDataFolder") return refused(refusals.noTrashHere());
  const moved = { ...updated.value, parentId: parent.value.id };
  const file = planTrash(moved, { trashed: input.trashed ?? found.value.explicitlyTrashed, parentTrashed: parent.value.trashed, now });
  const expect = new Map<string, number | undefined>([[fileId, found.value.version], ...parent.value.expect]);
  const isTreeChange = isFolder(file) && file.trashed !== found.value.trashed;
  const followers = isTreeChange ? findFollowers(file, await metadata.descendants(accountId, fileId)) : [];
  // If there are more, they follow in steps after this commit.
  const below = followers.length < STEP_FILES ? await planFollowers(call, followers, now) : { puts: [] };
  const revisions = content === undefined ? ok({}) : await planRevisions(call, file, { content, now });
  if (!revisions.ok) return revisions;
  const isWide = isFolder(file) && (isTreeChange || parent.value.isMove);
  return ok({
    expect,
    ...(isWide ? { expectHeadSeq: headSeq } : {}),
    puts: [file, ...below.puts],
    ...revisions.value,
    ...options.beside?.(fileId),
  });
}

async function planRevisions(
  call: Call,
  file: FilePut,
  { content, now }: { readonly content: NewContent; readonly now: number },
): Promise<Result<Pick<Plan, "revisionPuts" | "revisionRemoves">, Refusal>> {
  const { limits, metadata } = call.server;
  const known = await metadata.revisions(call.identity.accountId, file.id);
  const pinned = known.filter((revision) => revision.keepForever).length;
  if (content.keepForever && pinned >= limits.pinnedRevisions) return refused(refusals.tooManyPinned());
  return ok({ revisionPuts: [planRevision(file, content)], revisionRemoves: planRetention(known, now, limits) });
}

type PlannedParent = {
  readonly id: string | undefined;
  readonly trashed: boolean;
  readonly isMove: boolean;
  /** Version of the new parent when the plan was made. */
  readonly expect: readonly (readonly [string, number])[];
};

/** Exactly one parent must remain after all additions and removals. */
async function planParent(call: Call, file: FileRecord, options: UpdateOptions): Promise<Result<PlannedParent, Refusal>> {
  const toId = (id: string) => {
    const space = rootSpace(call, id);
    return space === undefined ? id : call.server.ids.rootId(call.identity.accountId, space);
  };
  const removed = new Set(options.removeParents.map(toId));
  const kept = file.parentId === undefined || removed.has(file.parentId) ? [] : [file.parentId];
  const parents = [...new Set([...kept, ...options.addParents.map(toId)])];
  const [parentId] = parents;
  if (parentId === undefined || parents.length > 1) return refused(refusals.tooManyParents());
  return parentId === file.parentId ? keepParent(call, file) : checkMove(call, file, parentId);
}

async function keepParent(call: Call, file: FileRecord): Promise<Result<PlannedParent, Refusal>> {
  const isUnderRoot = file.parentId === undefined || rootSpace(call, file.parentId) !== undefined;
  const parent = isUnderRoot ? undefined : await call.server.metadata.get(call.identity.accountId, file.parentId as string);
  return ok({ id: file.parentId, trashed: parent?.trashed ?? false, isMove: false, expect: [] });
}

async function checkMove(call: Call, file: FileRecord, parentId: string): Promise<Result<PlannedParent, Refusal>> {
  const parent = await findParent(call, parentId);
  if (!parent.ok) return parent;
  if (parent.value.space !== file.space) return refused(refusals.otherSpace());
  if ((await ancestors(call, parentId)).includes(file.id)) return refused(refusals.cyclicParents());
  const refusal = await checkTreeLimits(call, parentId);
  if (refusal !== undefined) return refused(refusal);
  const { trashed, version } = parent.value;
  return ok({ id: parentId, trashed, isMove: true, expect: version === undefined ? [] : [[parentId, version]] });
}
