/** Links to notes, answered from the list of notes as it is now. */
import { linkTargetOf, suggestNotes } from "@satchel/core/library/notes/note-links.ts";
import { useMemo } from "react";
import type { NoteLinks } from "../note-links.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";

const MOST_SUGGESTED = 8;

/** `noteId`: the note with the links, which is not offered to itself. */
export function useNoteLinks(noteId: string | null): NoteLinks {
  const { notes } = useLibrary();
  const { openNote } = useWorkspaceActions();
  return useMemo(
    () => ({
      targetOf: (id) => linkTargetOf(notes.store.getState(), id),
      suggest(query) {
        const state = notes.store.getState();
        const others = state.notes.filter((note) => note.noteId !== noteId);
        const folderOf = (folderId: string | null) => state.folders.find((folder) => folder.folderId === folderId)?.name;
        return suggestNotes(others, query, MOST_SUGGESTED).map((note) => ({
          noteId: note.noteId,
          title: note.title,
          folderName: folderOf(note.folderId),
        }));
      },
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
