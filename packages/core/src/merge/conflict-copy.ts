/** Conflict copy with the text that a merge could not keep: the same id, vector and text on every device. sync.md §6.3. Pure. */

import type { CopyCause, NoteEntity } from "../model/entities/entity.ts";
import { hashText, noteIdAt } from "../model/entities/entity-ids.ts";
import { isContained, type VersionVector, vectorKey } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import { withOrphanMark } from "./orphaned-attachment-marks.ts";

export function conflictCopyId(lost: NoteEntity): string {
  return noteIdAt(lost.createdAt, `c${copyHash(lost)}`);
}

export function toConflictCopy(lost: NoteEntity, mergedVv: VersionVector): NoteEntity {
  const hash = copyHash(lost);
  const vv = { [`c${hash}`]: 1 };
  const after: readonly CopyCause[] = [{ id: lost.id, vv: mergedVv }];
  return { ...lost, id: conflictCopyId(lost), title: `${lost.title} (Cloud Copy)`, vv, alive: vv, after };
}

/** Copy of a side whose note is now sensitive, to be sealed; replaces the plain copy. `folderId`: the note's folder now. */
export function toSensitiveCopy(lost: NoteEntity, mergedVv: VersionVector, folderId: string | null): NoteEntity {
  const copy = toConflictCopy(lost, mergedVv);
  if (lost.isEncrypted) return copy;
  const vv = { [`c${copyHash(lost)}`]: 2 };
  return withOrphanMark({ ...copy, vv, alive: vv, isEncrypted: true, folderId }, copy.attIds.length > 0);
}

/** Adds another device's merge as a cause of a copy that is not listed yet. */
export function withCause(copy: NoteEntity, cause: CopyCause): NoteEntity {
  return { ...copy, after: [...(copy.after ?? []), cause] };
}

/** A copy stays hidden until the note contains a merge that made it: deleting it earlier could lose text when that merge arrives. */
export function isCopyListed(
  copy: { readonly after?: readonly CopyCause[]; readonly mtime: number },
  vvOf: (id: string) => VersionVector | undefined,
  lastCompleteAt: number | undefined,
): boolean {
  if (copy.after === undefined || copy.after.length === 0) return true;
  if (copy.after.some((cause) => isContained(cause.vv, vvOf(cause.id) ?? {}))) return true;
  return (lastCompleteAt ?? 0) - copy.mtime > SYNC.copyRevealMs;
}

/** True for the version that is created with a copy, before any edit. */
export function isOfCopy(vv: VersionVector): boolean {
  return Object.keys(vv).every((name) => COPY_NAME.test(name));
}

const COPY_NAME = /^c[0-9a-z]{11}$/;

/**
 * Includes the time of the edit, which is the same sealed and opened: under a device id that two devices share, one vector may belong to
 * two texts. §4.5.
 */
function copyHash({ id, vv, mtime }: NoteEntity): string {
  return hashText(`${id}|${vectorKey(vv)}|${mtime}`);
}
