/** Whether what is read or written in a tab belongs to a Sensitive folder. */
import type { Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { useLibrary } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useIsSensitive(tab: Tab): boolean {
  const { notes } = useLibrary();
  return useStore(notes.store, ({ notesById, folders }) => {
    const note = tab.type === "new" ? undefined : notesById.get(tab.noteId);
    const folderId = tab.type === "new" ? tab.folderId : note?.folderId;
    return note?.isEncrypted === true || folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
  });
}
