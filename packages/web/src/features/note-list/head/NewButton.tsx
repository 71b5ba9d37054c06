/** Button for a new note, and a menu of future kinds. Spec A §2.9. */
import { ChevronDown, Plus } from "lucide-react";
import { Menu } from "../../../shared/menus/Menu.tsx";
import { PressButton } from "../../../shared/ui/buttons/PressButton.tsx";
import { workspaceText } from "../../../text/workspace.ts";
import { NewItems } from "./lazy-list-items.ts";
import css from "./new-button.module.css";

export function NewButton({ onNewNote }: { readonly onNewNote: () => void }) {
  return (
    <div className={css.pair}>
      <PressButton className={css.main} onPress={onNewNote} aria-label={workspaceText.newNote}>
        <Plus aria-hidden />
        {workspaceText.new}
      </PressButton>
      <Menu
        label={workspaceText.moreTypes}
        trigger={(opens) => (
          <PressButton {...opens} className={css.more} aria-label={workspaceText.moreTypes}>
            <ChevronDown aria-hidden />
          </PressButton>
        )}
      >
        <NewItems />
      </Menu>
    </div>
  );
}
