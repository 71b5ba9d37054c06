/** Table menu: the toolbar's, which inserts a table if there is none, and those beside a row and a column. */
import type { Editor } from "@tiptap/core";
import { Table } from "lucide-react";
import type { ReactElement } from "react";
import { MenuItem, MenuSection } from "react-aria-components";
import { editorText } from "../../text/editor/editor.ts";
import { IconTrigger, ToolMenu } from "../controls/ToolbarMenus.tsx";
import css from "../controls/toolbar.module.css";
import { INSERT_TABLE, runTableAction, TABLE_ACTIONS, type TableAction } from "./table-actions.ts";

const text = editorText.tables;

export function TableMenu({ editor, isInTable }: { readonly editor: Editor; readonly isInTable: boolean }) {
  return (
    <TableActionsMenu
      editor={editor}
      label={text.label}
      groups={isInTable ? TABLE_ACTIONS : [[INSERT_TABLE]]}
      trigger={<IconTrigger label={text.label} Icon={Table} isOn={isInTable} />}
    />
  );
}

type TableActionsMenuProps = {
  readonly editor: Editor;
  readonly label: string;
  readonly groups: readonly (readonly TableAction[])[];
  readonly trigger: ReactElement;
  readonly onOpenChange?: (isOpen: boolean) => void;
};

export function TableActionsMenu({ editor, label, groups, trigger, onOpenChange }: TableActionsMenuProps) {
  const handleChoose = (id: string): void => {
    const action = groups.flat().find((one) => one.id === id);
    if (action !== undefined) runTableAction(editor, action);
  };
  return (
    <ToolMenu editor={editor} label={label} onChoose={handleChoose} onOpenChange={onOpenChange} trigger={trigger}>
      {groups.map((group) => (
        <MenuSection key={group[0]?.id} className={css.section as string} aria-label={label}>
          {group.map(({ id, name }) => (
            <MenuItem key={id} id={id} className={css.item as string} textValue={name}>
              {name}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </ToolMenu>
  );
}
