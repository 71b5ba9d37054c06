/** The toolbar's table menu: inserts a table, or changes the one the caret is in. Decision 0029 "Tables". */
import type { ChainedCommands, Editor } from "@tiptap/core";
import { Table } from "lucide-react";
import { MenuItem, MenuSection } from "react-aria-components";
import { editorText } from "../../text/editor.ts";
import { IconTrigger, ToolMenu } from "./ToolbarMenus.tsx";
import css from "./toolbar.module.css";

const text = editorText.tables;

type TableAction = { readonly id: string; readonly name: string; readonly run: (chain: ChainedCommands) => ChainedCommands };

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true } as const;

const INSERT: TableAction = { id: "insert", name: text.insert, run: (chain) => chain.insertTable(NEW_TABLE) };

const GROUPS: readonly (readonly TableAction[])[] = [
  [
    { id: "rowAbove", name: text.rowAbove, run: (chain) => chain.addRowBefore() },
    { id: "rowBelow", name: text.rowBelow, run: (chain) => chain.addRowAfter() },
    { id: "columnBefore", name: text.columnBefore, run: (chain) => chain.addColumnBefore() },
    { id: "columnAfter", name: text.columnAfter, run: (chain) => chain.addColumnAfter() },
  ],
  [
    { id: "headerRow", name: text.headerRow, run: (chain) => chain.toggleHeaderRow() },
    { id: "headerColumn", name: text.headerColumn, run: (chain) => chain.toggleHeaderColumn() },
    { id: "merge", name: text.merge, run: (chain) => chain.mergeOrSplit() },
  ],
  [
    { id: "deleteRow", name: text.deleteRow, run: (chain) => chain.deleteRow() },
    { id: "deleteColumn", name: text.deleteColumn, run: (chain) => chain.deleteColumn() },
    { id: "deleteTable", name: text.deleteTable, run: (chain) => chain.deleteTable() },
  ],
];
const ACTIONS = [INSERT, ...GROUPS.flat()];

type TableMenuProps = { readonly editor: Editor; readonly isInTable: boolean };

export function TableMenu({ editor, isInTable }: TableMenuProps) {
  const groups = isInTable ? GROUPS : [[INSERT]];
  const handleChoose = (id: string): void => {
    ACTIONS.find((action) => action.id === id)
      ?.run(editor.chain().focus())
      .run();
  };
  return (
    <ToolMenu
      editor={editor}
      label={text.label}
      onChoose={handleChoose}
      trigger={<IconTrigger label={text.label} Icon={Table} isOn={isInTable} />}
    >
      {groups.map((group) => (
        <MenuSection key={group[0]?.id} className={css.section as string} aria-label={text.label}>
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
