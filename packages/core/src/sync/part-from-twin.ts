/**
 * Another device writes under our name, as a browser profile does that was copied whole: the two make the same dots, and what vectors say of
 * them is worth nothing. Who notices goes on under a name of its own, and what it wrote that nobody has seen goes with it. sync.md §4.5.
 */
import { SYNC } from "../limits.ts";
import type { Base, Seen, SyncMeta, Writes } from "../ports/local-store.ts";
import { isOfCopy } from "./conflict-copy.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";
import { type Entity, isSealed } from "./entity.ts";
import { toBase } from "./integrate.ts";
import { hasEqualValues } from "./merge.ts";
import { isUnder, underNewName } from "./rename-dots.ts";
import { counterOf, type VersionVector, vectorKey } from "./version-vector.ts";

/** A version that only we could have made, and did not. A name given up stays suspect for notes not touched since. */
export function isByTwin(theirs: Entity, mine: Entity | undefined, bases: readonly Base[], meta: SyncMeta): boolean {
  if (mine === undefined) return counterOf(theirs.vv, meta.deviceId) > 0;
  const same = versionOf(theirs, mine, bases);
  if (same !== undefined) return differ(theirs, same, same === mine);
  const suspects = counterOf(mine.vv, meta.deviceId) > 0 ? [meta.deviceId] : [meta.deviceId, ...meta.formerIds];
  return suspects.some((name) => holdsForeignDot(name, theirs, mine, bases));
}

/** Sent or read before, and this very text. */
export function isKnownText(theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  const same = versionOf(theirs, mine, bases);
  return same !== undefined && !differ(theirs, same, same === mine);
}

function versionOf({ vv }: Entity, mine: Entity, bases: readonly Base[]): Entity | undefined {
  const key = vectorKey(vv);
  return [toBase(mine), ...bases].find(({ vvKey }) => vvKey === key)?.entity;
}

/**
 * Everybody seals the copy that a conflict leaves for himself. What is sealed beside its note when that moves in are former versions, which nobody
 * sends so: there the time is compared, which a version keeps through every sealing. Else one vector never stands for a sealed and an open text.
 */
function differ(theirs: Entity, known: Entity, isCurrent: boolean): boolean {
  if (isSealed(theirs) === isSealed(known)) return !(isSealed(theirs) && isOfCopy(theirs.vv)) && !hasEqualValues(theirs, known);
  return isSealed(theirs) || isCurrent || theirs.mtime !== known.mtime;
}

/** Each of our edits that others can have seen was sent, and what was sent is among the bases; so few are kept that an old one may be missing. */
function holdsForeignDot(name: string, theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  const dot = counterOf(theirs.vv, name);
  if (dot > counterOf(mine.vv, name)) return true;
  const known = bases.map(({ vv }) => counterOf(vv, name));
  return dot > 0 && !known.includes(dot) && (bases.length < SYNC.basesKept || dot > Math.min(...known));
}

/** The version that gave the other device away. */
export type Twin = { readonly id: string; readonly vv: VersionVector };

/**
 * Takes a new name, unless the shared one was given up before, and brings along the note in question and all that is not known to be in the
 * drive: seen by nobody under the new name, they are merged with the other device's as what they are, concurrent.
 */
export function partFromTwin({ library, ids: names }: CycleDeps, twin: Twin): Step {
  const newName = names.random(SYNC.deviceIdChars);
  const ids = [...new Set([twin.id, ...library.index.pendingPush])];
  return library.transact(
    { entities: ids },
    (seen) => ({ writes: planParting(twin, ids, seen, newName), answer: undefined }),
    "sync",
    "strict",
  );
}

function planParting(twin: Twin, ids: readonly string[], { entities, meta }: Seen, newName: string): Writes {
  const isNameShared = counterOf(twin.vv, meta.deviceId) > 0;
  const deviceId = isNameShared ? newName : meta.deviceId;
  const formerIds = isNameShared ? [...meta.formerIds, meta.deviceId] : meta.formerIds;
  const coming = (isNameShared ? ids : [twin.id]).flatMap((id) => {
    const entity = entities.get(id);
    return entity !== undefined && (id === twin.id || isUnder(entity.vv, formerIds)) ? [entity] : [];
  });
  const renamed = coming.map((entity, at) => underNewName(entity, formerIds, { device: deviceId, counter: meta.ctr + at + 1 }));
  return {
    entities: renamed,
    forgetBases: [{ id: twin.id, vvKey: vectorKey(twin.vv) }],
    meta: { deviceId, formerIds, ctr: meta.ctr + renamed.length },
  };
}
