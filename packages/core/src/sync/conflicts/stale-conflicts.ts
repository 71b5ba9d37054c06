/**
 * Records to drop: beyond so many (resolved ones first), clear texts of a note that has moved into the Sensitive folder, and those of a note
 * that was deleted for good. Pure.
 */

import type { Conflict } from "../../model/entities/conflict.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import { isOpen } from "./by-strategy.ts";

export function staleConflicts(
  conflicts: readonly Conflict[],
  kept: number,
  noteOf: (id: string) => LightEntity | undefined,
): readonly string[] {
  const exposed = conflicts.filter((conflict) => isExposed(conflict, noteOf(conflict.noteId)));
  const rest = conflicts.filter((conflict) => !exposed.includes(conflict));
  const byWorth = [...rest].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.atMs - a.atMs);
  return [...exposed, ...byWorth.slice(kept)].map(({ id }) => id);
}

function isExposed({ local, cloud }: Conflict, note: LightEntity | undefined): boolean {
  if (note?.kind !== "note") return false;
  return note.purged !== undefined || (note.isEncrypted && !(local.isEncrypted && cloud.isEncrypted));
}
