/** Table menu: the toolbar's, which inserts a table if there is none, and those beside a row and a column. */
import { BACKGROUND_COLORS, PALETTE_NAMES } from "@satchel/core/document/colors/palette.ts";
import type { Editor } from "@tiptap/core";
import { AlignCenter, AlignLeft, AlignRight, Ban, Table } from "lucide-react";
import type { ReactElement } from "react";
import { MenuItem, MenuSection } from "react-aria-components";
import { editorText } from "../../text/editor/editor.ts";
import { IconTrigger, ToolMenu } from "../controls/ToolbarMenus.tsx";
import toolbarCss from "../controls/toolbar.module.css";
import {
  ALIGN_ID,
  CELL_ALIGNMENTS,
  COLOR_ID,
  NO_COLOR,
  NO_TABLE,
  runTableAction,
  TABLE_ACTIONS,
  type TableActions,
} from "./table-actions.ts";
import type { CellScope } from "./table-commands.ts";
import css from "./table-menu.module.css";

const text = editorText.tables;

export function TableMenu({ editor, isInTable }: { readonly editor: Editor; readonly isInTable: boolean }) {
  return (
    <TableActionsMenu
      editor={editor}
      label={text.label}
      actions={isInTable ? TABLE_ACTIONS : NO_TABLE}
      trigger={<IconTrigger label={text.label} Icon={Table} isOn={isInTable} />}
    />
  );
}

type TableActionsMenuProps = {
  readonly editor: Editor;
  readonly label: string;
  readonly actions: TableActions;
  readonly trigger: ReactElement;
  readonly onOpenChange?: (isOpen: boolean) => void;
};

export function TableActionsMenu({ editor, label, actions, trigger, onOpenChange }: TableActionsMenuProps) {
  const { groups, scope } = actions;
  return (
    <ToolMenu
      editor={editor}
      label={label}
      onChoose={(id) => runTableAction(editor, actions, id)}
      onOpenChange={onOpenChange}
      trigger={trigger}
    >
      {groups.map((group) => (
        <MenuSection key={group[0]?.id} className={toolbarCss.section as string} aria-label={label}>
          {group.map(({ id, name }) => (
            <MenuItem key={id} id={id} className={toolbarCss.item as string} textValue={name}>
              {name}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
      {scope !== undefined && <Alignments scope={scope} />}
      {scope !== undefined && <Colors scope={scope} />}
    </ToolMenu>
  );
}

const ALIGN_ICONS = { left: AlignLeft, center: AlignCenter, right: AlignRight } as const;

function Alignments({ scope }: { readonly scope: CellScope }) {
  return (
    <MenuSection className={`${toolbarCss.section} ${css.choices}`} aria-label={text.alignments[scope]}>
      {CELL_ALIGNMENTS.map((align) => {
        const Icon = ALIGN_ICONS[align];
        const name = editorText.alignments[align];
        return (
          <MenuItem key={align} id={ALIGN_ID + align} className={css.choice as string} textValue={name} aria-label={name}>
            <Icon aria-hidden />
          </MenuItem>
        );
      })}
    </MenuSection>
  );
}

function Colors({ scope }: { readonly scope: CellScope }) {
  return (
    <MenuSection className={`${toolbarCss.section} ${css.choices}`} aria-label={text.colors[scope]}>
      <MenuItem id={COLOR_ID + NO_COLOR} className={css.choice as string} textValue={editorText.noColor} aria-label={editorText.noColor}>
        <Ban aria-hidden />
      </MenuItem>
      {PALETTE_NAMES.map((name) => (
        <MenuItem
          key={name}
          id={COLOR_ID + BACKGROUND_COLORS[name]}
          className={css.choice as string}
          textValue={editorText.colorNames[name]}
          aria-label={editorText.colorNames[name]}
        >
          <span className={`${toolbarCss.swatch} note-content`} aria-hidden>
            <span style={{ backgroundColor: BACKGROUND_COLORS[name] }}>A</span>
          </span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
