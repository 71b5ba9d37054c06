/** Drive file ids reserved ahead, so that creating is repeatable: an id is used once, and a repeat finds the first attempt. sync.md §4.2. */
import { SYNC } from "../limits.ts";
import type { Writes } from "../ports/local-store.ts";
import { ok } from "../result.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";

/** `intent`: what is written together with taking the id out of the pool. */
export async function reserveFileId(deps: CycleDeps, intent: (fileId: string) => Writes = () => ({})): Step<string> {
  if (deps.library.index.meta.idPool.length === 0) {
    const filled = await fillPool(deps);
    if (!filled.ok) return filled;
  }
  return deps.library.transact(
    {},
    ({ meta }) => {
      const [fileId, ...idPool] = meta.idPool;
      if (fileId === undefined) throw new Error("The pool of reserved file ids is empty right after it was filled");
      return { writes: { ...intent(fileId), meta: { idPool } }, answer: fileId };
    },
    "sync",
  );
}

async function fillPool({ library, remote }: CycleDeps): Step {
  const isBulk = library.index.pendingPush.size > SYNC.idPoolSize;
  const reserved = await remote.reserveIds(isBulk ? SYNC.idPoolBulkSize : SYNC.idPoolSize);
  if (!reserved.ok) return reserved;
  const filled = await library.transact({}, () => ({ writes: { meta: { idPool: reserved.value } }, answer: undefined }), "sync");
  return filled.ok ? ok(undefined) : filled;
}
