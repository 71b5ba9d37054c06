/** A footnote while the note is edited: its number, which the decorations say. Its text is changed in AtomPanel.tsx. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";

export function createFootnoteView({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("sup");
  dom.className = "footnote";
  const show = ({ attrs }: Node): void => {
    dom.title = String(attrs.text ?? "");
  };
  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
    ignoreMutation: () => true,
  };
}
