/** Marks sensitive notes that may refer to unsealed files, on the note itself, so that any device can seal them. sync.md §11. Pure. */

import type { Entity, NoteEntity } from "../model/entities/entity.ts";
import type { SyncMeta, Writes } from "../ports/device/local-store.ts";

/** Adds those of `written` that are marked or refer to attachments not in `known`; empty if there are none. */
export function withOrphanedNotes(
  { strayNotes = [] }: SyncMeta,
  written: readonly Entity[],
  known: readonly string[] = [],
): Pick<SyncMeta, "strayNotes"> {
  const hasOrphans = (entity: Entity): boolean => hasOrphanMark(entity) || bringsFiles(entity, known);
  const added = written.filter((entity) => hasOrphans(entity) && !strayNotes.includes(entity.id)).map(({ id }) => id);
  return added.length === 0 ? {} : { strayNotes: [...strayNotes, ...added] };
}

/** Updates the mark for the user's edit. `isJoined`: the text may be older than the note's move into the folder. */
export function markOrphans(
  writes: Writes,
  current: NoteEntity,
  { meta, isJoined }: { readonly meta: SyncMeta; readonly isJoined: boolean },
): Writes {
  const isResolved = meta.strayNotes?.includes(current.id) !== true;
  const updateMark = (entity: Entity): Entity => {
    if (entity.kind !== "note") return entity;
    const isStill = hasOrphanMark(entity) && !(isResolved && entity.id === current.id);
    return withOrphanMark(entity, isStill || (isJoined && bringsFiles(entity, current.attIds)));
  };
  const entities = (writes.entities ?? []).map(updateMark);
  return { ...writes, entities, meta: { ...writes.meta, ...withOrphanedNotes(meta, entities, current.attIds) } };
}

/** Marks a merge result if either side was marked, or if an unencrypted side brought files into a sensitive note. */
export function withMergedOrphanMark(merged: NoteEntity, sides: readonly [NoteEntity, NoteEntity]): NoteEntity {
  const brought = (side: NoteEntity): boolean => !side.isEncrypted && side.attIds.some((fileId) => merged.attIds.includes(fileId));
  return withOrphanMark(merged, merged.isEncrypted && sides.some((side) => hasOrphanMark(side) || brought(side)));
}

export function withOrphanMark(note: NoteEntity, isMarked: boolean): NoteEntity {
  const { hasStrays: _former, ...rest } = note;
  return isMarked ? { ...rest, hasStrays: true } : rest;
}

export function hasOrphanMark(entity: Entity): boolean {
  return entity.kind === "note" && entity.hasStrays === true;
}

function bringsFiles(entity: Entity, known: readonly string[]): boolean {
  return entity.kind === "note" && entity.isEncrypted && entity.attIds.some((fileId) => !known.includes(fileId));
}
