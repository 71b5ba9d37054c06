/**
 * Two texts under one version vector. No process writes under another's name, so this happens only if a machine is copied with its memory
 * before a writer notices the gap, or between devices with an earlier version of the app. The text that is read later is integrated under
 * its checksum. sync.md §4.5. Pure.
 */
import { toBase } from "../../merge/bases.ts";
import { isOfCopy } from "../../merge/conflict-copy.ts";
import { hasEqualValues } from "../../merge/merge.ts";
import { foreignDot } from "../../model/drive/remote-file.ts";
import { type Entity, isPurged, isSealed } from "../../model/entities/entity.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import type { Base, Seen } from "../../ports/device/local-store.ts";

/** Returns the version that was read, under a vector that no other text has. */
export function normalizeVersion(entity: Entity, md5: string, { entities, basesOf }: Pick<Seen, "entities" | "basesOf">): Entity {
  const mine = entities.get(entity.id);
  return mine !== undefined && isOtherText(entity, mine, basesOf.get(entity.id) ?? []) ? underChecksum(entity, md5) : entity;
}

/** Replaces all dots, none of which can be trusted, by the checksum of the bytes. Every device derives the same version from these bytes. */
export function underChecksum<E extends Entity>(entity: E, md5: string): E {
  const { device, counter } = foreignDot(md5);
  const dot = { [device]: counter };
  const chosen = entity.kind === "note" && entity.chosen !== undefined ? { chosen: dot } : {};
  return { ...entity, ...chosen, vv: dot, alive: Object.keys(entity.alive).length === 0 ? {} : dot };
}

/** True if a version with this vector but other values was sent or read before. */
export function isOtherText(theirs: Entity, mine: Entity, bases: readonly Base[]): boolean {
  const key = vectorKey(theirs.vv);
  const known = [toBase(mine), ...bases].find(({ vvKey }) => vvKey === key)?.entity;
  return known !== undefined && differ(theirs, known, known === mine);
}

/**
 * Sealed conflict copies are not compared, because every device seals them by itself. A former version may have been sealed here when its note
 * moved into the Sensitive folder, or have lost its text when the note was purged: then only the times are compared, which never change.
 */
function differ(theirs: Entity, known: Entity, isCurrent: boolean): boolean {
  if (!isCurrent && isTextless(known) && !isTextless(theirs)) return theirs.mtime !== known.mtime;
  if (isSealed(theirs) === isSealed(known)) return !(isSealed(theirs) && isOfCopy(theirs.vv)) && !hasEqualValues(theirs, known);
  return isSealed(theirs) || isCurrent || theirs.mtime !== known.mtime;
}

function isTextless(entity: Entity): boolean {
  return entity.kind === "note" && isPurged(entity);
}
