/** Menu after `/`, filtered by the typed text. Inside a sentence it offers inline content, and Enter stays a new line until an arrow chose something. */
import { foldText } from "@satchel/core/document/html/find-text.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { slashMenu } from "./menus.ts";
import { SLASH_COMMANDS, type SlashCommand } from "./slash-commands.ts";
import { type MenuItem, TypedMenu } from "./TypedMenu.tsx";
import type { TypedState } from "./typed-menu-plugin.ts";

export function SlashMenu({ editor, host }: { readonly editor: Editor; readonly host: EditorHost | undefined }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => slashMenu.stateOf(current) });
  if (typed === null) return null;
  const items = commandsFor(typed).flatMap((command) => toItem(editor, command, host));
  if (items.length === 0) return null;
  return (
    <TypedMenu editor={editor} menu={slashMenu} typed={typed} label={editorText.slashLabel} items={items} needsChoice={typed.isInText} />
  );
}

/** Each typed word begins a word of the command's name or of its other names. */
function commandsFor({ query, isInText }: TypedState): readonly SlashCommand[] {
  const wanted = foldText(query).trim().split(" ");
  return SLASH_COMMANDS.filter(({ name, words, isInline }) => {
    const known = `${foldText(name)} ${words}`.split(" ");
    return (isInline === true || !isInText) && wanted.every((typed) => known.some((word) => word.startsWith(typed)));
  });
}

/** Omits commands that are not available here. */
function toItem(editor: Editor, { name, Icon, run, isOffered }: SlashCommand, host: EditorHost | undefined): readonly MenuItem[] {
  if (isOffered?.(editor, host) === false) return [];
  return [{ key: name, name, icon: <Icon aria-hidden />, run: (current) => run(current, host) }];
}
