/** Records that have had their time: beyond so many (settled ones first), and clear texts of a note that has moved into the Sensitive folder. Pure. */

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
  return note?.kind === "note" && note.isEncrypted && !(local.isEncrypted && cloud.isEncrypted);
}
