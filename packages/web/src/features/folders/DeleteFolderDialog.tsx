/** Asks before an empty folder is deleted. Spec A §2.13, A §8 'Failed to delete folder'. */
import { useRef } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { foldersText } from "../../text/notes/folders/folder-dialogs.ts";

type DeleteFolderDialogProps = { readonly folderId: string; readonly onClose: () => void };

export function DeleteFolderDialog({ folderId, onClose }: DeleteFolderDialogProps) {
  const { notes, workspace } = useLibrary();
  const { status } = useServices();
  const name = useRef(notes.store.getState().folders.find((folder) => folder.folderId === folderId)?.name ?? "").current;
  const handleDelete = async (): Promise<void> => {
    onClose();
    const removed = await notes.removeFolder(folderId);
    if (!removed.ok) return void status.show({ id: "folder-problem", action: "delete", problem: removed.problem });
    if (workspace.store.getState().folderId === folderId) workspace.selectFolder(null);
    status.show({ id: "folder-deleted", name });
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={foldersText.deleteTitle}
      message={foldersText.deleteMessage(name)}
      confirm={foldersText.delete}
      onConfirm={() => void handleDelete()}
      onCancel={onClose}
    />
  );
}
