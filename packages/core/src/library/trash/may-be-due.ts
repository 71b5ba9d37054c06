/** Whether anything in the trash is old enough for any choice: asked after each sync, before the rest of the trash is loaded. Pure. */
import { isAlive } from "../../model/entities/entity.ts";
import { TRASH } from "../../model/limits.ts";
import type { SyncIndex } from "../index/sync-index.ts";

export function mayBeDue({ entities }: Pick<SyncIndex, "entities">, nowMs: number): boolean {
  const before = nowMs - TRASH.fewestDays * TRASH.dayMs;
  for (const entity of entities.values()) {
    if (entity.kind === "note" && entity.mtime <= before && entity.purged === undefined && !isAlive(entity)) return true;
  }
  return false;
}
