/** A version of a note without its text: what is kept of one that was deleted for good, and of the versions before it. Decision 0025. Pure. */
import type { Entity, NoteEntity } from "./entity.ts";
import { purgeKey } from "./hash-text.ts";

/** When and by whom it was made stays: a device knows by it what it sent itself (sync.md §4.5). */
export function toPurged<E extends Entity>(entity: E): E;
export function toPurged(entity: Entity): Entity {
  if (entity.kind !== "note" || entity.purged !== undefined) return entity;
  const { kind, id, vv, alive, createdAt, mtime, folderId, isEncrypted } = entity;
  const purged: NoteEntity = {
    ...{ kind, id, vv, alive, createdAt, mtime, folderId, isEncrypted },
    ...{ title: "", content: "", attachments: [], attIds: [], purged: purgeKey(entity) },
  };
  return purged;
}
