/** Renders callouts, formulas and blocks of later versions in the read view. */
import { FORMULA_LANGUAGE } from "@satchel/core/document/html/stored-html.ts";
import { blocksText as text } from "../../text/editor/blocks.ts";
import { createUnknownBox } from "../blocks/block-elements.ts";
import { showFormula } from "../blocks/math/formulas.ts";

export function decorateBlocks(root: DocumentFragment): void {
  for (const callout of root.querySelectorAll<HTMLElement>('[data-satchel="callout"]')) labelCallout(callout);
  for (const math of root.querySelectorAll<HTMLElement>('span[data-satchel="math"]')) showInline(math);
  for (const code of root.querySelectorAll<HTMLElement>(`pre > code.language-${FORMULA_LANGUAGE}`)) replaceCode(code);
  for (const later of root.querySelectorAll(LATER)) {
    if (later.parentElement?.closest(LATER) == null) later.replaceWith(createUnknownBox(later.textContent ?? "", later.tagName === "SPAN"));
  }
}

const LATER = 'div[data-satchel]:not([data-satchel="callout"]), span[data-satchel]:not([data-satchel="math"])';

function labelCallout(callout: HTMLElement): void {
  const kinds: Readonly<Record<string, string>> = text.calloutKinds;
  const label = kinds[callout.dataset.kind ?? "note"] ?? text.callout;
  callout.dataset.label = label;
  callout.setAttribute("role", "note");
  callout.setAttribute("aria-label", label);
}

function showInline(math: HTMLElement): void {
  const tex = math.textContent ?? "";
  showFormula(math, () => tex, false);
}

function replaceCode(code: HTMLElement): void {
  const tex = code.textContent ?? "";
  const box = document.createElement("div");
  box.className = "formula-block";
  showFormula(box, () => tex, true);
  code.parentElement?.replaceWith(box);
}
