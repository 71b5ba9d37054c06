/** Reads formulas of web pages (KaTeX, MathJax, MathML) from the TeX beside them. Formulas without TeX: paste-math.ts. Pure. */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { FORMULA_LANGUAGE, OWN_NODE } from "../../html/stored-html.ts";
import { plainText } from "./paste-lists.ts";

/** Returns undefined if the element is not a formula or has no TeX. */
export function readFormula(node: HtmlElement): HtmlElement | undefined {
  if (!isFormula(node)) return undefined;
  const tex = (texIn(node.children) ?? writtenTex(node))?.trim();
  if (tex === undefined || tex === "") return undefined;
  if (isOnItsOwn(node))
    return element("pre", {}, [element("code", { class: `language-${FORMULA_LANGUAGE}` }, [{ kind: "text", text: tex }])]);
  return element("span", { [OWN_NODE]: "math" }, [{ kind: "text", text: tex }]);
}

function isFormula({ tag, attributes }: HtmlElement): boolean {
  return (
    tag === "math" ||
    tag === "mjx-container" ||
    tag === "math-renderer" ||
    CLASS.test(attributes.class ?? "") ||
    isOwn(attributes) ||
    attributes["data-math"] !== undefined
  );
}

/** Chats write the TeX as an attribute, GitHub between dollar signs. */
function writtenTex({ tag, attributes, children }: HtmlElement): string | undefined {
  if (tag !== "math-renderer") return attributes["data-math"];
  return DOLLARS.exec(plainText(children).trim())?.[2];
}

const DOLLARS = /^(\$\$?)([\s\S]+?)\1$/;

const CLASS = /(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/;

function isOwn(attributes: Readonly<Record<string, string>>): boolean {
  return attributes[OWN_NODE] === "math";
}

function isOnItsOwn({ attributes, children }: HtmlElement): boolean {
  if (attributes.display === "block" || attributes.display === "true") return true;
  if (/\b(?:katex-display|math-block|js-display-math)\b/.test(attributes.class ?? "")) return true;
  return children.some((child) => child.kind === "element" && child.tag === "math" && child.attributes.display === "block");
}

function texIn(nodes: readonly HtmlNode[]): string | undefined {
  for (const node of nodes) {
    if (node.kind === "text") continue;
    if (node.tag === "annotation" && /tex/i.test(node.attributes.encoding ?? "")) return plainText(node.children);
    const inside = texIn(node.children);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function element(tag: string, attributes: Record<string, string>, children: HtmlNode[]): HtmlElement {
  return { kind: "element", tag, attributes, children };
}
