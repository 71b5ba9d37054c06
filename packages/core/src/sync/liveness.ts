/** Who is alive after a merge. sync.md §2: a dot stays when both sides have it, or when the other side has not seen it. Pure. */
import type { VersionVector } from "./version-vector.ts";

type Side = { readonly vv: VersionVector; readonly alive: VersionVector };

export function mergeAlive(x: Side, y: Side): VersionVector {
  return { ...keptOf(x, y), ...keptOf(y, x) };
}

function keptOf(side: Side, other: Side): VersionVector {
  const kept = Object.entries(side.alive).filter(
    ([device, counter]) => other.alive[device] === counter || counter > (other.vv[device] ?? 0),
  );
  return Object.fromEntries(kept);
}
