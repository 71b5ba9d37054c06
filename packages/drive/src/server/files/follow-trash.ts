/**
 * Moves files below a folder into the trash and out with it: a few in the folder's own commit, the rest after it, resumably. drive-contract
 * §1.10.
 */
import { ok, type Result } from "../../result.ts";
import type { FilePut } from "../../storage/metadata-store.ts";
import { type AccountScope, ATTEMPTS, commitStep, STEP_FILES } from "../context/commit-plan.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { findFollowers, planFollower, type TrashFollower } from "./file-plan.ts";

type Planned = { readonly expect: ReadonlyMap<string, number>; readonly puts: readonly FilePut[] };

export async function planFollowers(
  { server, identity }: AccountScope,
  followers: readonly TrashFollower[],
  now: number,
): Promise<Planned> {
  const files = await Promise.all(followers.map(({ id }) => server.metadata.get(identity.accountId, id)));
  const puts = files.flatMap((file, at) => (file === undefined ? [] : [planFollower(file, followers[at]?.trashed === true, now)]));
  return { expect: new Map(followers.map(({ id, version }) => [id, version])), puts };
}

/** Reads the remaining files again after every round, because files may have been added and the folder may have changed again. */
export async function followTrash(scope: AccountScope, folderId: string): Promise<Result<true, Refusal>> {
  const { metadata } = scope.server;
  const { accountId } = scope.identity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const folder = await metadata.get(accountId, folderId);
    if (folder === undefined) return ok(true);
    const followers = findFollowers(folder, await metadata.descendants(accountId, folderId));
    if (followers.length === 0) return ok(true);
    const followed = await followInSteps(scope, followers, [folderId, folder.version]);
    if (!followed.ok) return followed;
  }
  return refused(refusals.busy());
}

/** Stops early if one of the files changed in the meantime. */
async function followInSteps(
  scope: AccountScope,
  followers: readonly TrashFollower[],
  folder: readonly [string, number],
): Promise<Result<boolean, Refusal>> {
  for (let at = 0; at < followers.length; at += STEP_FILES) {
    const { expect, puts } = await planFollowers(scope, followers.slice(at, at + STEP_FILES), scope.server.clock.now());
    const done = await commitStep(scope, { expect: new Map([...expect, folder]), puts });
    if (!done.ok || !done.value) return done;
  }
  return ok(true);
}
