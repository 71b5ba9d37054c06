/** The spec's sync queue as a view of derived work (sync.md §3): one item per record. Pure. Spec B §3 "Sync queue item". */

import type { SyncIndex } from "../../library/index/sync-index.ts";
import { isAlive, type LightEntity, type LightNote } from "../../model/entities/entity.ts";
import type { Attempt } from "../../ports/device/local-store.ts";

export type SyncQueueItem = {
  readonly id: string;
  readonly type: "save_note" | "delete_note";
  readonly data: { readonly noteId: string };
  /** `high` for a note that is not in the drive at all. */
  readonly priority: "high" | "normal";
  readonly timestamp: number;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly lastError?: string;
};

/** New notes first, then by age. */
export function projectSyncQueue(index: SyncIndex): readonly SyncQueueItem[] {
  const items = pending(index).flatMap((entity) => (entity.kind === "note" ? [toSyncItem(entity, index)] : []));
  return items.sort((a, b) => Number(b.priority === "high") - Number(a.priority === "high") || a.timestamp - b.timestamp);
}

function toSyncItem(note: LightNote, index: SyncIndex): SyncQueueItem {
  const attempt: Attempt | undefined = index.attempts.get(note.id);
  return {
    id: note.id,
    type: isAlive(note) ? "save_note" : "delete_note",
    data: { noteId: note.id },
    priority: isInDrive(note, index) ? "normal" : "high",
    timestamp: note.mtime,
    attempts: attempt?.count ?? 0,
    ...(attempt === undefined ? {} : { lastError: attempt.problem }),
  };
}

function pending(index: SyncIndex): readonly LightEntity[] {
  return [...index.pendingPush].flatMap((id) => index.entities.get(id) ?? []).sort((a, b) => a.mtime - b.mtime || (a.id < b.id ? -1 : 1));
}

function isInDrive({ id }: LightEntity, index: SyncIndex): boolean {
  return index.filesOf(id).some(({ trashed }) => !trashed);
}
