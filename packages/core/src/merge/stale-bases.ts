/** Selects the merge bases to drop, and those that prove this device's own counts. sync.md §3, §4.5. Pure. */
import { counterOf, type VersionVector } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import type { Base, SyncMeta } from "../ports/device/local-store.ts";
import type { BaseKey } from "./bases.ts";

/**
 * Keeps the newest bases, since a base older than all current versions is useless. Also keeps, for each of our own ids, the first version
 * of each of its newest counts: a count in none of them was made by another device with that id (§4.5), however many versions of the same
 * time others have made since.
 */
export function staleBases(bases: readonly Base[], { deviceId, formerIds }: SyncMeta): readonly BaseKey[] {
  const newestFirst = [...new Map(bases.map((base) => [base.vvKey, base])).values()].sort(byAge);
  const ofOurs = [deviceId, ...formerIds].flatMap((name) => beginningsOf(name, newestFirst));
  const kept = new Set([...newestFirst.slice(0, SYNC.basesKept), ...ofOurs]);
  return newestFirst.filter((base) => !kept.has(base)).map(({ id, vvKey }) => ({ id, vvKey }));
}

/** A merge has the time of the newer side, so versions with equal times are ordered by what they contain. */
function byAge(a: Base, b: Base): number {
  return b.entity.mtime - a.entity.mtime || editsIn(b.vv) - editsIn(a.vv) || (a.vvKey < b.vvKey ? 1 : -1);
}

/** Sum of counters, larger than in any version it contains. */
function editsIn(vv: VersionVector): number {
  return Object.values(vv).reduce((sum, counter) => sum + counter, 0);
}

function beginningsOf(name: string, newestFirst: readonly Base[]): readonly Base[] {
  // The map keeps the last of several versions with one count, which is the oldest.
  const byCount = new Map(newestFirst.map((base) => [counterOf(base.vv, name), base]));
  return newestCounts(name, newestFirst).flatMap((count) => byCount.get(count) ?? []);
}

/** Newest counts of a device id in these versions, in descending order. */
function newestCounts(name: string, bases: readonly Base[]): readonly number[] {
  const counts = [...new Set(bases.map(({ vv }) => counterOf(vv, name)))].filter((count) => count > 0);
  return counts.sort((a, b) => b - a).slice(0, SYNC.basesKept);
}

/** True if these versions, whose oldest were dropped, would still contain this count of our own id if it had been sent or read. */
export function wouldHoldCount(name: string, count: number, bases: readonly Base[]): boolean {
  if (bases.length < SYNC.basesKept) return true;
  const counts = newestCounts(name, bases);
  const oldest = counts.length < SYNC.basesKept ? undefined : counts.at(-1);
  return count > (oldest ?? Math.min(...bases.map(({ vv }) => counterOf(vv, name))));
}
