/** New note, and the menu of kinds to come. Spec A §2.9. */
import { ChevronDown, FolderPlus, Plus } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { Menu, MenuItem, MenuLine } from "../../shared/ui/Menu.tsx";
import { workspaceText } from "../../text/workspace.ts";
import { NoteTypeItems } from "./NoteTypeItems.tsx";
import css from "./new-button.module.css";

type NewButtonProps = { readonly onNewNote: () => void; readonly onNewFolder: () => void };

export function NewButton({ onNewNote, onNewFolder }: NewButtonProps) {
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
        <MenuItem icon={<FolderPlus />} onAction={onNewFolder}>
          {workspaceText.newFolder}
        </MenuItem>
        <MenuLine />
        <NoteTypeItems />
      </Menu>
    </div>
  );
}
