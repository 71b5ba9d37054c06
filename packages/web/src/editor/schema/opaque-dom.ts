/** An element of a later version as DOM, for the clipboard: made node by node, since the page's policy lets no string be parsed. */
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "@satchel/core/document/html/html-tree.ts";
import { toOpaqueHtml } from "@satchel/core/document/html/opaque-html.ts";

/** What is copied here and pasted again is the same element. */
export function readOpaqueDom(element: Element): string {
  const [root] = parseHtmlTree(element.outerHTML);
  return root?.kind === "element" ? toOpaqueHtml(root) : "";
}

/** `html`: as `toOpaqueHtml` answers it. */
export function toOpaqueDom(html: unknown): HTMLElement {
  const [root] = parseHtmlTree(String(html ?? ""));
  return root?.kind === "element" ? toDom(root) : document.createElement("span");
}

function toDom({ tag, attributes, children }: HtmlElement): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map(toNode));
  return element;
}

function toNode(node: HtmlNode): Node {
  return node.kind === "text" ? document.createTextNode(node.text) : toDom(node);
}
