/** Whether a version was made by a clone of this device under one of our ids; then: rotate-device-id.ts. sync.md §4.5. Pure. */

import { toBase } from "../../merge/bases.ts";
import { isOfCopy } from "../../merge/conflict-copy.ts";
import { hasEqualValues } from "../../merge/merge.ts";
import { wouldHoldCount } from "../../merge/stale-bases.ts";
import { type Entity, isSealed } from "../../model/entities/entity.ts";
import { counterOf, isContained, type VersionVector, vectorKey } from "../../model/entities/version-vector.ts";
import type { Base, SyncMeta } from "../../ports/device/local-store.ts";

/**
 * A version that only we could have made, and did not. An id that was given up stays suspect for notes not touched since. `owner`: the device whose file it is in;
 * what we sent into one of ours is among the bases, or in what we made of it since.
 */
export function isFromClonedDevice(
  theirs: Entity,
  mine: Entity | undefined,
  { bases, meta, owner }: { readonly bases: readonly Base[]; readonly meta: SyncMeta; readonly owner?: string | undefined },
): boolean {
  if (mine === undefined) return counterOf(theirs.vv, meta.deviceId) > 0;
  const same = versionOf(theirs, mine, bases);
  if (same !== undefined) return differ(theirs, same, same === mine);
  const isUnderOurs = owner === meta.deviceId && counterOf(theirs.vv, meta.deviceId) > 0;
  if (isUnderOurs && !isContained(theirs.vv, mine.vv)) return true;
  const suspects = counterOf(mine.vv, meta.deviceId) > 0 ? [meta.deviceId] : [meta.deviceId, ...meta.formerIds];
  return suspects.some((name) => holdsForeignDot(name, theirs, { mine, bases }));
}

/** Sent or read before, and this very text. */
export function isKnownText(theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  const same = versionOf(theirs, mine, bases);
  return same !== undefined && !differ(theirs, same, same === mine);
}

/** Sent or read before as another text. */
export function isOtherText(theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  return versionOf(theirs, mine, bases) !== undefined && !isKnownText(theirs, mine, bases);
}

function versionOf({ vv }: Entity, mine: Entity, bases: readonly Base[]): Entity | undefined {
  const key = vectorKey(vv);
  return [toBase(mine), ...bases].find(({ vvKey }) => vvKey === key)?.entity;
}

/**
 * Each device seals a conflict copy on its own. What is sealed with its note when that moves into the Sensitive folder are former versions, which no device
 * sends so: there the time is compared, which a version keeps through every sealing. Else one vector never represents a sealed and an open text.
 */
function differ(theirs: Entity, known: Entity, isCurrent: boolean): boolean {
  // Of a version without its text the time is left to compare.
  if (!isCurrent && isPurged(known) && !isPurged(theirs)) return theirs.mtime !== known.mtime;
  if (isSealed(theirs) === isSealed(known)) return !(isSealed(theirs) && isOfCopy(theirs.vv)) && !hasEqualValues(theirs, known);
  return isSealed(theirs) || isCurrent || theirs.mtime !== known.mtime;
}

function holdsForeignDot(
  name: string,
  theirs: Entity,
  { mine, bases }: { readonly mine: Entity; readonly bases: readonly Base[] },
): boolean {
  if (counterOf(theirs.vv, name) > counterOf(mine.vv, name) || isOfUnknownDot(name, theirs, bases)) return true;
  // By an edit under our id, which each version that was made from it names.
  const lives = [mine.alive, ...bases.map(({ entity }) => entity.alive)];
  return isUnknown(name, counterOf(theirs.alive, name), { known: lives, bases });
}

/** Each of our edits that others can have seen was sent, and what was sent is among the bases; so few are kept that an old one may be missing. */
export function isOfUnknownDot(name: string, theirs: Entity, bases: readonly Base[]): boolean {
  const vectors = bases.map(({ vv }) => vv);
  return isUnknown(name, counterOf(theirs.vv, name), { known: vectors, bases });
}

function isUnknown(
  name: string,
  dot: number,
  { known, bases }: { readonly known: readonly VersionVector[]; readonly bases: readonly Base[] },
): boolean {
  if (dot === 0 || known.some((vector) => counterOf(vector, name) === dot)) return false;
  return wouldHoldCount(name, dot, bases);
}

function isPurged(entity: Entity): boolean {
  return entity.kind === "note" && entity.purged !== undefined;
}
