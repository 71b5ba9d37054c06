/** Block elements that the editor and the read view share. */

import { opaqueText } from "@satchel/core/document/html/opaque-html.ts";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../text/editor/blocks.ts";

/** Opens the toggles that hide an element, so that it can be scrolled to. Works in the read view and the editor. */
export function openToggles(element: Element | null): void {
  for (let toggle = around(element); toggle !== null; toggle = around(toggle.parentElement)) {
    if (toggle instanceof HTMLDetailsElement) toggle.open = true;
    else toggle.removeAttribute("data-closed");
  }
}

function around(element: Element | null): Element | null {
  return element?.closest("details:not([open]), .toggle[data-closed]") ?? null;
}

/** Shows an element of a later version as a box with its text, which can be moved and deleted as a whole. */
export function createUnknownView({ node }: NodeViewRendererProps): NodeView {
  const dom = createUnknownBox(opaqueText(String(node.attrs.html)), node.isInline);
  return { dom, ignoreMutation: () => true };
}

export function createUnknownBox(text: string, isInline: boolean): HTMLElement {
  const dom = document.createElement(isInline ? "span" : "div");
  dom.className = isInline ? "later-inline" : "later-block";
  dom.title = blocksText.laterHint;
  dom.textContent = text.trim();
  if (isInline) return dom;
  const label = document.createElement("strong");
  label.className = "later-label";
  label.textContent = blocksText.later;
  dom.prepend(label);
  return dom;
}
