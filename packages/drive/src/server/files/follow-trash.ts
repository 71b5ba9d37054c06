/**
 * Files below a folder follow it into the trash and out again. Few do so in the folder's own commit; many after it, some in each commit, until
 * none is left. What broke off is ended by the same request once more. drive-contract §1.10.
 */
import { ok, type Result } from "../../result.ts";
import type { FilePut } from "../../storage/metadata-store.ts";
import { ATTEMPTS, commitStep, type Place, STEP_FILES } from "../commit-plan.ts";
import { type Refusal, refusals, refused } from "../refusal.ts";
import { findFollowers, planFollower, type TrashFollower } from "./file-plan.ts";

type Planned = { readonly expect: ReadonlyMap<string, number>; readonly puts: readonly FilePut[] };

export async function planFollowers({ server, identity }: Place, followers: readonly TrashFollower[], now: number): Promise<Planned> {
  const files = await Promise.all(followers.map(({ id }) => server.metadata.get(identity.accountId, id)));
  const puts = files.flatMap((file, at) => (file === undefined ? [] : [planFollower(file, followers[at]?.trashed === true, now)]));
  return { expect: new Map(followers.map(({ id, version }) => [id, version])), puts };
}

/** Asks again what is left after every round: meanwhile files may have come, and the folder itself may have changed once more. */
export async function followTrash(place: Place, folderId: string): Promise<Result<true, Refusal>> {
  const { metadata } = place.server;
  const { accountId } = place.identity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const folder = await metadata.get(accountId, folderId);
    if (folder === undefined) return ok(true);
    const followers = findFollowers(folder, await metadata.descendants(accountId, folderId));
    if (followers.length === 0) return ok(true);
    const followed = await followInSteps(place, followers, [folderId, folder.version]);
    if (!followed.ok) return followed;
  }
  return refused(refusals.busy());
}

/** Ends early when something of it changed meanwhile. */
async function followInSteps(
  place: Place,
  followers: readonly TrashFollower[],
  folder: readonly [string, number],
): Promise<Result<boolean, Refusal>> {
  for (let at = 0; at < followers.length; at += STEP_FILES) {
    const { expect, puts } = await planFollowers(place, followers.slice(at, at + STEP_FILES), place.server.clock.now());
    const done = await commitStep(place, { expect: new Map([...expect, folder]), puts });
    if (!done.ok || !done.value) return done;
  }
  return ok(true);
}
