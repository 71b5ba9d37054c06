/** Versions of a note: a replaced version as it was stored (decision 0027), and a version that continues under another device id. Pure. */

import type { Entity, NoteEntity } from "./entity.ts";
import { counterOf, type Dot, type VersionVector, vectorKey, withDot } from "./version-vector.ts";

export type KeptVersion = {
  readonly noteId: string;
  /** Key of this version among those of its note. */
  readonly key: string;
  readonly note: NoteEntity;
};

export function toKeptVersion(note: NoteEntity): KeptVersion {
  // Two devices that shared an id may have made two texts with the same vector; their times differ (sync.md §2).
  return { noteId: note.id, key: `${note.mtime}|${vectorKey(note.vv)}`, note };
}

/** True if the version has dots of one of these devices, which a new id replaces. sync.md §4.5. Pure. */
export function isUnder(dots: VersionVector, names: readonly string[]): boolean {
  return names.some((name) => counterOf(dots, name) > 0);
}

export function underNewName<E extends Entity>(entity: E, names: readonly string[], dot: Dot): E {
  const renamed = (dots: VersionVector): VersionVector =>
    isUnder(dots, names) ? withDot(Object.fromEntries(Object.entries(dots).filter(([name]) => !names.includes(name))), dot) : dots;
  const chosen = entity.kind === "note" && entity.chosen !== undefined ? { chosen: renamed(entity.chosen) } : {};
  return { ...entity, ...chosen, vv: withDot(renamed(entity.vv), dot), alive: renamed(entity.alive) };
}
