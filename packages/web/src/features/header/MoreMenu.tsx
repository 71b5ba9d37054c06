/** Menu at the end of the tab strip: actions of core/workspace/actions/actions.ts around those of the active note. Spec A §2.10. */

import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { activeTabOf } from "@satchel/core/workspace/tabs/tab.ts";
import { Ellipsis, FileClock, FilePlus2, History, Settings, X, XCircle } from "lucide-react";
import { useOfferedActions } from "../../shared/hooks/use-offered-actions.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Menu, MenuItem, MenuLine } from "../../shared/menus/Menu.tsx";
import { TabItems } from "../../shared/menus/menu-items.tsx";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { keyCaps, menuActionText } from "../../text/actions/actions.ts";
import { notesText } from "../../text/notes/notes.ts";
import { workspaceText } from "../../text/workspace.ts";

type MoreMenuProps = { readonly onAction: (action: ActionId) => void };

/** Tab actions that stay visible, disabled, while there is nothing to close. */
const ALWAYS: readonly ActionId[] = ["close-other-tabs", "close-all-tabs"];
const ROWS = [
  { id: "close-other-tabs", icon: <X /> },
  { id: "close-all-tabs", icon: <XCircle /> },
  { id: "settings", icon: <Settings /> },
  { id: "sync-log", icon: <History /> },
  { id: "drafts", icon: <FileClock /> },
] as const satisfies readonly { readonly id: ActionId; readonly icon: unknown }[];

export function MoreMenu({ onAction }: MoreMenuProps) {
  return (
    <Menu label={workspaceText.more} trigger={(opens) => <IconButton {...opens} label={workspaceText.more} icon={<Ellipsis />} />}>
      <MoreItems onAction={onAction} />
    </Menu>
  );
}

function MoreItems({ onAction }: MoreMenuProps) {
  const { tabs } = useLibrary();
  const offered = useOfferedActions();
  const activeTab = useStore(tabs.store, activeTabOf);
  return (
    <>
      <MenuItem
        label={notesText.createNew}
        icon={<FilePlus2 />}
        keys={keyCaps("new-note").join(" ")}
        onAction={() => onAction("new-note")}
      />
      {activeTab && <TabItems tab={activeTab} onAction={onAction} />}
      <MenuLine />
      {ROWS.filter(({ id }) => offered.includes(id) || ALWAYS.includes(id)).map(({ id, icon }) => (
        <MenuItem label={menuActionText[id]} key={id} icon={icon} isDisabled={!offered.includes(id)} onAction={() => onAction(id)} />
      ))}
    </>
  );
}
