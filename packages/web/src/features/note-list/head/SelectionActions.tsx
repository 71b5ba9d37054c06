/** Pin, move and delete for the selected notes. */
import { isPinned } from "@satchel/core/library/notes/note-moves.ts";
import { FolderInput, Pin, PinOff, Trash2 } from "lucide-react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { notesText } from "../../../text/notes/notes.ts";
import css from "./list-bar.module.css";

export function SelectionActions({ noteIds }: { readonly noteIds: readonly string[] }) {
  const { notes } = useLibrary();
  const { pinNotes, unpinNotes, moveNotes, deleteNotes } = useWorkspaceActions();
  const arePinned = useStore(notes.store, ({ notesById, folders }) =>
    noteIds.every((noteId) => isPinned(notesById.get(noteId) ?? { folderId: null }, folders)),
  );
  const isSensitive = useStore(notes.store, ({ notesById }) => noteIds.some((noteId) => notesById.get(noteId)?.isEncrypted === true));
  return (
    <div className={css.actions}>
      {!isSensitive && (
        <IconButton
          size="small"
          label={arePinned ? notesText.unpin : notesText.pin}
          icon={arePinned ? <PinOff /> : <Pin />}
          onPress={() => (arePinned ? unpinNotes : pinNotes)(noteIds)}
        />
      )}
      <IconButton size="small" label={notesText.moveTo} icon={<FolderInput />} onPress={() => moveNotes(noteIds)} />
      <IconButton size="small" tone="danger" label={notesText.delete} icon={<Trash2 />} onPress={() => deleteNotes(noteIds)} />
    </div>
  );
}
