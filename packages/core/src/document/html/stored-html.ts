/**
 * The stored-HTML schema, version 2: elements, attributes and values that a note may have. The canonical form, the sanitizer's allow-list,
 * the editor's schema and docs/stored-html.md derive from it. A change is a new version: notes of every earlier version must stay readable,
 * and nodes of later versions are carried unchanged (`opaque-html.ts`). Spec A §2.14; decisions 0005, 0023.
 */

import type { ValueCheck } from "./attribute-values.ts";
import * as value from "./attribute-values.ts";

export type AttributeValue = string | number | boolean | readonly number[] | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

export type AttributeRule = {
  /** Name in the document model and in the editor. */
  readonly name: string;
  /** The HTML attribute, or with `style` the CSS property. */
  readonly html: string;
  readonly style?: true;
  /** The value is the element's text, not an attribute. */
  readonly content?: true;
  /** Prefix of the value in HTML, such as `language-` for code. */
  readonly prefix?: string;
  readonly type: "text" | "number" | "boolean" | "numbers";
  /** Value if HTML does not have the attribute; not written, except with `always`. */
  readonly absent: AttributeValue;
  readonly always?: true;
  readonly check: ValueCheck;
};

export type ElementRule = {
  readonly tag: string;
  /** Attributes that distinguish this element from others with the same tag; always written first. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** A wrapper element inside, without a meaning. */
  readonly inner?: string;
  readonly attributes: readonly AttributeRule[];
  /** The element is dropped if it has none of these attributes. */
  readonly needsOneOf?: readonly string[];
  /** Exists only in the document model: in HTML its content is inside its parent. */
  readonly bare?: true;
  /** A node of a later version: `html` is the whole element, in the form of opaque-html.ts. */
  readonly opaque?: true;
};

export type NodeRule = ElementRule & {
  readonly group: "block" | "inline" | "part";
  /** `line`: text, marks and inline nodes. `text`: text only. Otherwise the children's names, or any blocks. */
  readonly holds: "blocks" | "line" | "text" | "nothing" | readonly string[];
};

/** Attribute with the name of a node that HTML has no element for. Unknown names belong to later versions. */
export const OWN_NODE = "data-satchel";
/** Prefix of a link to a note in contexts that allow only an address; the note's id follows. */
export const NOTE_ADDRESS = "satchel:note/";
/** A code block in this language is shown as a formula. */
export const FORMULA_LANGUAGE = "math";
export const CALLOUT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

const dir: AttributeRule = { name: "dir", html: "dir", type: "text", absent: null, check: value.direction };
const textAlign: AttributeRule = { name: "textAlign", html: "text-align", style: true, type: "text", absent: null, check: value.alignment };
const background: AttributeRule = {
  name: "backgroundColor",
  html: "background-color",
  style: true,
  type: "text",
  absent: null,
  check: value.color,
};

const opaqueAttributes: readonly AttributeRule[] = [
  { name: "html", html: "", content: true, type: "text", absent: null, check: value.anyText },
];

const cellAttributes: readonly AttributeRule[] = [
  { name: "colspan", html: "colspan", type: "number", absent: 1, check: value.wholeNumber(1, 100) },
  { name: "rowspan", html: "rowspan", type: "number", absent: 1, check: value.wholeNumber(1, 1000) },
  { name: "colwidth", html: "data-colwidth", type: "numbers", absent: null, check: value.columnWidths },
  textAlign,
  background,
];

/** In the order in which an editor tries them; the first block is used for missing content. */
export const STORED_NODES = {
  paragraph: { tag: "p", group: "block", holds: "line", attributes: [dir, textAlign] },
  heading: { tag: "h1", group: "block", holds: "line", attributes: [dir, textAlign] },
  bulletList: { tag: "ul", group: "block", holds: ["listItem"], attributes: [dir] },
  orderedList: {
    tag: "ol",
    group: "block",
    holds: ["listItem"],
    attributes: [
      dir,
      { name: "start", html: "start", type: "number", absent: 1, check: value.wholeNumber(-999_999, 999_999) },
      { name: "type", html: "type", type: "text", absent: null, check: value.orderedListType },
    ],
  },
  listItem: { tag: "li", group: "part", holds: "blocks", attributes: [] },
  taskList: { tag: "ul", fixed: { "data-type": "taskList" }, group: "block", holds: ["taskItem"], attributes: [dir] },
  taskItem: {
    tag: "li",
    fixed: { "data-type": "taskItem" },
    group: "part",
    holds: "blocks",
    attributes: [{ name: "checked", html: "data-checked", type: "boolean", absent: false, always: true, check: value.trueOrFalse }],
  },
  blockquote: { tag: "blockquote", group: "block", holds: "blocks", attributes: [dir] },
  callout: {
    tag: "div",
    fixed: { [OWN_NODE]: "callout" },
    group: "block",
    holds: "blocks",
    attributes: [{ name: "kind", html: "data-kind", type: "text", absent: "note", always: true, check: value.oneOf(CALLOUT_KINDS) }, dir],
  },
  toggle: { tag: "details", group: "block", holds: ["toggleTitle", "toggleBody"], attributes: [dir] },
  toggleTitle: { tag: "summary", group: "part", holds: "line", attributes: [] },
  toggleBody: { tag: "div", bare: true, group: "part", holds: "blocks", attributes: [] },
  codeBlock: {
    tag: "pre",
    inner: "code",
    group: "block",
    holds: "text",
    attributes: [{ name: "language", html: "class", prefix: "language-", type: "text", absent: null, check: value.language }],
  },
  horizontalRule: { tag: "hr", group: "block", holds: "nothing", attributes: [] },
  table: { tag: "table", inner: "tbody", group: "block", holds: ["tableRow"], attributes: [dir] },
  tableRow: { tag: "tr", group: "part", holds: ["tableCell", "tableHeader"], attributes: [] },
  tableCell: { tag: "td", group: "part", holds: "blocks", attributes: cellAttributes },
  tableHeader: { tag: "th", group: "part", holds: "blocks", attributes: cellAttributes },
  unknownBlock: { tag: "div", group: "block", holds: "nothing", opaque: true, attributes: opaqueAttributes },
  hardBreak: { tag: "br", group: "inline", holds: "nothing", attributes: [] },
  image: {
    tag: "img",
    group: "inline",
    holds: "nothing",
    needsOneOf: ["src", "imageId", "originalId", "remoteSrc"],
    attributes: [
      { name: "imageId", html: "data-image-id", type: "text", absent: null, check: value.opaqueId },
      { name: "originalId", html: "data-original-id", type: "text", absent: null, check: value.opaqueId },
      { name: "remoteSrc", html: "data-remote-src", type: "text", absent: null, check: value.webAddress },
      { name: "alt", html: "alt", type: "text", absent: null, check: value.textUpTo(1000) },
      { name: "caption", html: "data-caption", type: "text", absent: null, check: value.textUpTo(1000) },
      { name: "width", html: "width", type: "number", absent: null, check: value.wholeNumber(1, 20_000) },
      { name: "height", html: "height", type: "number", absent: null, check: value.wholeNumber(1, 20_000) },
      { name: "src", html: "src", type: "text", absent: null, check: value.inlineImage },
    ],
  },
  attachment: {
    tag: "a",
    group: "inline",
    holds: "nothing",
    needsOneOf: ["fileId"],
    attributes: [
      { name: "fileId", html: "data-file-id", type: "text", absent: null, check: value.opaqueId },
      { name: "fileName", html: "data-file-name", type: "text", absent: null, check: value.textUpTo(255) },
      { name: "downloadUrl", html: "data-download-url", type: "text", absent: null, check: value.downloadAddress },
      { name: "fileSize", html: "data-file-size", type: "number", absent: null, check: value.wholeNumber(0, 999_999_999_999) },
      { name: "mimeType", html: "data-mime-type", type: "text", absent: null, check: value.mimeType },
    ],
  },
  noteLink: {
    tag: "a",
    group: "inline",
    holds: "nothing",
    needsOneOf: ["noteId"],
    attributes: [{ name: "noteId", html: "data-note-id", type: "text", absent: null, check: value.opaqueId }],
  },
  math: {
    tag: "span",
    fixed: { [OWN_NODE]: "math" },
    group: "inline",
    holds: "nothing",
    needsOneOf: ["tex"],
    attributes: [{ name: "tex", html: "", content: true, type: "text", absent: null, check: value.oneLine }],
  },
  footnote: {
    tag: "sup",
    fixed: { [OWN_NODE]: "footnote" },
    group: "inline",
    holds: "nothing",
    needsOneOf: ["text"],
    attributes: [{ name: "text", html: "", content: true, type: "text", absent: null, check: value.oneLine }],
  },
  unknownInline: {
    tag: "span",
    group: "inline",
    holds: "nothing",
    opaque: true,
    attributes: opaqueAttributes,
  },
} as const satisfies Readonly<Record<string, NodeRule>>;

export type NodeName = keyof typeof STORED_NODES;

/** Marks from the outermost to the innermost; the only nesting order. */
export const STORED_MARKS = {
  link: {
    tag: "a",
    needsOneOf: ["href"],
    attributes: [{ name: "href", html: "href", type: "text", absent: null, check: value.linkTarget }],
  },
  textStyle: {
    tag: "span",
    needsOneOf: ["color", "backgroundColor"],
    attributes: [{ name: "color", html: "color", style: true, type: "text", absent: null, check: value.color }, background],
  },
  bold: { tag: "strong", attributes: [] },
  italic: { tag: "em", attributes: [] },
  underline: { tag: "u", attributes: [] },
  strike: { tag: "s", attributes: [] },
  subscript: { tag: "sub", attributes: [] },
  superscript: { tag: "sup", attributes: [] },
  code: { tag: "code", attributes: [] },
} as const satisfies Readonly<Record<string, ElementRule>>;

export type MarkName = keyof typeof STORED_MARKS;

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** Maximum nesting of containers: deeper ones lose their element, never their text. */
export const MAX_NESTING = 64;

export function nodeRule(name: string): NodeRule | undefined {
  return Object.hasOwn(STORED_NODES, name) ? STORED_NODES[name as NodeName] : undefined;
}

export function markRule(name: string): ElementRule | undefined {
  return Object.hasOwn(STORED_MARKS, name) ? STORED_MARKS[name as MarkName] : undefined;
}

/** Returns the normal form of a value in HTML; undefined if it is rejected. */
export function printValue(rule: AttributeRule, raw: AttributeValue | undefined): string | undefined {
  if (raw === null || raw === undefined) return undefined;
  const prefix = rule.prefix ?? "";
  const text = rule.check.normalise(prefix + (Array.isArray(raw) ? raw.join(",") : String(raw)));
  return text === undefined || (text === absentText(rule) && !rule.always) ? undefined : prefix + text;
}

/** Returns the model's value for an HTML value; `absent` if it is missing or rejected. */
export function readValue(rule: AttributeRule, raw: string | undefined): AttributeValue {
  const text = raw === undefined ? undefined : rule.check.normalise(raw);
  if (text === undefined) return rule.absent;
  if (rule.type === "number") return Number(text);
  if (rule.type === "boolean") return text === "true";
  if (rule.type === "numbers") return text.split(",").map(Number);
  return text;
}

function absentText(rule: AttributeRule): string | undefined {
  return rule.absent === null ? undefined : String(rule.absent);
}

/** Tags that canonical HTML may contain, for a sanitizer. */
export function allowedTags(): string[] {
  const rules: readonly ElementRule[] = [...Object.values(STORED_NODES), ...Object.values(STORED_MARKS)];
  const inner = rules.flatMap((rule) => (rule.inner === undefined ? [] : [rule.inner]));
  return [...new Set([...rules.map((rule) => rule.tag), ...inner, ...HEADING_LEVELS.map((level) => `h${level}`)])];
}

/** Attributes that canonical HTML may contain, for a sanitizer. */
export function allowedAttributes(): string[] {
  const rules: readonly ElementRule[] = [...Object.values(STORED_NODES), ...Object.values(STORED_MARKS)];
  const names = rules.flatMap((rule) => [
    ...Object.keys(rule.fixed ?? {}),
    ...rule.attributes.filter(({ content }) => content === undefined).map((attribute) => (attribute.style ? "style" : attribute.html)),
  ]);
  return [...new Set(names)];
}
