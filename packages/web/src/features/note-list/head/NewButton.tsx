/** Button for a new note, and a menu of future kinds. Spec A §2.9. */
import { ChevronDown, Plus } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { Menu } from "../../../shared/menus/Menu.tsx";
import { workspaceText } from "../../../text/workspace.ts";
import { NewItems } from "./lazy-list-items.ts";
import css from "./new-button.module.css";

export function NewButton({ onNewNote }: { readonly onNewNote: () => void }) {
  return (
    <div className={css.pair}>
      <AriaButton className={css.main as string} onPress={onNewNote} aria-label={workspaceText.newNote}>
        <Plus aria-hidden />
        {workspaceText.new}
      </AriaButton>
      <Menu
        label={workspaceText.moreTypes}
        trigger={(opens) => (
          <AriaButton {...opens} className={css.more as string} aria-label={workspaceText.moreTypes}>
            <ChevronDown aria-hidden />
          </AriaButton>
        )}
      >
        <NewItems />
      </Menu>
    </div>
  );
}
