/** How a formula inside a line looks while the note is edited. What it is written as is changed in AtomPanel.tsx. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../../text/blocks.ts";
import { showFormula } from "./formulas.ts";

export function createMathView({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("span");
  dom.className = "formula";
  let tex = "";
  const show = (shown: Node): void => {
    tex = String(shown.attrs.tex ?? "");
    dom.toggleAttribute("data-empty", tex === "");
    if (tex === "") dom.textContent = blocksText.formula;
    else showFormula(dom, () => tex, false);
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
