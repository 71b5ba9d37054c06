/**
 * Notes whose file the user put in the trash in the drive's own pages. Each file is asked for again, and its note is deleted as by a command: it can be
 * restored, and an edit that the user had not seen there keeps it. Many at once, or little by little within a window of time, stop sync until the user
 * has decided. sync.md §7.3.
 */

import { trashedElsewhere } from "../../library/index/derive.ts";
import type { Library } from "../../library/index/library-service.ts";
import { observeAmong } from "../../library/index/observe.ts";
import { nextStamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type Entity, isAlive } from "../../model/entities/entity.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { RecentRemoval, Seen, StoreProblem, SyncMeta, Writes, WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

/** `remove`: delete them here as well. `keep`: they stay, and go to the drive again. */
export type RemovalChoice = "remove" | "keep";

export async function adoptRemovals(deps: CycleDeps): Step {
  const { index } = deps.library;
  if (index.pendingRemoval.size === 0) return ok(undefined);
  if (isMassRemoval(deps)) return failed({ kind: "mass-removal", count: index.pendingRemoval.size });
  for (const id of [...index.pendingRemoval]) {
    const confirmed = await confirm(deps, id);
    if (!confirmed.ok) return confirmed;
  }
  return applyDecision(deps.library, deps.clock, { choice: "remove", by: "drive" });
}

/** The user's answer to a mass removal. */
export function resolveRemovals(library: Library, clock: Clock, choice: RemovalChoice): Promise<Result<void, StoreProblem>> {
  return applyDecision(library, clock, { choice, by: "user" });
}

/** Groups that are small each add up: what was deleted within the window counts as if it came now, and the share is of the library before it. */
function isMassRemoval({ library: { index }, clock }: CycleDeps): boolean {
  const before = withinWindow(index.meta, clock.now()).reduce((sum, { count }) => sum + count, 0);
  const removed = index.pendingRemoval.size + before;
  const living = [...index.entities.values()].filter(isAlive).length;
  return removed > SYNC.massRemovalCount || removed > (living + before) * SYNC.massRemovalShare;
}

/** A clock that was set back does not shorten the window. */
function withinWindow({ recentRemovals = [] }: SyncMeta, nowMs: number): readonly RecentRemoval[] {
  return recentRemovals.filter(({ atMs }) => nowMs - atMs < SYNC.massRemovalWindowMs);
}

/** A feed may be old, so the file itself is asked for. A file that is gone altogether proves nothing, and its note is sent again. */
async function confirm(deps: CycleDeps, id: string): Step {
  const { library, remote } = deps;
  const file = trashedElsewhere(library.index.entities.get(id), library.index.filesOf(id), library.index.tainted);
  if (file === undefined) return ok(undefined);
  const answer = await remote.metadata(file.fileId);
  if (!answer.ok && answer.problem.kind !== "not-found") return answer;
  return library.transact(
    { remoteOf: [id] },
    (seen) => {
      if (!answer.ok) return { writes: { forgetRemote: [file.fileId], untaint: [file.fileId] }, answer: undefined };
      return { writes: { remote: observeAmong(answer.value, seen.remoteOf.get(id)) }, answer: undefined };
    },
    "sync",
  );
}

/** `by`: who decided. Decisions of the drive are counted, and the user's consent to a removal restarts the count. */
type Decision = { readonly choice: RemovalChoice; readonly by: "drive" | "user" };

async function applyDecision(library: Library, clock: Clock, decision: Decision): Promise<Result<void, StoreProblem>> {
  const ids = [...library.index.pendingRemoval];
  for (let from = 0; from < ids.length; from += SYNC.removalBatch) {
    const batch = ids.slice(from, from + SYNC.removalBatch);
    const written = await library.transact(
      { entities: batch, remoteOf: batch },
      (seen) => ({ writes: plan(batch, seen, { ...decision, nowMs: clock.now(), tainted: library.index.tainted }), answer: undefined }),
      { origin: "sync", durability: "strict" },
    );
    if (!written.ok) return written;
  }
  return ok(undefined);
}

type Choosing = Decision & { readonly nowMs: number; readonly tainted: ReadonlySet<string> };

function plan(ids: readonly string[], seen: Seen, { nowMs, choice, by, tainted }: Choosing): Writes {
  let meta: WritingMeta = seen.meta;
  const entities: Entity[] = [];
  for (const id of ids) {
    const entity = seen.entities.get(id);
    if (entity === undefined || trashedElsewhere(entity, seen.remoteOf.get(id) ?? [], tainted) === undefined) continue;
    const stamp = nextStamp(meta, nowMs);
    entities.push(choice === "remove" ? stampDelete(entity, stamp) : stampEdit(entity, entity, stamp));
    meta = { ...meta, ctr: meta.ctr + 1 };
  }
  return { entities, meta: { ctr: meta.ctr, ...counted(meta, entities.length, { choice, by, nowMs }) } };
}

function counted(meta: SyncMeta, count: number, { choice, by, nowMs }: Decision & { readonly nowMs: number }): Partial<SyncMeta> {
  if (by === "drive") return count === 0 ? {} : { recentRemovals: [...withinWindow(meta, nowMs), { atMs: nowMs, count }] };
  return choice === "remove" ? { recentRemovals: [] } : {};
}
