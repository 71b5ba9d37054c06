/** Links between notes for a text that is read or written: current titles, notes to link to, and opening one in a tab. */
import type { LinkTarget } from "@satchel/core/library/notes/note-list.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";

export type NoteLinks = {
  readonly targetOf: (noteId: string) => LinkTarget;
  readonly others: () => readonly NoteSummary[];
  readonly folderName: (folderId: string | null) => string | undefined;
  readonly open: (noteId: string) => void;
  /** Opens the note of a day. Without it, links to days are ordinary links. */
  readonly openDay?: (day: string) => void;
  /** Listens for title changes. */
  readonly onChange: (listener: () => void) => () => void;
};
