/** Menu items for a custom folder. core/library/folders/check-folder.ts decides when it may be deleted. */
import { checkDeletable, siblingsIn } from "@satchel/core/library/folders/check-folder.ts";
import { folderChain } from "@satchel/core/library/folders/check-folder-change.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { FOLDER } from "@satchel/core/model/limits/limits.ts";
import { notesInScope } from "@satchel/core/transfer/export/choose-notes.ts";
import { FileOutput, FolderInput, FolderPlus, LayoutTemplate, Pencil, Trash2 } from "lucide-react";
import { foldersText } from "../../text/notes/folders/folder-dialogs.ts";
import { templatesText } from "../../text/notes/organize/templates.ts";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { MenuItem } from "./Menu.tsx";

export function FolderMenuItems({ folder }: { readonly folder: Folder }) {
  const { notes } = useLibrary();
  const { chooseTemplate, editFolder, createSubfolder, moveFolder, deleteFolder, exportNotes } = useWorkspaceActions();
  const folders = useStore(notes.store, (state) => state.folders);
  const isEmpty = useStore(notes.store, (state) => notesInScope(state, { kind: "folder", folderId: folder.folderId }).length === 0);
  const kept = checkDeletable(folder, (isEmpty ? 0 : 1) + siblingsIn(folders, folder.folderId).length);
  const canNest = folderChain(folders, folder.folderId).length < FOLDER.maxLevels;
  return (
    <>
      <MenuItem label={foldersText.edit} icon={<Pencil />} onAction={() => editFolder(folder.folderId)} />
      <MenuItem
        label={foldersText.createInside}
        icon={<FolderPlus />}
        isDisabled={!canNest}
        onAction={() => createSubfolder(folder.folderId)}
      />
      <MenuItem
        label={templatesText.ofFolder}
        icon={<LayoutTemplate />}
        onAction={() => chooseTemplate({ kind: "folder", folderId: folder.folderId })}
      />
      <MenuItem label={foldersText.move} icon={<FolderInput />} onAction={() => moveFolder(folder.folderId)} />
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
