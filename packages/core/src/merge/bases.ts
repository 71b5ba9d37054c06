/**
 * Versions of a record that this device knows both sides have seen: which of them two versions have in common, how many are kept, and how they
 * may be beside a sealed note. The merge itself is merge.ts. sync.md §6.1, §4.5. Pure.
 */

import { type Entity, isSealed } from "../model/entities/entity.ts";
import type { SealedTexts } from "../model/entities/sealed-texts.ts";
import { counterOf, isContained, type VersionVector, vectorKey } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits.ts";
import type { Base, SyncMeta } from "../ports/local-store.ts";

export function toBase(entity: Entity): Base {
  return { id: entity.id, vvKey: vectorKey(entity.vv), vv: entity.vv, entity };
}

export type BaseKey = { readonly id: string; readonly vvKey: string };

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

/** A merge has the time of the newer side, so versions of one time are told apart by what they contain. */
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

/** The largest known version that both sides contain. */
export function commonBase(bases: readonly Base[], mine: VersionVector, theirs: VersionVector): Entity | undefined {
  // One without its text is none.
  const common = bases.filter((base) => !isPurged(base.entity) && isContained(base.vv, mine) && isContained(base.vv, theirs));
  const maximal = common.filter((base) => !common.some((other) => other !== base && isContained(base.vv, other.vv)));
  return maximal.sort((a, b) => b.entity.mtime - a.entity.mtime || (a.vvKey < b.vvKey ? 1 : -1))[0]?.entity;
}

/** What a name that was given up counts may be another's: two versions under it need not follow one another. §4.5. */
export function basesUnderOwnName(bases: readonly Base[], { formerIds }: SyncMeta): readonly Base[] {
  return formerIds.length === 0 ? bases : bases.filter(({ vv }) => formerIds.every((name) => counterOf(vv, name) === 0));
}

/** What is to be done with versions in clear once the note is a sealed one: sealed where that can be done, else dropped. encryption.md 3.5 (9). */
export function sealBases(
  note: Entity,
  known: readonly Base[],
  texts: SealedTexts,
): { readonly bases: readonly Base[]; readonly forgetBases: readonly BaseKey[] } {
  const exposed = isSensitive(note) ? known.filter(({ entity }) => !isSealed(entity) && !isPurged(entity)) : [];
  const bases = basesBeside(
    note,
    exposed.map(({ entity }) => entity),
    texts,
  );
  const sealed = new Set(bases.map(({ vvKey }) => vvKey));
  return { bases, forgetBases: exposed.filter(({ vvKey }) => !sealed.has(vvKey)).map(({ id, vvKey }) => ({ id, vvKey })) };
}

/** Versions of a note as they may be beside it. */
export function basesBeside(note: Entity, versions: readonly Entity[], texts: SealedTexts): readonly Base[] {
  if (!isSensitive(note)) return versions.map(toBase);
  return versions.flatMap((version) => {
    if (isPurged(version)) return [toBase(version)];
    const sealed = version.kind === "note" ? texts.seal(version) : undefined;
    return sealed === undefined ? [] : [toBase(sealed)];
  });
}

export function isSensitive(entity: Entity): boolean {
  return entity.kind === "note" && entity.isEncrypted;
}

function isPurged(entity: Entity): boolean {
  return entity.kind === "note" && entity.purged !== undefined;
}
