/** What is left of a note that is deleted for good: a version without its text. How it merges: merge/purge.ts. Pure. */
import { nextStamp, stampDelete } from "../../merge/stamp.ts";
import { isAlive, isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { toPurged } from "../../model/entities/purged-version.ts";
import type { SyncMeta } from "../../ports/local-store.ts";

/** Undefined: it is alive, or purged already. */
export function planPurge(current: NoteEntity, meta: SyncMeta, nowMs: number): NoteEntity | undefined {
  if (isAlive(current) || isPurged(current)) return undefined;
  return stampDelete(toPurged(current), nextStamp(meta, nowMs));
}
