/** A former version of a note, as it was stored. Decision 0027. Pure. */

import type { NoteEntity } from "./entity.ts";
import { vectorKey } from "./version-vector.ts";

export type KeptVersion = {
  readonly noteId: string;
  /** Key of this version among those of its note. */
  readonly key: string;
  readonly note: NoteEntity;
};

export function toKeptVersion(note: NoteEntity): KeptVersion {
  // Two devices that shared an id, with an earlier version of the app, may have made two texts with one vector; their times differ.
  return { noteId: note.id, key: `${note.mtime}|${vectorKey(note.vv)}`, note };
}
