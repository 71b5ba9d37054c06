/** Which merge bases are dropped, and which prove this device's own counts. sync.md §3, §4.5. Pure. */
import { counterOf, type VersionVector } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import type { Base, SyncMeta } from "../ports/device/local-store.ts";
import type { BaseKey } from "./bases.ts";

/**
 * Only the newest bases are kept; a base that is older than all versions in play merges nothing. And of each of our own names the versions that its
 * newest counts began with: a count of ours that is in none of them was made by another device under that name (§4.5), however many versions
 * of one time others have made since.
 */
export function staleBases(bases: readonly Base[], { deviceId, formerIds }: SyncMeta): readonly BaseKey[] {
  const newestFirst = [...new Map(bases.map((base) => [base.vvKey, base])).values()].sort(byAge);
  const ofOurs = [deviceId, ...formerIds].flatMap((name) => beginningsOf(name, newestFirst));
  const kept = new Set([...newestFirst.slice(0, SYNC.basesKept), ...ofOurs]);
  return newestFirst.filter((base) => !kept.has(base)).map(({ id, vvKey }) => ({ id, vvKey }));
}

/** A merge has the time of the newer side, so versions of one time are distinguished by what they contain. */
function byAge(a: Base, b: Base): number {
  return b.entity.mtime - a.entity.mtime || editsIn(b.vv) - editsIn(a.vv) || (a.vvKey < b.vvKey ? 1 : -1);
}

/** More in each version than in all that it contains. */
function editsIn(vv: VersionVector): number {
  return Object.values(vv).reduce((sum, counter) => sum + counter, 0);
}

function beginningsOf(name: string, newestFirst: readonly Base[]): readonly Base[] {
  // Of one count the oldest comes last, and stays.
  const byCount = new Map(newestFirst.map((base) => [counterOf(base.vv, name), base]));
  return newestCounts(name, newestFirst).flatMap((count) => byCount.get(count) ?? []);
}

/** The newest counts of a name in these versions, from the last one down. */
function newestCounts(name: string, bases: readonly Base[]): readonly number[] {
  const counts = [...new Set(bases.map(({ vv }) => counterOf(vv, name)))].filter((count) => count > 0);
  return counts.sort((a, b) => b - a).slice(0, SYNC.basesKept);
}

/** Whether these versions, of which the oldest are dropped, would show it if this count of our own name had been sent or read. */
export function wouldHoldCount(name: string, count: number, bases: readonly Base[]): boolean {
  if (bases.length < SYNC.basesKept) return true;
  const counts = newestCounts(name, bases);
  const oldest = counts.length < SYNC.basesKept ? undefined : counts.at(-1);
  return count > (oldest ?? Math.min(...bases.map(({ vv }) => counterOf(vv, name))));
}
