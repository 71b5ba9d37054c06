/**
 * The stored-HTML schema, version 2, as one table: which elements a note may hold, which attributes they carry and which values
 * those may have. The canonical form, the sanitiser's allow-list, the editor's schema and docs/stored-html.md are derived from it.
 * A change here is a new version: notes of every earlier version must stay readable, and a node of a later version is carried through as it
 * is (`opaque-html.ts`). Spec A §2.14; decisions 0005, 0023.
 */

import type { ValueCheck } from "./attribute-values.ts";
import * as value from "./attribute-values.ts";

export type AttributeValue = string | number | boolean | readonly number[] | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

export type AttributeRule = {
  /** Its name in the document model and in the editor. */
  readonly name: string;
  /** The HTML attribute, or with `style` the CSS property. */
  readonly html: string;
  readonly style?: true;
  /** The element's own text, and no attribute. */
  readonly content?: true;
  /** Put before the value in HTML: `language-` of code. */
  readonly prefix?: string;
  readonly type: "text" | "number" | "boolean" | "numbers";
  /** What it is when HTML does not say; not written down, except with `always`. */
  readonly absent: AttributeValue;
  readonly always?: true;
  readonly check: ValueCheck;
};

export type ElementRule = {
  readonly tag: string;
  /** Attributes that distinguish this element from another with the same tag; always written first. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** An element in between, which carries no meaning of its own. */
  readonly inner?: string;
  readonly attributes: readonly AttributeRule[];
  /** Without one of these the element means nothing and is dropped. */
  readonly needsOneOf?: readonly string[];
  /** Only in the document model: in HTML its content is its parent's. */
  readonly bare?: true;
  /** Of a later version: `html` is the whole element, as opaque-html.ts answers it. */
  readonly opaque?: true;
};

export type NodeRule = ElementRule & {
  readonly group: "block" | "inline" | "part";
  /** `line`: text, marks and inline nodes. `text`: text alone. Otherwise the children's names, or any blocks. */
  readonly holds: "blocks" | "line" | "text" | "nothing" | readonly string[];
};

/** Marks a node that HTML has no element for, by its name. Unknown names are those of later versions. */
export const OWN_NODE = "data-satchel";
/** How a link to a note is written where only an address can be; its id follows. */
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

/** In the order in which an editor should try them; the first block is the one that is in for missing content. */
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

/** Marks from the outermost to the innermost: the one order in which they are nested. */
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

/** Containers inside containers: deeper ones lose their frame, never their text. */
export const MAX_NESTING = 64;

export function nodeRule(name: string): NodeRule | undefined {
  return Object.hasOwn(STORED_NODES, name) ? STORED_NODES[name as NodeName] : undefined;
}

export function markRule(name: string): ElementRule | undefined {
  return Object.hasOwn(STORED_MARKS, name) ? STORED_MARKS[name as MarkName] : undefined;
}

/** The normal form of a value, as HTML has it; undefined when refused. */
export function printValue(rule: AttributeRule, raw: AttributeValue | undefined): string | undefined {
  if (raw === null || raw === undefined) return undefined;
  const prefix = rule.prefix ?? "";
  const text = rule.check.normalise(prefix + (Array.isArray(raw) ? raw.join(",") : String(raw)));
  return text === undefined || (text === absentText(rule) && !rule.always) ? undefined : prefix + text;
}

/** The model's value of what HTML says; `absent` when HTML says nothing, or what is refused. */
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

/** For a sanitiser: every tag that canonical HTML may hold. */
export function allowedTags(): string[] {
  const rules: readonly ElementRule[] = [...Object.values(STORED_NODES), ...Object.values(STORED_MARKS)];
  const inner = rules.flatMap((rule) => (rule.inner === undefined ? [] : [rule.inner]));
  return [...new Set([...rules.map((rule) => rule.tag), ...inner, ...HEADING_LEVELS.map((level) => `h${level}`)])];
}

/** For a sanitiser: every attribute that canonical HTML may hold. */
export function allowedAttributes(): string[] {
  const rules: readonly ElementRule[] = [...Object.values(STORED_NODES), ...Object.values(STORED_MARKS)];
  const names = rules.flatMap((rule) => [
    ...Object.keys(rule.fixed ?? {}),
    ...rule.attributes.filter(({ content }) => content === undefined).map((attribute) => (attribute.style ? "style" : attribute.html)),
  ]);
  return [...new Set(names)];
}
