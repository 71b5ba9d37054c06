/** Offers to split a paragraph that is too long to type in quickly. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { X } from "lucide-react";
import { useState } from "react";
import { editorText } from "../../text/editor/editor.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import css from "../paste/paste-offer.module.css";
import { isInLongParagraph, splitParagraph } from "./split-paragraph.ts";

const text = editorText.longParagraph;

export function LongParagraphOffer({ editor }: { readonly editor: Editor }) {
  const [isDeclined, setDeclined] = useState(false);
  const isLong = useEditorState({ editor, selector: ({ editor: { state, isEditable } }) => isEditable && isInLongParagraph(state) });
  if (!isLong || isDeclined) return null;
  return (
    <section className={css.offer} aria-label={text.label}>
      <output>{text.slow}</output>
      <button type="button" className={css.keep} onClick={() => splitParagraph(editor)}>
        {text.split}
      </button>
      <ToolbarButton label={text.close} Icon={X} onPress={() => setDeclined(true)} />
    </section>
  );
}
