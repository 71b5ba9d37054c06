/**
 * Recognizes code on the clipboard: `pre`, monospace elements, tables with a line of code per row. Pure; the traversal is in
 * paste-clean.ts.
 */
import { type HtmlElement, type HtmlNode, ofSome } from "../../html/html-tree.ts";
import { styleOf } from "./paste-styles.ts";

/** Converts the whole element to one code block, with its language if the page names it. */
export function toCode(node: HtmlElement): HtmlElement {
  const { code, label } = readFrame(node);
  const language =
    node.attributes.lang ??
    node.attributes["data-language"] ??
    code?.attributes["data-lang"] ??
    code?.attributes["data-language"] ??
    label ??
    languageOf(node);
  const classes = `${code?.attributes.class ?? ""} ${node.attributes.class ?? ""} ${language === undefined ? "" : `language-${language}`}`;
  const text = codeText((code ?? node).children).replace(/^\n/, "");
  return {
    kind: "element",
    tag: "pre",
    attributes: {},
    children: [{ kind: "element", tag: "code", attributes: { class: classes }, children: [{ kind: "text", text }] }],
  };
}

type Frame = { readonly code: HtmlElement | undefined; readonly label: string | undefined };

/** Pages put a code block into a frame with its language and buttons; then only the single `code` inside counts. */
function readFrame(node: HtmlElement): Frame {
  const codes = findCode(node);
  const [code] = codes;
  if (code === undefined || codes.length > 1) return { code: undefined, label: undefined };
  const label = codeText(node.children).replace(codeText(code.children), "").trim();
  if (label === "") return { code, label: undefined };
  return /^[\w+#.-]{1,20}$/.test(label) ? { code, label } : { code: undefined, label: undefined };
}

function findCode(node: HtmlElement): readonly HtmlElement[] {
  return node.children.flatMap((child) => {
    if (child.kind === "text") return [];
    return child.tag === "code" ? [child] : findCode(child);
  });
}

/** Mail and chat programs name the language in the class of their own element. */
function languageOf({ tag, attributes }: HtmlElement): string | undefined {
  return tag === "codeblock" ? attributes.class : undefined;
}

/**
 * True for preformatted text with links or emphasis, such as a manual page: a code block could not keep them. Highlighters use the same
 * elements, but name the language.
 */
export function isPreformattedProse(node: HtmlElement): boolean {
  const code = findCode(node);
  const classes = [node, ...code].map(({ attributes }) => `${attributes.class ?? ""} ${attributes.lang ?? ""}`).join(" ");
  if (/\b(?:lang|language|hljs|highlight|prettyprint|brush|sourceCode|chroma)/i.test(classes) || node.attributes.lang !== undefined)
    return false;
  return code.length === 0 ? holdsLinkOrEmphasis(node.children) : holdsLink(node.children);
}

const holdsLink = ofSome((element, inside) => isWebLink(element) || inside(element.children));
const holdsLinkOrEmphasis = ofSome(
  (element, inside) =>
    isWebLink(element) || (/^(?:b|strong|i|em|u)$/.test(element.tag) && element.attributes.class === undefined) || inside(element.children),
);

function isWebLink({ tag, attributes, children }: HtmlElement): boolean {
  return tag === "a" && /^(?:https?:|mailto:)/i.test(attributes.href ?? "") && holdsMoreThanNumbers(children);
}

/** Code editors write each line as a block inside a monospace element. */
export function isCodeByStyle(node: HtmlElement): boolean {
  const style = styleOf(node);
  if (style.get("--en-codeblock") === "true") return true;
  return (
    node.tag === "div" && /^pre/.test(style.get("white-space") ?? "") && /mono|consolas|menlo|courier/i.test(style.get("font-family") ?? "")
  );
}

/** True for a table that shows a file of code: its lines in one column, and their numbers in another. */
export function isCodeTable(cells: readonly HtmlElement[]): boolean {
  if (!cells.some(isCodeCell) || !cells.every((cell) => isCodeCell(cell) || isGutter(cell) || !holdsWords(cell.children))) return false;
  return cells.some((cell) => isGutter(cell) || /\bblob-code\b/.test(cell.attributes.class ?? ""));
}

function isCodeCell({ attributes }: HtmlElement): boolean {
  return /(?:^|[\s_-])(?:blob-code|code|line_content|codeline|lines)(?:$|[\s_-])/i.test(attributes.class ?? "");
}

/** True for an element that holds nothing but line numbers. */
function isGutter(node: HtmlElement): boolean {
  const { class: name = "", "data-line-number": number } = node.attributes;
  const isMarked = GUTTER.test(name) || (node.tag === "td" && number !== undefined);
  return isMarked && !isCodeCell(node) && !holdsMoreThanNumbers(node.children);
}

const GUTTER = /(?:^|[\s_-])(?:line-?nos?|line-?num(?:ber)?s?|line_numbers?|linenodiv|gutter|blob-num|ln-num(?:ber)?s?)(?:$|[\s_-])/i;

const holdsMoreThanNumbers = ofSome(
  (element, inside) => inside(element.children),
  (text) => /[^\s\d.:|]/.test(text),
);

const holdsWords = ofSome(
  (element, inside) => inside(element.children),
  (text) => text.trim() !== "",
);

export function codeText(nodes: readonly HtmlNode[]): string {
  return codeLines(nodes).replace(/\n$/, "");
}

function codeLines(nodes: readonly HtmlNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (node.kind === "text") text += node.text;
    else if (node.tag === "br") text += "\n";
    else if (!NO_CODE.test(node.tag) && !isGutter(node)) {
      const inner = codeLines(node.children);
      if (!/^(?:div|p|li|tr)$/.test(node.tag)) text += inner;
      else text += `${text === "" || text.endsWith("\n") ? "" : "\n"}${inner}${inner.endsWith("\n") ? "" : "\n"}`;
    }
  }
  return text;
}

const NO_CODE = /^(?:button|style|script|svg|template|clipboard-copy)$/;
