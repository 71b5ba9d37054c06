/** The note list as components need it: links, whether a tab is sensitive, and whether more notes may arrive. */
import { linkTargetOf } from "@satchel/core/library/notes/note-list.ts";
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { findPendingNotes, type PendingNotesState } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import type { Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { useMemo } from "react";
import type { NoteLinks } from "../editor-host/note-links.ts";
import { useLibrary, useServices } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { useStore } from "./use-store.ts";

/** `noteId`: the note that contains the links; it is not offered as a target. */
export function useNoteLinks(noteId: string | null): NoteLinks {
  const { notes } = useLibrary();
  const { openNote, openDay } = useWorkspaceActions();
  return useMemo(
    () => ({
      targetOf: (id) => linkTargetOf(notes.store.getState(), id),
      others: () => notes.store.getState().notes.filter((note) => note.noteId !== noteId),
      folderName: (folderId) => {
        const own = notes.store.getState().folders.find((folder) => folder.folderId === folderId);
        return own && folderPath(own);
      },
      open: openNote,
      openDay,
      onChange: (listener) => {
        let { notesById } = notes.store.getState();
        return notes.store.subscribe((state) => {
          if (state.notesById === notesById) return;
          notesById = state.notesById;
          listener();
        });
      },
    }),
    [notes, openNote, openDay, noteId],
  );
}

/** True if the tab's note belongs to a Sensitive folder. */
export function useIsSensitive(tab: Tab): boolean {
  const { notes } = useLibrary();
  return useStore(notes.store, ({ notesById, folders }) => {
    const note = tab.type === "new" ? undefined : notesById.get(tab.noteId);
    const folderId = tab.type === "new" ? tab.folderId : note?.folderId;
    return note?.isEncrypted === true || folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
  });
}

/** Whether notes unknown to this device may still arrive. Rule: core/workspace/notifications/decide-drive-status.ts. */
export function usePendingNotes(): PendingNotesState | undefined {
  const kind = useStore(useServices().connection.store, (state) => state.kind);
  const { sync, syncSettings } = useLibrary();
  const autoSync = useStore(syncSettings.store, (state) => state.autoSync);
  return useStore(sync.store, (state) => findPendingNotes(state, kind, autoSync));
}
