/** files.delete, emptyTrash and the purge of expired trash. All are permanent and include the content of folders. drive-contract §1.10. */

import { ok, type Result } from "../../result.ts";
import type { TreeEntry } from "../../storage/metadata-store.ts";
import { type AccountScope, ATTEMPTS, commitPlan, commitStep, type Plan, STEP_FILES } from "../context/commit-plan.ts";
import type { CallHandler } from "../context/context.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { emptyResponse } from "../http/responses.ts";
import { isFolder } from "./file-plan.ts";
import { findFile, maySee } from "./find-file.ts";

export const deleteFile: CallHandler = async (call) => {
  const removed = await removeTrees(call, async () => {
    const file = await findFile(call, call.path.fileId, "write");
    return file.ok ? ok([file.value]) : file;
  });
  return removed.ok ? ok(emptyResponse(204)) : removed;
};

export const emptyTrash: CallHandler = async (call) => {
  const emptied = await removeTrees(call, async () => {
    const trashed = await call.server.metadata.trash(call.identity.accountId);
    return ok(trashed.filter((file) => maySee(call, file.space, "write")));
  });
  return emptied.ok ? ok(emptyResponse(204)) : emptied;
};

/** Purges a file that was trashed before `at`, without checking permissions. */
export async function purgeTrashed(scope: AccountScope, fileId: string, at: number): Promise<void> {
  await removeTrees(scope, async () => {
    const file = await scope.server.metadata.get(scope.identity.accountId, fileId);
    const isDue = file?.explicitlyTrashed === true && (file.trashedTime ?? at) < at;
    return ok(isDue ? [file] : []);
  });
}

type FindRoots = () => Promise<Result<readonly TreeEntry[], Refusal>>;

/**
 * Few files are removed in one commit. If there are many, the deepest go first and the requested root last, so that an interrupted removal can be
 * repeated.
 */
export function removeTrees(scope: AccountScope, find: FindRoots): Promise<Result<unknown, Refusal>> {
  return commitPlan(scope, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const headSeq = await scope.server.metadata.headSeq(scope.identity.accountId);
      const roots = await find();
      if (!roots.ok) return roots;
      const all = await withDescendants(scope, roots.value);
      if (all.length <= STEP_FILES) return ok(planRemoval(all, roots.value.some(isFolder) ? headSeq : undefined));
      const removed = await removeDeepest(scope, all);
      if (!removed.ok) return removed;
    }
    return refused(refusals.busy());
  });
}

/** Returns each file once, folders before their content. */
async function withDescendants({ server, identity }: AccountScope, roots: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
  const all = new Map(roots.map((file) => [file.id, file]));
  for (const folder of roots.filter(isFolder)) {
    for (const file of await server.metadata.descendants(identity.accountId, folder.id)) all.set(file.id, file);
  }
  const depths = new Map<string, number>();
  const depthOf = (file: TreeEntry): number => {
    const parent = file.parentId === undefined ? undefined : all.get(file.parentId);
    const depth = depths.get(file.id) ?? (parent === undefined ? 0 : depthOf(parent) + 1);
    depths.set(file.id, depth);
    return depth;
  };
  return [...all.values()].sort((left, right) => depthOf(left) - depthOf(right));
}

/** Removes all but the first few. Stops early if one of them changed in the meantime. */
async function removeDeepest(scope: AccountScope, all: readonly TreeEntry[]): Promise<Result<boolean, Refusal>> {
  for (let end = all.length; end > STEP_FILES; end -= STEP_FILES) {
    const removed = await commitStep(scope, planRemoval(all.slice(Math.max(STEP_FILES, end - STEP_FILES), end), undefined));
    if (!removed.ok || !removed.value) return removed;
  }
  return ok(true);
}

function planRemoval(files: readonly TreeEntry[], headSeq: number | undefined): Plan {
  const expect = new Map(files.map((file) => [file.id, file.version]));
  return { expect, ...(headSeq === undefined ? {} : { expectHeadSeq: headSeq }), removes: [...expect.keys()] };
}
