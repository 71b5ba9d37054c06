/** Preview of the formula below a code block in the language `math`, rendered as in the read view. Other code blocks have no preview. */
import { FORMULA_LANGUAGE } from "@satchel/core/document/html/stored-html.ts";
import type { Node } from "@tiptap/pm/model";
import { showFormula } from "./formulas.ts";

export type FormulaPreview = {
  readonly show: (code: Node) => void;
  readonly holds: (target: globalThis.Node) => boolean;
};

export function createFormulaPreview(frame: HTMLElement): FormulaPreview {
  let box: HTMLElement | undefined;
  let tex = "";
  return {
    show({ attrs, textContent }) {
      tex = textContent;
      const isShown = attrs.language === FORMULA_LANGUAGE && tex.trim() !== "";
      if (isShown) {
        box ??= createBox(frame);
        showFormula(box, () => tex, true);
      } else {
        box?.remove();
        box = undefined;
      }
    },
    holds: (target) => box?.contains(target) ?? false,
  };
}

function createBox(frame: HTMLElement): HTMLElement {
  const box = document.createElement("div");
  box.className = "formula-block";
  box.contentEditable = "false";
  frame.append(box);
  return box;
}
