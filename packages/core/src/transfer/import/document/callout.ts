/** A callout of another program in the form that notes have. Pure. */
import type { HtmlElement, HtmlNode } from "../../../document/html/html-tree.ts";
import { type CalloutKind, OWN_NODE } from "../../../document/html/stored-html.ts";
import { newElement } from "./foreign-document.ts";

export function calloutElement(kind: CalloutKind, content: readonly HtmlNode[]): HtmlElement {
  return newElement("div", { [OWN_NODE]: "callout", "data-kind": kind }, content);
}
