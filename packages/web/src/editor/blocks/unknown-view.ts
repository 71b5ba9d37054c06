/** What a later version wrote: a box with its text, that can be moved and deleted as one. */
import { opaqueText } from "@satchel/core/document/html/opaque-html.ts";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../text/blocks.ts";

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
