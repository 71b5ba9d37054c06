/** Moves a folder into another one, for the keyboard and for touch; a mouse can drag it. Decision 0051. */
import { checkFolderMove } from "@satchel/core/library/folders/check-folder-change.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { FolderChoices } from "../../shared/marks/FolderChoices.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { folderMoveText, foldersText } from "../../text/notes/folders/folder-dialogs.ts";

type MoveFolderDialogProps = { readonly folderId: string; readonly onClose: () => void };

export function MoveFolderDialog({ folderId, onClose }: MoveFolderDialogProps) {
  const { moveFolderTo } = useWorkspaceActions();
  const folders = useStore(useLibrary().notes.store, (state) => state.folders);
  const folder = folders.find((one) => one.folderId === folderId);
  const refusal = (parentId: string | null): string | undefined => {
    const reason = checkFolderMove(folders, folderId, parentId);
    return reason && folderMoveText[reason];
  };
  const handleMove = (parentId: string | null): void => {
    onClose();
    moveFolderTo(folderId, parentId);
  };
  return (
    <Dialog title={foldersText.moveTitle(folder?.name ?? "")} onClose={onClose}>
      <FolderChoices
        folders={folders.filter(({ folderType }) => folderType === "CUSTOM")}
        none={foldersText.topLevel}
        current={folder?.parent?.id ?? null}
        refusal={refusal}
        onChoose={handleMove}
      />
    </Dialog>
  );
}
