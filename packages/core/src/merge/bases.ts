/** Merge bases: versions that both sides have seen, and which of them may be stored beside a sealed note. sync.md §6.1, §4.5. Pure. */

import { type Entity, isSealed } from "../model/entities/entity.ts";
import type { SealedTexts } from "../model/entities/parsing/sealed-texts.ts";
import { counterOf, isContained, type VersionVector, vectorKey } from "../model/entities/version-vector.ts";
import type { Base, SyncMeta } from "../ports/device/local-store.ts";

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

/**
 * Drops versions with an abandoned device id, which may count another device's edits too, so that its versions need not be consecutive.
 * §4.5.
 */
export function basesUnderOwnName(bases: readonly Base[], { formerIds }: SyncMeta): readonly Base[] {
  return formerIds.length === 0 ? bases : bases.filter(({ vv }) => formerIds.every((name) => counterOf(vv, name) === 0));
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
