/**
 * Taking in a version that came from the drive. sync.md §6.1, inside one local transaction: nothing new, take it, or merge.
 * The body's own vector counts, never the one in the file's properties. Pure.
 */

import { SYNC } from "../limits.ts";
import type { Base, SyncMeta, Writes } from "../ports/local-store.ts";
import { toConflictCopy, withCause } from "./conflict-copy.ts";
import type { Entity, NoteEntity } from "./entity.ts";
import { hasEqualValues, type Merge, mergeFolders, mergeNotes } from "./merge.ts";
import { isContained, type VersionVector, vectorKey, withDot } from "./version-vector.ts";

export type Integration = {
  readonly writes: Writes;
  readonly outcome: "known" | "taken" | "merged" | "waits";
  /** Entities as they are after this step, for the steps that follow in the same transaction. */
  readonly entities: readonly Entity[];
};

type Local = { readonly mine: Entity | undefined; readonly bases: readonly Base[]; readonly copyOf: (id: string) => Entity | undefined };

export function integrate(theirs: Entity, local: Local, meta: SyncMeta): Integration {
  const { mine } = local;
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
