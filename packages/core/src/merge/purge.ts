/**
 * Purged notes: versions without text, kept so that no device brings the note back. They replace only texts that were seen. Decision 0025.
 */

import { type Entity, isAlive, isPurged, type NoteEntity } from "../model/entities/entity.ts";
import { hashText } from "../model/entities/entity-ids.ts";
import type { WritingMeta } from "../ports/device/local-store.ts";
import { nextStamp, stampDelete } from "./stamp.ts";

type Joined = Pick<NoteEntity, "kind" | "id" | "mtime" | "vv" | "alive" | "createdAt">;

/**
 * Returns undefined if neither or both sides are purged. A note that a device restored or edited without having seen the purge keeps its
 * text; so does a deleted note whose text differs from the purged one, which is in the trash again.
 */
export function mergePurge(winner: NoteEntity, loser: NoteEntity, joined: Joined): NoteEntity | undefined {
  const [purged, other] = isPurged(winner) ? [winner, loser] : [loser, winner];
  if (!isPurged(purged) || isPurged(other)) return undefined;
  const kept = isAlive(joined) || purgeKey(other) !== purged.purged ? other : purged;
  const isEncrypted = winner.isEncrypted || loser.isEncrypted;
  // A note that was sensitive on one side stays sensitive, in that side's folder.
  const folderId = purged.isEncrypted && !other.isEncrypted ? purged.folderId : kept.folderId;
  return { ...kept, ...joined, isEncrypted, folderId };
}

/** Returns a version without its text. Keeps the stamp, by which a device recognizes what it sent (sync.md §4.5). */
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

/** Returns the textless version of a deleted note; undefined if it is alive or already purged. */
export function planPurge(current: NoteEntity, meta: WritingMeta, nowMs: number): NoteEntity | undefined {
  if (isAlive(current) || isPurged(current)) return undefined;
  return stampDelete(toPurged(current), nextStamp(meta, nowMs));
}

/** Identifies the stored text of a purged note; for a sealed note, its bytes. */
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
