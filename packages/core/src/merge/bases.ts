/** Merge bases: versions that both sides have seen, and which of them may be stored beside a sealed note. sync.md §6.1. Pure. */

import { type Entity, isSealed } from "../model/entities/entity.ts";
import type { SealedTexts } from "../model/entities/parsing/sealed-texts.ts";
import { isContained, type VersionVector, vectorKey } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import type { Base } from "../ports/device/local-store.ts";

export function toBase(entity: Entity): Base {
  return { id: entity.id, vvKey: vectorKey(entity.vv), vv: entity.vv, entity };
}

export type BaseKey = { readonly id: string; readonly vvKey: string };

/** Returns the largest known version that both sides contain. */
export function commonBase(bases: readonly Base[], mine: VersionVector, theirs: VersionVector): Entity | undefined {
  // A purged version has no text, so it cannot be a base.
  const common = bases.filter((base) => !isPurged(base.entity) && isContained(base.vv, mine) && isContained(base.vv, theirs));
  const maximal = common.filter((base) => !common.some((other) => other !== base && isContained(base.vv, other.vv)));
  return maximal.sort((a, b) => b.entity.mtime - a.entity.mtime || (a.vvKey < b.vvKey ? 1 : -1))[0]?.entity;
}

/** Seals the unencrypted bases of a note that has become sensitive, and drops those that cannot be sealed. encryption.md 3.5 (9). */
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

/** Returns the bases to drop: all but the newest ones, since a base older than all current versions is useless. sync.md §3. */
export function staleBases(bases: readonly Base[]): readonly BaseKey[] {
  const newestFirst = [...new Map(bases.map((base) => [base.vvKey, base])).values()].sort(byAge);
  return newestFirst.slice(SYNC.basesKept).map(({ id, vvKey }) => ({ id, vvKey }));
}

/** A merge has the time of the newer side, so versions with equal times are ordered by what they contain. */
function byAge(a: Base, b: Base): number {
  return b.entity.mtime - a.entity.mtime || editsIn(b.vv) - editsIn(a.vv) || (a.vvKey < b.vvKey ? 1 : -1);
}

/** Sum of counters, larger than in any version it contains. */
function editsIn(vv: VersionVector): number {
  return Object.values(vv).reduce((sum, counter) => sum + counter, 0);
}
