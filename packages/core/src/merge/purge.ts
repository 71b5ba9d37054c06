/** Notes deleted for good: versions without text, kept so that no device brings the note back. Cover seen texts only. Decision 0025. */

import { type Entity, isAlive, isPurged, type NoteEntity } from "../model/entities/entity.ts";
import { hashText } from "../model/entities/entity-ids.ts";
import type { SyncMeta } from "../ports/device/local-store.ts";
import { nextStamp, stampDelete } from "./stamp.ts";

type Joined = Pick<NoteEntity, "kind" | "id" | "mtime" | "vv" | "alive" | "createdAt">;

/**
 * Undefined: neither side is purged, or both are. A note that someone restored or edited without having seen the purge keeps its whole text, and so
 * does a deleted one with another text than the one that was purged: it is in the trash again.
 */
export function mergePurge(winner: NoteEntity, loser: NoteEntity, joined: Joined): NoteEntity | undefined {
  const [purged, other] = isPurged(winner) ? [winner, loser] : [loser, winner];
  if (!isPurged(purged) || isPurged(other)) return undefined;
  const kept = isAlive(joined) || purgeKey(other) !== purged.purged ? other : purged;
  const isEncrypted = winner.isEncrypted || loser.isEncrypted;
  // What was sensitive on one side stays so, where that side was.
  const folderId = purged.isEncrypted && !other.isEncrypted ? purged.folderId : kept.folderId;
  return { ...kept, ...joined, isEncrypted, folderId };
}

/** A version without its text. Its stamp stays: a device recognizes by it what it sent itself (sync.md §4.5). */
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

/** The textless version of a note that is deleted for good. Undefined: it is alive, or purged already. */
export function planPurge(current: NoteEntity, meta: SyncMeta, nowMs: number): NoteEntity | undefined {
  if (isAlive(current) || isPurged(current)) return undefined;
  return stampDelete(toPurged(current), nextStamp(meta, nowMs));
}

/** Which text a note that was deleted for good had, as it was stored: of a sealed one its bytes. */
export function purgeKey({
  title,
  content,
  sealed,
}: {
  readonly title: string;
  readonly content: string;
  readonly sealed?: string;
}): string {
  return hashText(JSON.stringify([title, content, sealed ?? null]));
}
