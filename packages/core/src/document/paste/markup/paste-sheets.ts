/**
 * Copies Excel's class styles (`.xl65`) onto the cells for paste-clean.ts. Style sheets of other programs describe pages and are ignored.
 */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";

const MAX_RULES = 500;

export function withSheetStyles(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  if (!nodes.some(isExcel)) return nodes;
  const rules = new Map<string, string>();
  for (const node of nodes) collectRules(node, rules);
  return rules.size === 0 ? nodes : nodes.map((node) => inline(node, rules));
}

function isExcel(node: HtmlNode): boolean {
  if (node.kind === "text") return false;
  return (node.tag === "meta" && node.attributes.content === "Excel.Sheet") || (HEADS.has(node.tag) && node.children.some(isExcel));
}

const HEADS: ReadonlySet<string> = new Set(["html", "head"]);

function collectRules(node: HtmlNode, rules: Map<string, string>): void {
  if (node.kind === "text") return;
  if (HEADS.has(node.tag)) for (const child of node.children) collectRules(child, rules);
  if (node.tag !== "style") return;
  for (const child of node.children) {
    if (child.kind !== "text") continue;
    for (const rule of child.text.split("}")) {
      const match = /\.([\w-]{1,40})\s*\{([^{]{0,4000})$/.exec(rule.slice(-4100));
      if (match?.[1] !== undefined && rules.size < MAX_RULES) rules.set(match[1], match[2] ?? "");
    }
  }
}

function inline(node: HtmlNode, rules: ReadonlyMap<string, string>): HtmlNode {
  if (node.kind === "text") return node;
  const rule = rules.get(node.attributes.class ?? "");
  const children = node.children.map((child) => inline(child, rules));
  if (rule === undefined) return { ...node, children } satisfies HtmlElement;
  return { ...node, attributes: { ...node.attributes, style: `${rule};${node.attributes.style ?? ""}` }, children };
}
