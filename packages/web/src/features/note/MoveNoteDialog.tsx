/** Chooses another folder for a note. The sensitive folder is not among them: moving there asks for its password, which is a step of its own. */
import { Check } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { FolderMark } from "../../shared/ui/FolderMark.tsx";
import { notesText } from "../../text/notes.ts";
import css from "./move-note.module.css";

type MoveNoteDialogProps = { readonly noteId: string; readonly onClose: () => void };

export function MoveNoteDialog({ noteId, onClose }: MoveNoteDialogProps) {
  const { notes, kind } = useLibrary();
  const { status } = useServices();
  const folders = useStore(notes.store, (state) => state.folders);
  const current = useStore(notes.store, (state) => state.notesById.get(noteId)?.folderId ?? null);
  const targets = [
    { folderId: null, name: notesText.noFolder, mark: null },
    ...folders
      .filter((folder) => folder.folderType !== "SENSITIVE")
      .map((folder) => ({ folderId: folder.folderId, name: folder.name, mark: <FolderMark folder={folder} /> })),
  ];

  const handleMove = async (folderId: string | null, name: string): Promise<void> => {
    onClose();
    if (folderId === current) return;
    const moved = await notes.move(noteId, folderId);
    if (moved.ok) status.show({ id: "note-moved", folder: folderId === null ? undefined : name }, { subject: noteId });
    else status.show({ id: "note-problem", action: "move", problem: moved.problem, isLocal: kind === "local" }, { subject: noteId });
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
              onClick={() => void handleMove(folderId, name)}
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
