/**
 * Taking in a version that came from the drive. sync.md §6.1, inside one local transaction: nothing new, take it, or merge.
 * The body's own vector counts, never the one in the file's properties. Pure.
 */

import { SYNC } from "../limits.ts";
import type { Base, SyncMeta, Writes } from "../ports/local-store.ts";
import { toConflictCopy, withCause } from "./conflict-copy.ts";
import type { Entity, NoteEntity } from "./entity.ts";
import { hasEqualValues, type Merge, mergeFolders, mergeNotes } from "./merge.ts";
import { counterOf, type Dot, isContained, type VersionVector, vectorKey, withDot } from "./version-vector.ts";

export type Integration = {
  readonly writes: Writes;
  readonly outcome: "known" | "taken" | "merged" | "waits";
  /** Entities as they are after this step, for the steps that follow in the same transaction. */
  readonly entities: readonly Entity[];
};

type Local = {
  readonly mine: Entity | undefined;
  readonly bases: readonly Base[];
  readonly copyOf: (id: string) => Entity | undefined;
  /** The name this device takes when another one writes under its own. */
  readonly spareDeviceId: string;
};

export function integrate(theirs: Entity, local: Local, meta: SyncMeta): Integration {
  const { mine } = local;
  if (isByTwin(theirs, local, meta)) return apart(theirs, local, meta);
  if (mine !== undefined && isContained(theirs.vv, mine.vv)) return { writes: { bases: [toBase(theirs)] }, outcome: "known", entities: [] };
  if (mine === undefined || isContained(mine.vv, theirs.vv)) return taken(theirs, local.bases);
  if (mustWait(mine, theirs)) return { writes: {}, outcome: "waits", entities: [] };
  return merged(mine, theirs, local, meta);
}

export function toBase(entity: Entity): Base {
  return { id: entity.id, vvKey: vectorKey(entity.vv), vv: entity.vv, entity };
}

/** Only the newest bases are kept; a base that is older than all versions in play merges nothing. */
export function staleBases(bases: readonly Base[]): readonly { readonly id: string; readonly vvKey: string }[] {
  const newestFirst = [...bases].sort((a, b) => b.entity.mtime - a.entity.mtime);
  return newestFirst.slice(SYNC.basesKept).map(({ id, vvKey }) => ({ id, vvKey }));
}

/** The largest known version that both sides contain. */
export function commonBase(bases: readonly Base[], mine: VersionVector, theirs: VersionVector): Entity | undefined {
  const common = bases.filter((base) => isContained(base.vv, mine) && isContained(base.vv, theirs));
  const maximal = common.filter((base) => !common.some((other) => other !== base && isContained(base.vv, other.vv)));
  return maximal.sort((a, b) => b.entity.mtime - a.entity.mtime || (a.vvKey < b.vvKey ? 1 : -1))[0]?.entity;
}

/**
 * Another device writes under our name, as a browser profile does that was copied whole: there is a version that only we could have made,
 * and we did not. What vectors say of the two is then worth nothing. A name given up stays suspect for what was written under it. sync.md §12 (4).
 */
function isByTwin(theirs: Entity, local: Local, meta: SyncMeta): boolean {
  const { mine, bases } = local;
  if (mine === undefined) return counterOf(theirs.vv, meta.deviceId) > 0;
  const key = vectorKey(theirs.vv);
  const same = [toBase(mine), ...bases].find(({ vvKey }) => vvKey === key);
  if (same !== undefined) return !hasEqualValues(theirs, same.entity);
  const suspects = counterOf(mine.vv, meta.deviceId) > 0 ? [meta.deviceId] : [meta.deviceId, ...meta.formerIds];
  return suspects.some((name) => holdsForeignDot(name, theirs, mine, bases));
}

/** Each of our edits that others can have seen was sent, and what was sent is among the bases; so few are kept that an old one may be missing. */
function holdsForeignDot(name: string, theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  const dot = counterOf(theirs.vv, name);
  if (dot > counterOf(mine.vv, name)) return true;
  const known = bases.map(({ vv }) => counterOf(vv, name));
  return dot > 0 && !known.includes(dot) && (bases.length < SYNC.basesKept || dot > Math.min(...known));
}

/** From here on under a name of our own: what we wrote under the shared one counts as written under ours, by nobody else seen. */
function apart(theirs: Entity, local: Local, meta: SyncMeta): Integration {
  const { mine, spareDeviceId: deviceId } = local;
  if (mine !== undefined && mustWait(mine, theirs)) return { writes: {}, outcome: "waits", entities: [] };
  const renamed = { deviceId, formerIds: [...meta.formerIds, meta.deviceId], ctr: meta.ctr + 1 };
  const now = { ...meta, ...renamed };
  const step =
    mine === undefined
      ? taken(theirs, local.bases)
      : merged(underNewName(mine, now, { device: deviceId, counter: now.ctr }), theirs, local, now);
  return { ...step, writes: { ...step.writes, meta: { ...renamed, ...step.writes.meta } } };
}

function underNewName(entity: Entity, { formerIds }: SyncMeta, dot: Dot): Entity {
  const isShared = (dots: VersionVector): boolean => formerIds.some((name) => counterOf(dots, name) > 0);
  const renamed = (dots: VersionVector): VersionVector =>
    isShared(dots) ? withDot(Object.fromEntries(Object.entries(dots).filter(([name]) => !formerIds.includes(name))), dot) : dots;
  return { ...entity, vv: renamed(entity.vv), alive: renamed(entity.alive) };
}

function taken(theirs: Entity, bases: readonly Base[]): Integration {
  const base = toBase(theirs);
  return { writes: { entities: [theirs], bases: [base], forgetBases: staleBases([...bases, base]) }, outcome: "taken", entities: [theirs] };
}

/** A sealed text cannot be merged while it is locked: both siblings stay in the drive and wait. */
function mustWait(mine: Entity, theirs: Entity): boolean {
  if (mine.kind !== "note" || theirs.kind !== "note") return false;
  return (mine.isEncrypted || theirs.isEncrypted) && mine.sealed !== theirs.sealed;
}

function merged(mine: Entity, theirs: Entity, local: Local, meta: SyncMeta): Integration {
  const base = commonBase(local.bases, mine.vv, theirs.vv);
  const { merged: values, lost } = mergeEntities(base, mine, theirs);
  const isSame = hasEqualValues(mine, theirs);
  const ctr = meta.ctr + 1;
  const result = isSame ? values : { ...values, vv: withDot(values.vv, { device: meta.deviceId, counter: ctr }) };
  const copies = lost?.kind === "note" ? copyWrites(lost, result, local) : [];
  const entities = [...copies, result];
  return { writes: { entities, bases: [toBase(theirs)], ...(isSame ? {} : { meta: { ctr } }) }, outcome: "merged", entities };
}

function copyWrites(lost: NoteEntity, result: Entity, local: Local): readonly Entity[] {
  const copy = toConflictCopy(lost, result.vv);
  const existing = local.copyOf(copy.id);
  if (existing === undefined) return [copy];
  return existing.kind === "note" && existing.after !== undefined ? [withCause(existing, { id: lost.id, vv: result.vv })] : [];
}

function mergeEntities(base: Entity | undefined, mine: Entity, theirs: Entity): Merge<Entity> {
  if (mine.kind === "note" && theirs.kind === "note") return mergeNotes(base?.kind === "note" ? base : undefined, mine, theirs);
  if (mine.kind === "folder" && theirs.kind === "folder") return mergeFolders(base?.kind === "folder" ? base : undefined, mine, theirs);
  throw new Error(`Entity ${mine.id} is a ${mine.kind} here and a ${theirs.kind} in the drive`);
}
