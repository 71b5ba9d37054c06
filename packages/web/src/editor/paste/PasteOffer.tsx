/** Shown right after pasted plain text was formatted: offers to undo the formatting. Disappears with the next change. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { X } from "lucide-react";
import { editorText } from "../../text/editor/editor.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import css from "./paste-offer.module.css";
import { keepPlain, keepShape, offeredShape } from "./shaped-paste.ts";

const text = editorText.shapedPaste;

export function PasteOffer({ editor }: { readonly editor: Editor }) {
  const shape = useEditorState({ editor, selector: ({ editor: current }) => offeredShape(current.state) });
  if (shape === undefined) return null;
  return (
    <section className={css.offer} aria-label={text.label}>
      <output>{text[shape]}</output>
      <button type="button" className={css.keep} onClick={() => keepPlain(editor)}>
        {text.keepPlain}
      </button>
      <ToolbarButton label={text.close} Icon={X} onPress={() => keepShape(editor)} />
    </section>
  );
}
