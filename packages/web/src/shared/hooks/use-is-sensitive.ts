/** Whether what is written in a tab belongs to a Sensitive folder. */
import type { EditTab, NewTab } from "@satchel/core/tabs/tab.ts";
import { useLibrary } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useIsSensitive(tab: EditTab | NewTab): boolean {
  const { notes } = useLibrary();
  return useStore(notes.store, ({ notesById, folders }) => {
    const note = tab.type === "edit" ? notesById.get(tab.noteId) : undefined;
    const folderId = tab.type === "new" ? tab.folderId : note?.folderId;
    return note?.isEncrypted === true || folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
  });
}
