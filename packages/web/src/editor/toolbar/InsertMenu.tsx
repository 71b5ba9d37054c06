/** The toolbar's plus: all that the menu behind `/` can do, for a thumb and for who does not know of the slash. */
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
  const offered = SLASH_COMMANDS.filter(({ isOffered }) => isOffered?.(editor, host) !== false);
  const run = (name: string): void => {
    const command = offered.find((one) => one.name === name);
    // Once the menu has given the focus back to the text: what opens a panel of its own takes it from there.
    requestAnimationFrame(() => command?.run(editor, host));
  };
  return (
    <ToolMenu editor={editor} label={blocksText.insert} onChoose={run} trigger={<IconTrigger label={blocksText.insert} Icon={Plus} />}>
      {offered.map(({ name, Icon }) => (
        <MenuItem key={name} id={name} className={css.item as string} textValue={name}>
          <Icon aria-hidden />
          {name}
        </MenuItem>
      ))}
    </ToolMenu>
  );
}
