/** Menu items for a custom folder. core/library/folders/check-folder.ts decides when it may be deleted. */
import { checkDeletable } from "@satchel/core/library/folders/check-folder.ts";
import { isInFolder } from "@satchel/core/library/folders/folder-list.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { FileOutput, Pencil, Trash2 } from "lucide-react";
import { foldersText } from "../../text/notes/folders.ts";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { MenuItem } from "./Menu.tsx";

export function FolderMenuItems({ folder }: { readonly folder: Folder }) {
  const { notes } = useLibrary();
  const { editFolder, deleteFolder, exportNotes } = useWorkspaceActions();
  const isEmpty = useStore(notes.store, (state) => !state.notes.some((note) => isInFolder(note, folder.folderId)));
  const kept = checkDeletable(folder, isEmpty ? 0 : 1);
  return (
    <>
      <MenuItem label={foldersText.edit} icon={<Pencil />} onAction={() => editFolder(folder.folderId)} />
      <MenuItem
        label={foldersText.export}
        icon={<FileOutput />}
        isDisabled={isEmpty}
        onAction={() => exportNotes({ kind: "folder", folderId: folder.folderId })}
      />
      <MenuItem
        label={kept === "folder-not-empty" ? foldersText.deleteNotEmpty : foldersText.delete}
        icon={<Trash2 />}
        tone="danger"
        isDisabled={kept !== undefined}
        onAction={() => deleteFolder(folder.folderId)}
      />
    </>
  );
}
