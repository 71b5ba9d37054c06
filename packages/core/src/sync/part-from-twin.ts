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
import { counterOf, type Dot, type VersionVector, vectorKey, withDot } from "./version-vector.ts";

/** A version that only we could have made, and did not. A name given up stays suspect for notes not touched since. */
export function isByTwin(theirs: Entity, mine: Entity | undefined, bases: readonly Base[], meta: SyncMeta): boolean {
  if (mine === undefined) return counterOf(theirs.vv, meta.deviceId) > 0;
  const key = vectorKey(theirs.vv);
  const same = [toBase(mine), ...bases].find(({ vvKey }) => vvKey === key);
  if (same !== undefined) return differ(theirs, same.entity);
  const suspects = counterOf(mine.vv, meta.deviceId) > 0 ? [meta.deviceId] : [meta.deviceId, ...meta.formerIds];
  return suspects.some((name) => holdsForeignDot(name, theirs, mine, bases));
}

/**
 * Sealing says nothing: versions are sealed where their note moves in, and everybody seals the copy that a conflict leaves for himself. Where the
 * texts cannot be compared the time can, which a version keeps through every sealing and two edits hardly ever share.
 */
function differ(theirs: Entity, known: Entity): boolean {
  const isCopySealedTwice = isSealed(theirs) && isSealed(known) && isOfCopy(theirs.vv);
  if (isSealed(theirs) !== isSealed(known)) return theirs.mtime !== known.mtime;
  return !isCopySealedTwice && !hasEqualValues(theirs, known);
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

function isUnder(dots: VersionVector, names: readonly string[]): boolean {
  return names.some((name) => counterOf(dots, name) > 0);
}

function underNewName<E extends Entity>(entity: E, formerIds: readonly string[], dot: Dot): E {
  const renamed = (dots: VersionVector): VersionVector =>
    isUnder(dots, formerIds) ? withDot(Object.fromEntries(Object.entries(dots).filter(([name]) => !formerIds.includes(name))), dot) : dots;
  return { ...entity, vv: withDot(renamed(entity.vv), dot), alive: renamed(entity.alive) };
}
