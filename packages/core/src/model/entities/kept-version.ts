/** A version of a note that another one has taken the place of, as it was stored: sealed where its text was. Decision 0027. */
import type { NoteEntity } from "./entity.ts";
import { vectorKey } from "./version-vector.ts";

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
