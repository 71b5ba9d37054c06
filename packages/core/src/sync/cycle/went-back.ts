/** Whether the drive lost versions that this device knew in it; they are sent again, and the count is reported. sync.md §7.3. */

import { isEqual } from "../../model/entities/version-vector.ts";
import { ok } from "../../model/result.ts";
import type { Seen } from "../../ports/device/local-store.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";

/** Time for which it is reported at each start, until it is dismissed. */
const REPORTED_MS = 86_400_000;

/** Called before what the drive says of these is taken in. */
export function noteHeld({ library: { index }, held }: Pick<CycleDeps, "library" | "held">, ids: readonly string[]): void {
  for (const id of ids) {
    const entity = index.entities.get(id);
    if (entity !== undefined && !index.pendingPush.has(id) && !held.has(id)) held.set(id, entity.vv);
  }
}

/** After what was new has been read, and before anything is sent: an edit or a merge made meanwhile is a version of its own, and no loss. */
export async function recordWentBack({ library, clock, held }: CycleDeps): Step {
  const { index } = library;
  const lost = [...held].filter(([id, vv]) => index.pendingPush.has(id) && isEqual(index.entities.get(id)?.vv ?? {}, vv));
  held.clear();
  const { wentBack } = index.meta;
  const isOver = wentBack !== undefined && clock.now() - wentBack.atMs > REPORTED_MS;
  if (lost.length === 0) return isOver ? commit({ library }, { meta: { wentBack: undefined } }) : ok(undefined);
  const plan = ({ meta }: Seen) => ({
    writes: { meta: { wentBack: { count: (isOver ? 0 : (meta.wentBack?.count ?? 0)) + lost.length, atMs: clock.now() } } },
    answer: undefined,
  });
  return library.transact({}, plan, "sync");
}
