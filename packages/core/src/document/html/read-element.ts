/**
 * Maps an element to a node or mark of stored HTML. Other elements keep only their text, or are dropped if they are not readable content.
 */
import { parseStyle } from "../colors/css-style.ts";
import type { HtmlElement } from "./html-tree.ts";
import type { StoredMark } from "./stored-doc.ts";
import {
  type Attributes,
  type AttributeValue,
  type ElementRule,
  type MarkName,
  type NodeName,
  OWN_NODE,
  readValue,
  STORED_MARKS,
  STORED_NODES,
} from "./stored-html.ts";

export type Meaning =
  | { readonly kind: "dropped" }
  /** An element without a meaning; with `edge` it still ends the line before and after. */
  | { readonly kind: "transparent"; readonly edge: boolean }
  | { readonly kind: "mark"; readonly mark: StoredMark }
  | { readonly kind: "node"; readonly name: NodeName; readonly attrs: Attributes };

export function readElement(element: HtmlElement): Meaning {
  if (isDropped(element.tag)) return { kind: "dropped" };
  const name = nodeOf(element);
  if (name !== undefined) return readNode(name, element);
  const mark = MARKS[element.tag];
  if (mark !== undefined) return readMark(mark, element);
  return { kind: "transparent", edge: EDGES.has(element.tag) };
}

/** True for elements whose content is not meant to be read. */
export function isDropped(tag: string): boolean {
  return DROPPED.has(tag);
}

export function readAttributes(rule: ElementRule, element: HtmlElement): Attributes {
  const attrs: Record<string, AttributeValue> = {};
  const style = element.attributes.style === undefined ? undefined : parseStyle(element.attributes.style);
  for (const attribute of rule.attributes) {
    const raw = attribute.content ? textOf(element) : attribute.style ? style?.get(attribute.html) : element.attributes[attribute.html];
    attrs[attribute.name] = readValue(attribute, raw);
  }
  return attrs;
}

function hasWhatItNeeds(rule: ElementRule, attrs: Attributes): boolean {
  return rule.needsOneOf === undefined || rule.needsOneOf.some((name) => attrs[name] !== null && attrs[name] !== undefined);
}

function nodeOf(element: HtmlElement): NodeName | undefined {
  const own = element.attributes[OWN_NODE];
  if (own !== undefined && OWN_NAME.test(own) && OWN_TAGS.has(element.tag)) return ownNodeOf(element.tag, own);
  if (element.tag === "a" && element.attributes["data-note-id"] !== undefined) return "noteLink";
  if (element.tag === "a") return element.attributes["data-file-id"] === undefined ? undefined : "attachment";
  if (element.tag === "ul") return element.attributes["data-type"] === "taskList" ? "taskList" : "bulletList";
  return NODES[element.tag];
}

const OWN_NAME = /^[a-z][A-Za-z0-9-]{0,39}$/;
const OWN_TAGS: ReadonlySet<string> = new Set(["div", "span", "sup"]);

/** An unknown name belongs to a later version. */
function ownNodeOf(tag: string, name: string): NodeName | undefined {
  const known = OWN_NODES[`${tag} ${name}`];
  if (known !== undefined || tag === "sup") return known;
  return tag === "div" ? "unknownBlock" : "unknownInline";
}

function readNode(name: NodeName, element: HtmlElement): Meaning {
  const rule = STORED_NODES[name];
  const attrs = readAttributes(rule, element);
  if (name === "heading") return { kind: "node", name, attrs: { level: headingLevel(element.tag), ...attrs } };
  if (name === "codeBlock") return { kind: "node", name, attrs: { language: codeLanguage(element) } };
  if (TRANSPARENT_WITHOUT.has(name) && !hasWhatItNeeds(rule, attrs)) return { kind: "transparent", edge: false };
  return hasWhatItNeeds(rule, attrs) ? { kind: "node", name, attrs } : { kind: "dropped" };
}

function readMark(name: MarkName, element: HtmlElement): Meaning {
  const rule: ElementRule = STORED_MARKS[name];
  const attrs = readAttributes(rule, element);
  if (!hasWhatItNeeds(rule, attrs)) return { kind: "transparent", edge: false };
  return { kind: "mark", mark: { type: name, attrs } };
}

const TRANSPARENT_WITHOUT: ReadonlySet<NodeName> = new Set(["attachment", "noteLink"]);

function textOf({ children }: HtmlElement): string {
  return children.map((node) => (node.kind === "text" ? node.text : isDropped(node.tag) ? "" : textOf(node))).join("");
}

function headingLevel(tag: string): number {
  return Number(tag.slice(1));
}

/** The language is usually on `code` inside `pre`, seldom on `pre` itself. */
function codeLanguage(pre: HtmlElement): AttributeValue {
  const code = pre.children.find((child): child is HtmlElement => child.kind === "element" && child.tag === "code");
  const attribute = STORED_NODES.codeBlock.attributes[0];
  return readValue(attribute, code?.attributes.class) ?? readValue(attribute, pre.attributes.class);
}

/** Elements whose content is not text: script, style, embedded documents, foreign markup, fallbacks and form menus. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    "script style title template iframe frameset object applet embed noembed noframes noscript svg math canvas audio video map " +
    "datalist xml"
  ).split(" "),
);

const EDGES: ReadonlySet<string> = new Set(
  (
    "address article aside body center dd dialog dir div dl dt fieldset figcaption figure footer form header hgroup html " +
    "legend main menu nav optgroup option plaintext search section select summary textarea " +
    "listing xmp thead tbody tfoot caption colgroup"
  ).split(" "),
);

const OWN_NODES: Readonly<Record<string, NodeName | undefined>> = withoutPrototype({
  "div callout": "callout",
  "span math": "math",
  "sup footnote": "footnote",
});

const NODES: Readonly<Record<string, NodeName | undefined>> = withoutPrototype({
  p: "paragraph",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  ol: "orderedList",
  li: "listItem",
  blockquote: "blockquote",
  details: "toggle",
  pre: "codeBlock",
  hr: "horizontalRule",
  table: "table",
  tr: "tableRow",
  td: "tableCell",
  th: "tableHeader",
  br: "hardBreak",
  img: "image",
});

const MARKS: Readonly<Record<string, MarkName | undefined>> = withoutPrototype({
  a: "link",
  span: "textStyle",
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underline",
  ins: "underline",
  s: "strike",
  del: "strike",
  strike: "strike",
  sub: "subscript",
  sup: "superscript",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
});

function withoutPrototype<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value | undefined>> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}
