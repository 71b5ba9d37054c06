/** Who is alive after a merge. sync.md §2: a dot stays when both sides have it, or when the other side has not seen it. Pure. */
import { counterOf, type VersionVector } from "../model/entities/version-vector.ts";

type Side = { readonly vv: VersionVector; readonly alive: VersionVector };

export function mergeAlive(x: Side, y: Side): VersionVector {
  return { ...keptOf(x, y), ...keptOf(y, x) };
}

function keptOf(side: Side, other: Side): VersionVector {
  const kept = Object.entries(side.alive).filter(
    ([device, counter]) => counterOf(other.alive, device) === counter || counter > counterOf(other.vv, device),
  );
  return Object.fromEntries(kept);
}
