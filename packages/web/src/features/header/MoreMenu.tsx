/** The menu at the end of the tab strip. Spec A §2.10. */
import { isDirty } from "@satchel/core/tabs/tab.ts";
import { Ellipsis, FileClock, FilePlus2, History, Settings, X, XCircle } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Menu, MenuItem, MenuLine } from "../../shared/ui/Menu.tsx";
import { NoteItems } from "../../shared/ui/NoteItems.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes.ts";
import { shortcutsText } from "../../text/shortcuts.ts";
import { syncText } from "../../text/sync.ts";
import { workspaceText } from "../../text/workspace.ts";

export function MoreMenu() {
  const { tabs, kind } = useLibrary();
  const { newNote, closeOthers, closeAll, openDrafts, openSettings, openSyncLog } = useWorkspaceActions();
  const count = useStore(tabs.store, (state) => state.tabs.length);
  const activeTab = useStore(tabs.store, (state) => state.tabs.find((tab) => tab.id === state.activeTabId));
  const strays = useStore(tabs.store, (state) => state.strayDrafts.length);
  return (
    <Menu label={workspaceText.more} trigger={<IconButton label={workspaceText.more} icon={<Ellipsis />} />}>
      <MenuItem icon={<FilePlus2 />} keys={shortcutsText.newNote} onAction={newNote}>
        {notesText.createNew}
      </MenuItem>
      {activeTab !== undefined && activeTab.type !== "new" && !isDirty(activeTab) && <NoteItems noteIds={[activeTab.noteId]} />}
      <MenuLine />
      <MenuItem icon={<X />} isDisabled={count < 2} onAction={() => activeTab !== undefined && closeOthers(activeTab.id)}>
        {workspaceText.closeOthers}
      </MenuItem>
      <MenuItem icon={<XCircle />} isDisabled={count === 0} onAction={closeAll}>
        {workspaceText.closeAll}
      </MenuItem>
      <MenuItem icon={<Settings />} onAction={openSettings}>
        {workspaceText.settings}
      </MenuItem>
      {kind === "cloud" && (
        <MenuItem icon={<History />} onAction={openSyncLog}>
          {syncText.log}
        </MenuItem>
      )}
      {strays > 0 && (
        <MenuItem icon={<FileClock />} onAction={openDrafts}>
          {workspaceText.unsavedTitle}
        </MenuItem>
      )}
    </Menu>
  );
}
