/** Moves one or several notes to another folder. A move into or out of the Sensitive folder asks for its password in a second step. */
import { Check } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { FolderMark } from "../../shared/marks/FolderMark.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes/notes.ts";
import css from "./move-note.module.css";

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
  const targets = [
    { folderId: null, name: notesText.noFolder, mark: null },
    ...folders.map((folder) => ({ folderId: folder.folderId, name: folder.name, mark: <FolderMark folder={folder} /> })),
  ];

  const handleMove = (folderId: string | null): void => {
    onClose();
    moveNotesTo(noteIds, folderId);
  };

  return (
    <Dialog title={notesText.moveTo} onClose={onClose}>
      <ul className={css.list}>
        {targets.map(({ folderId, name, mark }) => (
          <li key={folderId ?? "root"}>
            <button
              type="button"
              className={css.row}
              aria-current={folderId === current ? "true" : undefined}
              onClick={() => handleMove(folderId)}
            >
              <span className={css.mark}>{mark}</span>
              <span className={css.name}>{name}</span>
              {folderId === current && <Check width={16} height={16} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
