/**
 * Notes that were deleted for good. Nothing of the text is left in such a version, and it stays for ever: a device that was away must not bring the
 * note back. A purge covers the text it had seen and no other: merged with one it had not, it gives way. Decision 0025. Pure.
 */
import { isAlive, isPurged, type NoteEntity } from "../model/entities/entity.ts";
import { purgeKey } from "../model/entities/hash-text.ts";

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
