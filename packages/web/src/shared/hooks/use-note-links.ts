/** Links to notes, answered from the list of notes as it is now. */
import { linkTargetOf } from "@satchel/core/library/notes/note-links.ts";
import { useMemo } from "react";
import type { NoteLinks } from "../note-links.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";

/** `noteId`: the note with the links, which is not offered to itself. */
export function useNoteLinks(noteId: string | null): NoteLinks {
  const { notes } = useLibrary();
  const { openNote } = useWorkspaceActions();
  return useMemo(
    () => ({
      targetOf: (id) => linkTargetOf(notes.store.getState(), id),
      others: () => notes.store.getState().notes.filter((note) => note.noteId !== noteId),
      folderName: (folderId) => notes.store.getState().folders.find((folder) => folder.folderId === folderId)?.name,
      open: openNote,
      onChange: (listener) => {
        let { notesById } = notes.store.getState();
        return notes.store.subscribe((state) => {
          if (state.notesById === notesById) return;
          notesById = state.notesById;
          listener();
        });
      },
    }),
    [notes, openNote, noteId],
  );
}
