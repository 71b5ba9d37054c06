/** Actions of core/workspace/actions/actions.ts around those of the active note. Spec A §2.10. */

import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { activeTabOf } from "@satchel/core/workspace/tabs/tab.ts";
import { FileClock, FilePlus2, History, Settings, X, XCircle } from "lucide-react";
import { useOfferedActions } from "../../shared/hooks/use-offered-actions.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { MenuItem, MenuLine } from "../../shared/menus/Menu.tsx";
import { TabMenuItems } from "../../shared/menus/NoteMenuItems.tsx";
import { useLibrary } from "../../shared/services.ts";
import { keyCaps, menuActionText } from "../../text/actions/actions.ts";
import { notesText } from "../../text/notes/notes.ts";

/** Tab actions that stay visible, disabled, while there is nothing to close. */
const ALWAYS: readonly ActionId[] = ["close-other-tabs", "close-all-tabs"];
const ROWS = [
  { id: "close-other-tabs", icon: <X /> },
  { id: "close-all-tabs", icon: <XCircle /> },
  { id: "settings", icon: <Settings /> },
  { id: "sync-log", icon: <History /> },
  { id: "drafts", icon: <FileClock /> },
] as const satisfies readonly { readonly id: ActionId; readonly icon: unknown }[];

export function MoreMenuItems({ onAction }: { readonly onAction: (action: ActionId) => void }) {
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
      {activeTab && <TabMenuItems tab={activeTab} onAction={onAction} />}
      <MenuLine />
      {ROWS.filter(({ id }) => offered.includes(id) || ALWAYS.includes(id)).map(({ id, icon }) => (
        <MenuItem label={menuActionText[id]} key={id} icon={icon} isDisabled={!offered.includes(id)} onAction={() => onAction(id)} />
      ))}
    </>
  );
}
