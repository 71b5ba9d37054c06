/** The copy that keeps what a merge could not: the same id, vector and text on every device. sync.md §6.3. Pure. */

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

/** The copy of a side whose note is sensitive now, to be sealed; replaces the plain one. `folderId`: where the note now is. */
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

/** Hidden until the note contains a merge that made it: deleting it earlier could lose text when that merge arrives. */
export function isCopyListed(
  copy: { readonly after?: readonly CopyCause[]; readonly mtime: number },
  vvOf: (id: string) => VersionVector | undefined,
  lastCompleteAt: number | undefined,
): boolean {
  if (copy.after === undefined || copy.after.length === 0) return true;
  if (copy.after.some((cause) => isContained(cause.vv, vvOf(cause.id) ?? {}))) return true;
  return (lastCompleteAt ?? 0) - copy.mtime > SYNC.copyRevealMs;
}

/** The version that is made with a copy, before anyone edits it. */
export function isOfCopy(vv: VersionVector): boolean {
  return Object.keys(vv).every((name) => COPY_NAME.test(name));
}

const COPY_NAME = /^c[0-9a-z]{11}$/;

/** With the time of the edit, which is the same sealed and open: under a name that two devices share, one vector may stand for two texts. §4.5. */
function copyHash({ id, vv, mtime }: NoteEntity): string {
  return hashText(`${id}|${vectorKey(vv)}|${mtime}`);
}
