/** Versions of a note: one that another has taken the place of, as it was stored (decision 0027), and one that goes on under another device's name. Pure. */

import type { Entity, NoteEntity } from "./entity.ts";
import { counterOf, type Dot, type VersionVector, vectorKey, withDot } from "./version-vector.ts";

export type KeptVersion = {
  readonly noteId: string;
  /** Of this version, among those of its note. */
  readonly key: string;
  readonly note: NoteEntity;
};

export function toKeptVersion(note: NoteEntity): KeptVersion {
  // Two devices that shared a name may have made two texts under one vector; their times differ (sync.md §2).
  return { noteId: note.id, key: `${note.mtime}|${vectorKey(note.vv)}`, note };
}

/** A version that goes on under another name: the dots of some devices give way to one of its own. sync.md §4.5. Pure. */
export function isUnder(dots: VersionVector, names: readonly string[]): boolean {
  return names.some((name) => counterOf(dots, name) > 0);
}

export function underNewName<E extends Entity>(entity: E, names: readonly string[], dot: Dot): E {
  const renamed = (dots: VersionVector): VersionVector =>
    isUnder(dots, names) ? withDot(Object.fromEntries(Object.entries(dots).filter(([name]) => !names.includes(name))), dot) : dots;
  const chosen = entity.kind === "note" && entity.chosen !== undefined ? { chosen: renamed(entity.chosen) } : {};
  return { ...entity, ...chosen, vv: withDot(renamed(entity.vv), dot), alive: renamed(entity.alive) };
}
