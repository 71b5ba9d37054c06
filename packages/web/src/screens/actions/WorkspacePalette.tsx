/** The command palette over the workspace, and what its entries do. It can be opened from anywhere in the frame. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { Palette } from "../../features/palette/Palette.tsx";
import { useNavigate } from "../../shared/router/router.ts";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { useActionCommands } from "./use-action-commands.ts";

export function WorkspacePalette({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useLibrary();
  const { openNote, newNoteTitled, selectFolder } = useWorkspaceActions();
  const runAction = useActionCommands();
  const navigate = useNavigate();
  const handleFolder = (folderId: string): void => selectFolder(folderId, () => navigate(PATHS.notes));
  const handleTag = (key: string): void => {
    workspace.selectFolder(null);
    workspace.filterByTags([key]);
    navigate(PATHS.notes);
  };
  const handleSearch = (typed: string): void => {
    workspace.selectFolder(null);
    navigate(`${PATHS.notes}?search=${encodeURIComponent(typed)}`);
  };
  return (
    <Palette
      onClose={onClose}
      onAction={runAction}
      onNote={openNote}
      onFolder={handleFolder}
      onTag={handleTag}
      onNewNote={newNoteTitled}
      onSearch={handleSearch}
    />
  );
}
