/**
 * Keeps an element of a later version as text that this version carries unchanged. Later versions must write a new block as a `div` and a
 * new inline element as a `span`, with `data-satchel` and a name; inside are elements of this table and `data-` attributes. Everything else
 * is left out, because the text is untrusted. Decision 0023. Pure.
 */
import { inlineImage, linkTarget, opaqueId, type ValueCheck, wholeNumber } from "./attribute-values.ts";
import { toText } from "./html-text.ts";
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "./html-tree.ts";
import { isDropped } from "./read-element.ts";
import { allowedTags, OWN_NODE } from "./stored-html.ts";
import { escapeAttribute, escapeText } from "./write-stored-html.ts";

/** Returns the canonical text of the element: parsed and printed again it is the same. */
export function toOpaqueHtml(element: HtmlElement): string {
  let html = printElement(element, undefined, 0);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tree = parseHtmlTree(html);
    const [root] = tree;
    const again = tree.length === 1 && root?.kind === "element" ? printElement(root, undefined, 0) : "";
    if (again === html) return html;
    if (again === "") break;
    html = again;
  }
  const name = escapeAttribute(element.attributes[OWN_NODE] ?? "");
  return `<${element.tag} ${OWN_NODE}="${name}">${escapeText(textOf(element))}</${element.tag}>`;
}

/** Readable text of the element, one line per block. `html`: from `toOpaqueHtml`. */
export function opaqueText(html: string): string {
  return toText(html);
}

const MOST_ROUNDS = 4;
const MOST_NESTED = 40;

function printNode(node: HtmlNode, parent: Frame, depth: number): string {
  if (node.kind === "text") return escapeText(node.text);
  if (isDropped(node.tag)) return "";
  return mayBeIn(node.tag, parent, depth) ? printElement(node, parent, depth) : printChildren(node, parent, depth);
}

/** The parent element, as far as it decides what may be inside. */
type Frame = { readonly tag: string; readonly isInline: boolean };

function printElement(element: HtmlElement, parent: Frame | undefined, depth: number): string {
  const own = Object.entries(element.attributes).map(([name, value]) => printAttribute(name, value));
  const start = `<${element.tag}${own.join("")}>`;
  if (VOID.has(element.tag)) return start;
  const frame = { tag: element.tag, isInline: parent?.isInline ?? element.tag === "span" };
  return `${start}${printChildren(element, frame, depth + 1)}</${element.tag}>`;
}

function printChildren(element: HtmlElement, frame: Frame, depth: number): string {
  return element.children.map((child) => printNode(child, frame, depth)).join("");
}

/** In other parents the parser would close the elements around. */
function mayBeIn(tag: string, { tag: parent, isInline }: Frame, depth: number): boolean {
  if (depth > MOST_NESTED) return false;
  if (isInline) return IN_LINES.has(tag);
  const parents = PARENTS[tag];
  return parents === undefined ? TAGS.has(tag) : parents.includes(parent);
}

const TAGS: ReadonlySet<string> = new Set(allowedTags());
const IN_LINES: ReadonlySet<string> = new Set("span strong em u s sub sup code br img".split(" "));
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);
const PARENTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  li: ["ul", "ol"],
  tbody: ["table"],
  tr: ["table", "tbody"],
  td: ["tr"],
  th: ["tr"],
};

function printAttribute(name: string, value: string): string {
  const check = CHECKS[name];
  const kept = check === undefined ? (OWN_ATTRIBUTE.test(name) ? value : undefined) : check.normalise(value);
  return kept === undefined ? "" : ` ${name}="${escapeAttribute(kept)}"`;
}

const OWN_ATTRIBUTE = /^(?:data-[a-z0-9-]{1,60}|dir|alt|type)$/;
const CHECKS: Readonly<Partial<Record<string, ValueCheck>>> = {
  href: linkTarget,
  src: inlineImage,
  "data-file-id": opaqueId,
  "data-original-id": opaqueId,
  "data-note-id": opaqueId,
  width: wholeNumber(1, 20_000),
  height: wholeNumber(1, 20_000),
  start: wholeNumber(-999_999, 999_999),
  colspan: wholeNumber(1, 100),
  rowspan: wholeNumber(1, 1000),
};

function textOf(node: HtmlNode): string {
  if (node.kind === "text") return node.text;
  return isDropped(node.tag) ? "" : node.children.map(textOf).join("");
}
