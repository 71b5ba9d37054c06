/** Fast path for canonical HTML without attributes, by a scan; anything else is left to `readStoredHtml`. Pure. */
import { decodeText } from "./html-text.ts";
import { emptyParagraph, NO_MARKS, type StoredDoc, type StoredElement, type StoredMark, type StoredNode } from "./stored-doc.ts";
import { type Attributes, HEADING_LEVELS, type MarkName, type NodeName, STORED_MARKS } from "./stored-html.ts";
import { EMPTY_BLOCK } from "./write-stored-html.ts";

/** Returns the document of `readStoredHtml`; undefined if the HTML may not be canonical. */
export function readPlainHtml(html: string): StoredDoc | undefined {
  if (html === EMPTY_BLOCK || UNSURE.test(html)) return undefined;
  const scan: Scan = { html, at: 0, isSure: true };
  const content = readBlocks(scan, 0);
  return scan.isSure && scan.at === html.length && content.length > 0 ? { type: "doc", content } : undefined;
}

type Scan = { readonly html: string; at: number; isSure: boolean };

/** Control characters except the tab, the no-break space (stored as an entity), and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNSURE = /[\u0000-\u0008\u000a-\u001f\u007f\u00a0\p{Surrogate}]/u;
const MOST_NESTED = 8;

type Kind = { readonly type: NodeName; readonly attrs: Attributes; readonly end: string };

const { attrs: PARAGRAPH } = emptyParagraph();
const FRAME: Attributes = { dir: null };
const NO_ATTRIBUTES: Attributes = {};

const LINES = byTag({
  p: { type: "paragraph", attrs: PARAGRAPH },
  ...Object.fromEntries(HEADING_LEVELS.map((level) => [`h${level}`, { type: "heading", attrs: { level, ...PARAGRAPH } }] as const)),
});
const LISTS = byTag({
  ul: { type: "bulletList", attrs: FRAME },
  ol: { type: "orderedList", attrs: { ...FRAME, start: 1, type: null } },
});
const ITEMS = byTag({ li: { type: "listItem", attrs: NO_ATTRIBUTES } });
const QUOTES = byTag({ blockquote: { type: "blockquote", attrs: FRAME } });
const RULE: StoredElement = { type: "horizontalRule", attrs: NO_ATTRIBUTES };

function byTag(kinds: Readonly<Record<string, Omit<Kind, "end">>>): ReadonlyMap<string, Kind> {
  return new Map(Object.entries(kinds).map(([tag, kind]) => [`<${tag}>`, { ...kind, end: `</${tag}>` }]));
}

type Mark = { readonly mark: StoredMark; readonly start: string; readonly end: string; readonly order: number };

const MARKS: ReadonlyMap<string, Mark> = new Map(
  Object.entries(STORED_MARKS).flatMap(([type, { tag, attributes }], order): (readonly [string, Mark])[] => {
    const mark = { mark: { type: type as MarkName, attrs: NO_ATTRIBUTES }, start: `<${tag}>`, end: `</${tag}>`, order };
    return attributes.length === 0 ? [[mark.start, mark]] : [];
  }),
);

function readBlocks(scan: Scan, nesting: number): readonly StoredElement[] {
  const blocks: StoredElement[] = [];
  while (scan.isSure) {
    const block = readBlock(scan, takeTag(scan), nesting);
    if (block === undefined) break;
    blocks.push(block);
  }
  return blocks;
}

/** Returns undefined, without advancing, if no block follows. */
function readBlock(scan: Scan, tag: string, nesting: number): StoredElement | undefined {
  const line = LINES.get(tag);
  if (line !== undefined) return element(line, readLine(scan, line.end));
  if (tag === "<hr>") return RULE;
  const [list, quote] = [LISTS.get(tag), QUOTES.get(tag)];
  if (nesting < MOST_NESTED && list !== undefined) return element(list, readItems(scan, list.end, nesting + 1));
  if (nesting < MOST_NESTED && quote !== undefined) return element(quote, readFilled(scan, quote.end, nesting + 1));
  scan.at -= tag.length;
  return undefined;
}

function element({ type, attrs }: Kind, content: readonly StoredNode[]): StoredElement {
  return content.length === 0 ? { type, attrs } : { type, attrs, content };
}

function readItems(scan: Scan, end: string, nesting: number): readonly StoredElement[] {
  const items: StoredElement[] = [];
  for (let tag = takeTag(scan); tag !== end; tag = takeTag(scan)) {
    const item = ITEMS.get(tag);
    if (item === undefined) scan.isSure = false;
    if (item === undefined || !scan.isSure) break;
    items.push(element(item, readFilled(scan, item.end, nesting)));
  }
  return someOf(scan, items);
}

function readFilled(scan: Scan, end: string, nesting: number): readonly StoredElement[] {
  const blocks = readBlocks(scan, nesting);
  if (takeTag(scan) !== end) scan.isSure = false;
  return someOf(scan, blocks);
}

/** Canonical blocks are never empty, except lines. */
function someOf<Item>(scan: Scan, items: readonly Item[]): readonly Item[] {
  if (items.length === 0) scan.isSure = false;
  return items;
}

type Line = { readonly nodes: StoredNode[]; readonly open: Mark[]; marks: readonly StoredMark[]; before: string };

function readLine(scan: Scan, end: string): readonly StoredNode[] {
  const line: Line = { nodes: [], open: [], marks: NO_MARKS, before: "" };
  for (;;) {
    const text = takeText(scan);
    if (text !== "") line.nodes.push({ type: "text", text, marks: line.marks });
    if (text !== "") line.before = "";
    const tag = takeTag(scan);
    if (tag === end && line.open.length === 0) return line.nodes;
    if (!takeInline(line, tag)) scan.isSure = false;
    if (!scan.isSure) return line.nodes;
    line.before = tag;
  }
}

/** Canonical marks are not empty, are not closed and reopened in place, and nest in a fixed order. */
function takeInline(line: Line, tag: string): boolean {
  if (tag === "<br>") {
    line.nodes.push({ type: "hardBreak", attrs: NO_ATTRIBUTES, ...(line.marks.length === 0 ? {} : { marks: line.marks }) });
    return true;
  }
  const [inner, mark] = [line.open.at(-1), MARKS.get(tag)];
  if (inner !== undefined && tag === inner.end && line.before !== inner.start) line.open.pop();
  else if (mark !== undefined && line.before !== mark.end && (inner === undefined || inner.order < mark.order)) line.open.push(mark);
  else return false;
  line.marks = line.open.length === 0 ? NO_MARKS : line.open.map(({ mark: each }) => each);
  return true;
}

/** Returns an empty string if no tag follows. */
function takeTag(scan: Scan): string {
  const end = scan.html.charCodeAt(scan.at) === LESS ? scan.html.indexOf(">", scan.at) : -1;
  const tag = scan.html.slice(scan.at, end + 1);
  scan.at += tag.length;
  return tag;
}

const LESS = 0x3c;

function takeText(scan: Scan): string {
  const end = scan.html.indexOf("<", scan.at);
  const text = scan.html.slice(scan.at, end === -1 ? scan.html.length : end);
  scan.at += text.length;
  if (text.includes(">")) scan.isSure = false;
  if (!text.includes("&")) return text;
  if (!ESCAPED.test(text)) scan.isSure = false;
  return decodeText(text);
}

/** Canonical escaping; quotation marks are not escaped. */
const ESCAPED = /^[^&]*(?:&(?:amp|lt|gt|nbsp);[^&]*)*$/;
