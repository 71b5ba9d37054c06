/** Opens a conflict of a sensitive note for reading, and seals what is written of it. encryption.md 3.3. Pure. */

import type { Conflict } from "../model/entities/conflict.ts";
import { type Entity, isSealed, type NoteEntity } from "../model/entities/entity.ts";
import type { SealedTexts } from "../model/entities/parsing/sealed-texts.ts";
import type { Writes } from "../ports/device/local-store.ts";

export function openConflict(conflict: Conflict, texts: SealedTexts): Conflict | undefined {
  return mapSides(conflict, (note) => texts.open(note));
}

/** Returns undefined while the folder is locked. */
export function sealWrites(writes: Writes, texts: SealedTexts): Writes | undefined {
  const entities = (writes.entities ?? []).map((entity) => sealEntity(entity, texts));
  const conflicts = (writes.conflicts ?? []).map((conflict) => sealConflict(conflict, texts));
  if (!isWhole(entities) || !isWhole(conflicts)) return undefined;
  return { ...writes, entities, ...(conflicts.length === 0 ? {} : { conflicts }) };
}

function sealEntity(entity: Entity, texts: SealedTexts): Entity | undefined {
  return entity.kind === "note" && entity.isEncrypted && !isSealed(entity) ? texts.seal(entity) : entity;
}

function sealConflict(conflict: Conflict, texts: SealedTexts): Conflict | undefined {
  return mapSides(conflict, (note) => sealEntity(note, texts) as NoteEntity | undefined);
}

function isWhole<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}

function mapSides(conflict: Conflict, change: (note: NoteEntity) => NoteEntity | undefined): Conflict | undefined {
  const [local, cloud, merged] = [change(conflict.local), change(conflict.cloud), change(conflict.merged)];
  return local && cloud && merged && { ...conflict, local, cloud, merged };
}
