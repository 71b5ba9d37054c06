/** Moves one or several notes to another folder. A move into or out of the Sensitive folder asks for its password in a second step. */
import { useStore } from "../../shared/hooks/use-store.ts";
import { FolderChoices } from "../../shared/marks/FolderChoices.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes/notes.ts";

type MoveNoteDialogProps = { readonly noteIds: readonly string[]; readonly onClose: () => void };

export function MoveNoteDialog({ noteIds, onClose }: MoveNoteDialogProps) {
  const { notes } = useLibrary();
  const { moveNotesTo } = useWorkspaceActions();
  const folders = useStore(notes.store, (state) => state.folders);
  /** Folder of all notes; undefined if they are in different folders, so that none is marked. */
  const current = useStore(notes.store, ({ notesById }) => {
    const folderIds = new Set(noteIds.map((noteId) => notesById.get(noteId)?.folderId ?? null));
    return folderIds.size === 1 ? [...folderIds][0] : undefined;
  });
  const handleMove = (folderId: string | null): void => {
    onClose();
    moveNotesTo(noteIds, folderId);
  };
  return (
    <Dialog title={notesText.moveTo} onClose={onClose}>
      <FolderChoices folders={folders} none={notesText.noFolder} current={current} onChoose={handleMove} />
    </Dialog>
  );
}
