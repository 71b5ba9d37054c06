/** A callout of another program: a frame with a kind, a title and blocks. Until the stored form has one, a quotation that says its kind. Pure. */
import type { HtmlElement, HtmlNode } from "../../../document/html/html-tree.ts";
import { newElement, newText } from "./foreign-document.ts";

export function calloutElement(kind: string, content: readonly HtmlNode[]): HtmlElement {
  const [first, ...rest] = content.filter((node) => node.kind === "element" || node.text.trim() !== "");
  const isLine = first?.kind === "element" && /^(?:p|div)$/.test(first.tag);
  const title = newElement("p", {}, [newText(`[!${kind}] `), ...(isLine ? first.children : first?.kind === "text" ? [first] : [])]);
  return newElement("blockquote", {}, [title, ...(isLine || first?.kind === "text" || first === undefined ? rest : [first, ...rest])]);
}
