/** What links between notes lead to, for a text that is read or written: current titles, notes to link to, and opening one in a tab. */
import type { LinkTarget } from "@satchel/core/library/notes/note-links.ts";

export type SuggestedNote = { readonly noteId: string; readonly title: string; readonly folderName: string | undefined };

export type NoteLinks = {
  readonly targetOf: (noteId: string) => LinkTarget;
  /** The notes to offer for what was typed, the nearest first. */
  readonly suggest: (query: string) => readonly SuggestedNote[];
  readonly open: (noteId: string) => void;
  /** Called whenever a title may be another. */
  readonly onChange: (listener: () => void) => () => void;
};
