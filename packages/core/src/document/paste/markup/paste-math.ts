/** Formulas without TeX (paste-formulas.ts) as text: MathML written on one line. Pure. */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";

export function formulaText(math: HtmlElement): string {
  return onLine(math.children).replace(/\s+/g, " ").trim();
}

function onLine(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (node.kind === "text" ? node.text.trim() : element(node)))
    .filter((part) => part !== "")
    .join(" ");
}

function element(node: HtmlElement): string {
  if (/^annotation/.test(node.tag)) return "";
  const parts = node.children.filter((child): child is HtmlElement => child.kind === "element").map(element);
  return WRITTEN[node.tag]?.(parts) ?? onLine(node.children);
}

const group = (text = ""): string => (/^\S*$/.test(text) ? text : `(${text})`);

const WRITTEN: Readonly<Record<string, ((parts: readonly string[]) => string) | undefined>> = {
  mfrac: ([over, under]) => `${group(over)} / ${group(under)}`,
  msqrt: (parts) => `√(${parts.join(" ")})`,
  mroot: ([inside, degree]) => `${degree}√(${inside})`,
  msup: ([base, up]) => `${group(base)}^${group(up)}`,
  msub: ([base, down]) => `${group(base)}_${group(down)}`,
  msubsup: ([base, down, up]) => `${group(base)}_${group(down)}^${group(up)}`,
  munder: ([base, down]) => `${group(base)}_${group(down)}`,
  mover: ([base, up]) => `${group(base)}^${group(up)}`,
  munderover: ([base, down, up]) => `${group(base)}_${group(down)}^${group(up)}`,
  mtable: (rows) => `[${rows.join("; ")}]`,
  mtr: (cells) => cells.join(", "),
};
