/** The only writer of stored HTML: ordered attributes and marks, checked values, browser escaping. Sync compares its bytes. A §2.14. */
import { toWellFormed } from "./attribute-values.ts";
import { isText, type StoredNode } from "./stored-doc.ts";
import {
  type AttributeRule,
  type AttributeValue,
  type ElementRule,
  HEADING_LEVELS,
  markRule,
  type NodeRule,
  nodeRule,
  printValue,
  STORED_MARKS,
} from "./stored-html.ts";

export type MarkSource = { readonly name: string; readonly attrs: Readonly<Record<string, unknown>> };

/** Accessors for trees with other node types. */
export type NodeSource<Node> = {
  readonly name: (node: Node) => string;
  readonly attrs: (node: Node) => Readonly<Record<string, unknown>>;
  readonly children: (node: Node) => readonly Node[];
  readonly marks: (node: Node) => readonly MarkSource[];
  readonly text: (node: Node) => string;
  /** Cache of written nodes, for trees that never change in place. */
  readonly written?: { get(node: Node): string | undefined; set(node: Node, html: string): unknown };
};

/** A document of one plain empty paragraph, which is how an editor shows an empty note, is written as an empty string. */
export const EMPTY_BLOCK = "<p></p>";

export function writeBlocks<Node>(blocks: readonly Node[], source: NodeSource<Node>): string {
  const html = blocks.map((block) => writeBlock(block, source)).join("");
  return html === EMPTY_BLOCK ? "" : html;
}

export function writeBlock<Node>(block: Node, source: NodeSource<Node>): string {
  const known = source.written?.get(block);
  if (known !== undefined) return known;
  const rule = nodeRule(source.name(block));
  const html = rule === undefined ? "" : writeNode(block, rule, source);
  source.written?.set(block, html);
  return html;
}

export const STORED_SOURCE: NodeSource<StoredNode> = {
  name: (node) => node.type,
  attrs: (node) => (isText(node) ? {} : node.attrs),
  children: (node) => (isText(node) ? [] : (node.content ?? [])),
  marks: (node) => (node.marks ?? []).map((mark) => ({ name: mark.type, attrs: mark.attrs })),
  text: (node) => (isText(node) ? node.text : ""),
};

function writeNode<Node>(node: Node, rule: NodeRule, source: NodeSource<Node>): string {
  const attrs = source.attrs(node);
  if (rule.opaque) return typeof attrs.html === "string" ? attrs.html : "";
  if (rule.bare) return writeContent(node, rule, source);
  const tag = rule.tag === "h1" ? `h${headingLevel(attrs.level)}` : rule.tag;
  const own = rule.inner === "code" ? "" : printAttributes(rule, attrs);
  if (rule.holds === "nothing") return writeEmpty(tag, own, { rule, attrs });
  const [open, close] = rule.inner === undefined ? ["", ""] : innerTags(rule, attrs);
  return `<${tag}${own}>${open}${writeContent(node, rule, source)}${close}</${tag}>`;
}

function innerTags(rule: NodeRule, attrs: Readonly<Record<string, unknown>>): readonly [string, string] {
  return [`<${rule.inner}${rule.inner === "code" ? printAttributes(rule, attrs) : ""}>`, `</${rule.inner}>`];
}

/** An attachment contains its file's name and a formula its source; of the other nodes only links have an end tag. */
function writeEmpty(
  tag: string,
  own: string,
  { rule, attrs }: { readonly rule: NodeRule; readonly attrs: Readonly<Record<string, unknown>> },
): string {
  if (rule.needsOneOf !== undefined && !rule.needsOneOf.some((name) => printsValue(rule, attrs, name))) return "";
  const shown = rule.attributes.find(({ name, content }) => content || name === "fileName");
  if (shown === undefined && tag !== "a") return `<${tag}${own}>`;
  return `<${tag}${own}>${escapeText((shown && printValue(shown, attrs[shown.name] as AttributeValue)) ?? "")}</${tag}>`;
}

function writeContent<Node>(node: Node, rule: NodeRule, source: NodeSource<Node>): string {
  const children = source.children(node);
  if (rule.holds === "text") return writeCode(children.map(source.text).join(""));
  if (rule.holds === "line") return writeLine(children, source);
  return children.map((child) => writeBlock(child, source)).join("");
}

type OpenMark = { readonly close: string; readonly open: string };

/** Adjacent pieces of text share their common outer marks. */
function writeLine<Node>(nodes: readonly Node[], source: NodeSource<Node>): string {
  let html = "";
  let open: readonly OpenMark[] = [];
  for (const node of nodes) {
    const piece = writePiece(node, source);
    if (piece === "") continue;
    const wanted = printMarks(source.marks(node));
    const kept = commonPrefix(open, wanted);
    for (let index = open.length - 1; index >= kept; index--) html += open[index]?.close;
    for (const mark of wanted.slice(kept)) html += mark.open;
    html += piece;
    open = wanted;
  }
  for (let index = open.length - 1; index >= 0; index--) html += open[index]?.close;
  return html;
}

function writePiece<Node>(node: Node, source: NodeSource<Node>): string {
  const name = source.name(node);
  if (name === "text") return escapeText(source.text(node)).replace(/\r\n?|\n/g, "<br>");
  const rule = nodeRule(name);
  return rule?.group === "inline" ? writeNode(node, rule, source) : "";
}

const MARK_ORDER: readonly string[] = Object.keys(STORED_MARKS);

function printMarks(marks: readonly MarkSource[]): readonly OpenMark[] {
  if (marks.length === 0) return NO_OPEN_MARKS;
  return [...marks].sort((one, other) => MARK_ORDER.indexOf(one.name) - MARK_ORDER.indexOf(other.name)).flatMap(printMark);
}

const NO_OPEN_MARKS: readonly OpenMark[] = [];

function printMark({ name, attrs }: MarkSource): readonly OpenMark[] {
  const rule = markRule(name);
  if (rule === undefined) return [];
  const own = printAttributes(rule, attrs);
  if (rule.needsOneOf !== undefined && own === "") return [];
  return [{ open: `<${rule.tag}${own}>`, close: `</${rule.tag}>` }];
}

function commonPrefix(some: readonly OpenMark[], others: readonly OpenMark[]): number {
  let length = 0;
  while (length < some.length && some[length]?.open === others[length]?.open) length++;
  return length;
}

/** Attributes of an element in a fixed order, each ` name="value"`; CSS comes last, as one style attribute. */
export function printAttributes(rule: ElementRule, attrs: Readonly<Record<string, unknown>>): string {
  return htmlAttributes(rule, attrs)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("");
}

/** The attributes as unescaped pairs, for an editor's DOM. */
export function htmlAttributes(rule: ElementRule, attrs: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = Object.entries(rule.fixed ?? {});
  const css: string[] = [];
  for (const attribute of rule.attributes) {
    const value = printValue(attribute, attrs[attribute.name] as AttributeValue | undefined);
    if (value === undefined || attribute.content) continue;
    if (attribute.style) css.push(`${attribute.html}: ${value};`);
    else pairs.push([attribute.html, value]);
  }
  if (css.length > 0) pairs.push(["style", css.join(" ")]);
  return pairs;
}

function printsValue(rule: ElementRule, attrs: Readonly<Record<string, unknown>>, name: string): boolean {
  const attribute: AttributeRule | undefined = rule.attributes.find((known) => known.name === name);
  return attribute !== undefined && printValue(attribute, attrs[name] as AttributeValue | undefined) !== undefined;
}

export function headingLevel(level: unknown): number {
  return HEADING_LEVELS.find((known) => known === level) ?? 3;
}

function writeCode(text: string): string {
  return escapeText(text.replace(/\r\n?/g, "\n"));
}

const SPECIAL_IN_TEXT = /[&<>\u00a0]/;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" };

export function escapeText(text: string): string {
  const clean = withoutControls(text);
  return SPECIAL_IN_TEXT.test(clean) ? clean.replace(/[&<>\u00a0]/g, (char) => ESCAPES[char] ?? char) : clean;
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\u00a0]/g, (char) => ESCAPES[char] ?? char);
}

/** Removes control characters, which users do not type and XML readers reject. Keeps line ends. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return toWellFormed(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ""));
}
