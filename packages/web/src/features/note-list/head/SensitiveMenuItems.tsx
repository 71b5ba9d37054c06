/** Menu items of the Sensitive folder. Spec B §4 "Sensitive display". */
import { Lock, Settings } from "lucide-react";
import { MenuItem } from "../../../shared/menus/Menu.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { keyCaps } from "../../../text/actions/actions.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";

export function SensitiveMenuItems() {
  const { sensitive } = useLibrary();
  const { openSensitiveSettings } = useWorkspaceActions();
  return (
    <>
      <MenuItem
        label={sensitiveNotesText.lockFolder}
        icon={<Lock />}
        keys={keyCaps("lock-sensitive").join(" ")}
        onAction={() => void sensitive.lock()}
      />
      <MenuItem label={sensitiveNotesText.folderSettings} icon={<Settings />} onAction={openSensitiveSettings} />
    </>
  );
}
