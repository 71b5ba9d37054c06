/** What can be done with the note in front, as entries of a menu. Spec A §2.11 "Actions". */
import { FolderInput, Pencil, Trash2 } from "lucide-react";
import { MenuItem } from "../../shared/ui/Menu.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes.ts";

export function NoteItems({ noteId }: { readonly noteId: string }) {
  const { editNote, moveNote, deleteNote } = useWorkspaceActions();
  return (
    <>
      <MenuItem icon={<Pencil />} onAction={() => editNote(noteId)}>
        {notesText.editThis}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onAction={() => moveNote(noteId)}>
        {notesText.moveTo}
      </MenuItem>
      <MenuItem icon={<Trash2 />} tone="danger" onAction={() => deleteNote(noteId)}>
        {notesText.deleteThis}
      </MenuItem>
    </>
  );
}
