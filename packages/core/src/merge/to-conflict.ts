/**
 * Builds the record of a merge. Returns undefined if there is nothing to decide: one side's text was kept, or the note is being deleted.
 * Pure.
 */

import type { Conflict } from "../model/entities/conflict.ts";
import { type Entity, isAlive, type NoteEntity } from "../model/entities/entity.ts";
import { vectorKey } from "../model/entities/version-vector.ts";
import { conflictCopyId } from "./conflict-copy.ts";

type Merged = {
  readonly local: Entity;
  readonly cloud: Entity;
  readonly merged: Entity;
  /** True if the copy exists already, so that it is not created twice. */
  readonly isCopied: (copyId: string) => boolean;
  readonly device: string | undefined;
  readonly nowMs: number;
};

export function toConflict({ local, cloud, merged, isCopied, device, nowMs }: Merged): Conflict | undefined {
  if (local.kind !== "note" || cloud.kind !== "note" || merged.kind !== "note" || !isAlive(merged)) return undefined;
  // An unencrypted side must not be stored once the note is in the Sensitive folder.
  if (merged.isEncrypted && !(local.isEncrypted && cloud.isEncrypted)) return undefined;
  const copyId = [local, cloud].map(conflictCopyId).find(isCopied);
  if (copyId === undefined && (hasTextOf(merged, local) || hasTextOf(merged, cloud))) return undefined;
  return {
    id: `${local.id}|${vectorKey(local.vv)}|${vectorKey(cloud.vv)}`,
    type: "modification_conflict",
    noteId: local.id,
    atMs: nowMs,
    outcome: copyId === undefined ? "merged" : "kept-twice",
    local,
    cloud,
    merged,
    ...(copyId === undefined ? {} : { copyId }),
    ...(device === undefined ? {} : { device }),
  };
}

function hasTextOf(note: NoteEntity, side: NoteEntity): boolean {
  return note.title === side.title && note.content === side.content && note.sealed === side.sealed;
}
