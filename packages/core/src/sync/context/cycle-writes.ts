/** Writes of a step of the cycle that need no read before, and the reservation of an id for a file that is about to be created. */

import { SYNC } from "../../model/limits/limits.ts";
import { ok } from "../../model/result.ts";
import type { Writes } from "../../ports/device/local-store.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";

type Committing = Pick<CycleDeps, "library">;

export function commit({ library }: Committing, writes: Writes): Step {
  return library.transact({}, () => ({ writes, answer: undefined }), "sync");
}

/** The drive has them no more. */
export function forgetFiles(deps: Committing, fileIds: readonly string[], more: Writes = {}): Step {
  return commit(deps, { ...more, forgetRemote: fileIds, untaint: fileIds });
}

type ReserveDeps = Pick<CycleDeps, "library"> & { readonly remote: Pick<CycleDeps["remote"], "reserveIds"> };

/** Reserved drive file ids make creates repeatable. `intent`: written together with taking the id. sync.md §4.2. */
export async function reserveFileId(deps: ReserveDeps, intent: (fileId: string) => Writes = () => ({})): Step<string> {
  for (;;) {
    if (deps.library.index.meta.idPool.length === 0) {
      const filled = await fillPool(deps);
      if (!filled.ok) return filled;
    }
    const taken = await takeOne(deps, intent);
    if (!taken.ok) return taken;
    // Uploads take ids beside the cycle: the last one may just be gone.
    if (taken.value !== undefined) return ok(taken.value);
  }
}

function takeOne({ library }: ReserveDeps, intent: (fileId: string) => Writes): Step<string | undefined> {
  return library.transact(
    {},
    ({ meta }) => {
      const [fileId, ...idPool] = meta.idPool;
      return { writes: fileId === undefined ? {} : { ...intent(fileId), meta: { idPool } }, answer: fileId };
    },
    "sync",
  );
}

async function fillPool(deps: ReserveDeps): Step {
  const { library, remote } = deps;
  const isBulk = library.index.pendingPush.size > SYNC.idPoolSize;
  const reserved = await remote.reserveIds(isBulk ? SYNC.idPoolBulkSize : SYNC.idPoolSize);
  if (!reserved.ok) return reserved;
  return commit(deps, { meta: { idPool: reserved.value } });
}
