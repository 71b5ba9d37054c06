/** Elements of a page, and what its head says of it. Pure. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";

export function findElement(nodes: readonly HtmlNode[], isIt: (element: HtmlElement) => boolean): HtmlElement | undefined {
  for (const node of nodes) {
    if (node.kind === "text") continue;
    const found = isIt(node) ? node : findElement(node.children, isIt);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function metaOf(tree: readonly HtmlNode[], name: RegExp): string | undefined {
  const meta = findElement(
    tree,
    ({ tag, attributes }) => tag === "meta" && name.test(attributes.name ?? attributes.property ?? attributes["http-equiv"] ?? ""),
  );
  return meta?.attributes.content;
}
