/** Number of words of the note being written. */
import type { Editor } from "@tiptap/core";
import { useRef } from "react";
import { editorText } from "../text/editor/editor.ts";
import { useWordCount } from "./controls/use-word-count.ts";
import css from "./editor.module.css";

export function WordCount({ editor }: { readonly editor: Editor }) {
  const number = useRef<HTMLSpanElement>(null);
  useWordCount(editor, (words) => {
    if (number.current !== null) number.current.textContent = editorText.words(words);
  });
  return (
    <div className={`${css.count} ${css.words}`}>
      <span ref={number} />
    </div>
  );
}
