/** Typing the third sign of a code fence also inserts its end, because an open fence would make the rest of the note code. */
import { Plugin, TextSelection } from "@tiptap/pm/state";

const FENCE = /^\s{0,3}(?:```|~~~)$/;

export const closeFence = new Plugin({
  props: {
    // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
    handleTextInput({ state, dispatch }, from, to, typed) {
      const { $from } = state.selection;
      const line = `${$from.parent.textContent.slice(0, $from.parentOffset)}${typed}`;
      const isAtEnd = from === to && $from.parentOffset === $from.parent.content.size;
      if (!isAtEnd || !FENCE.test(line) || !/^[`~]$/.test(typed) || !isOutsideFences(state.doc.children.slice(0, $from.index(0))))
        return false;
      const end = state.schema.nodes.line?.create(null, state.schema.text(line.trim()));
      if (end === undefined) return false;
      const tr = state.tr.insertText(typed, from, to);
      tr.insert(tr.doc.resolve(from + 1).after(1), end);
      dispatch(tr.setSelection(TextSelection.create(tr.doc, from + 1)).scrollIntoView());
      return true;
    },
  },
});

/** True if every fence before is closed, so that a new one would open another block. */
function isOutsideFences(lines: readonly { readonly textContent: string }[]): boolean {
  return lines.filter(({ textContent }) => /^\s{0,3}(?:```|~~~)/.test(textContent)).length % 2 === 0;
}
