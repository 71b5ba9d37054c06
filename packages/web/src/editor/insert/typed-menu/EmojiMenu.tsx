/** Menu after `:` and two letters: emoji by shortcode. */
import { searchShortcodes } from "@satchel/core/document/emoji.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useEffect, useState } from "react";
import { blocksText } from "../../../text/editor/blocks.ts";
import { loadShortcodes, readyShortcodes } from "../../typing/rules/typed-inline.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";
import { emojiMenu } from "./menus.ts";
import { TypedMenu } from "./TypedMenu.tsx";

const MOST_FOUND = 8;

export function EmojiMenu({ editor }: { readonly editor: Editor }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => emojiMenu.stateOf(current) });
  const [codes, setCodes] = useState(readyShortcodes);
  const isTyping = typed !== null;
  useEffect(() => {
    if (isTyping) loadShortcodes().then(setCodes, () => undefined);
  }, [isTyping]);
  if (typed === null || codes === undefined) return null;
  const items = searchShortcodes(codes, typed.query, MOST_FOUND).map(([code, unicode]) => ({
    key: code,
    name: code,
    icon: <span aria-hidden>{unicode}</span>,
    run: (current: Editor) => current.chain().focus().insertContent({ type: "text", text: unicode }).setMeta(OWN_UNDO_STEP, true).run(),
  }));
  if (items.length === 0) return null;
  return <TypedMenu editor={editor} menu={emojiMenu} typed={typed} label={blocksText.emojiSearch} items={items} />;
}
