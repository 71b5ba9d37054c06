/** Menu at the end of the tab strip. Its items load with the first menu. Spec A §2.10. */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { Ellipsis } from "lucide-react";
import { Menu, menuEntries } from "../../shared/menus/Menu.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { workspaceText } from "../../text/workspace.ts";

const MoreItems = menuEntries(async () => (await import("./MoreMenuItems.tsx")).MoreMenuItems);

export function MoreMenu({ onAction }: { readonly onAction: (action: ActionId) => void }) {
  return (
    <Menu label={workspaceText.more} trigger={(opens) => <IconButton {...opens} label={workspaceText.more} icon={<Ellipsis />} />}>
      <MoreItems onAction={onAction} />
    </Menu>
  );
}
