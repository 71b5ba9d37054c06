/** The toolbar's plus menu: all commands of the menu after `/`, for touch and for users who do not know the slash. */
import type { Editor } from "@tiptap/core";
import { Plus } from "lucide-react";
import { MenuItem } from "react-aria-components";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { blocksText } from "../../text/editor/blocks.ts";
import { IconTrigger, ToolMenu } from "../controls/ToolbarMenus.tsx";
import css from "../controls/toolbar.module.css";
import { SLASH_COMMANDS } from "../insert/typed-menu/slash-commands.ts";

type InsertMenuProps = { readonly editor: Editor; readonly host: EditorHost | undefined };

export function InsertMenu({ editor, host }: InsertMenuProps) {
  const run = (name: string): void => {
    const command = SLASH_COMMANDS.find((one) => one.name === name);
    // Runs after the menu has returned the focus to the text, because a command may open a panel that takes it.
    requestAnimationFrame(() => command?.run(editor, host));
  };
  return (
    <ToolMenu editor={editor} label={blocksText.insert} onChoose={run} trigger={<IconTrigger label={blocksText.insert} Icon={Plus} />}>
      <Commands editor={editor} host={host} />
    </ToolMenu>
  );
}

/** Rendered when the menu opens: tools that offer a command may be mounted after the toolbar. */
function Commands({ editor, host }: InsertMenuProps) {
  return SLASH_COMMANDS.filter(({ isOffered }) => isOffered?.(editor, host) !== false).map(({ name, Icon }) => (
    <MenuItem key={name} id={name} className={css.item as string} textValue={name}>
      <Icon aria-hidden />
      {name}
    </MenuItem>
  ));
}
