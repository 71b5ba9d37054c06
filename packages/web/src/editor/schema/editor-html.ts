/** Converts the editor's document to canonical HTML without the DOM. A keystroke rewrites only the blocks around the caret (stack.md). */

import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { countChars } from "@satchel/core/document/html/html-text.ts";
import { opaqueText } from "@satchel/core/document/html/opaque-html.ts";
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { EMPTY_BLOCK, type NodeSource, writeBlock } from "@satchel/core/document/html/write-stored-html.ts";
import type { Node, Schema } from "@tiptap/pm/model";
import { createBlockCache } from "./block-cache.ts";

const EDITOR_SOURCE: NodeSource<Node> = {
  name: (node) => node.type.name,
  attrs: (node) => node.attrs,
  children: (node) => node.content.content,
  marks: (node) => node.marks.map((mark) => ({ name: mark.type.name, attrs: mark.attrs })),
  text: (node) => node.text ?? "",
  written: new WeakMap<Node, string>(),
};

/** Returns a function from document to exact canonical HTML, fast for consecutive documents of one editor. */
export function createDocWriter(): (doc: Node) => string {
  const blocks = createBlockCache(writeTopBlock);
  let [lastDoc, lastHtml]: [Node | undefined, string] = [undefined, ""];
  return (doc) => {
    if (doc === lastDoc) return lastHtml;
    const html = blocks(doc).values.join("");
    [lastDoc, lastHtml] = [doc, html === EMPTY_BLOCK ? "" : html];
    return lastHtml;
  };
}

/** Canonical HTML of each block of a document. */
export function writeDocBlocks(doc: Node): readonly string[] {
  return doc.children.map(writeTopBlock);
}

/** Normalizes a table during editing, when its rows or widths may briefly differ. */
function writeTopBlock(block: Node): string {
  const known = squared.get(block);
  if (known !== undefined) return known;
  const html = writeBlock(block, EDITOR_SOURCE);
  if (!html.includes("<table") || isSquare(block)) return html;
  const canonical = toCanonicalHtml(html);
  squared.set(block, canonical);
  return canonical;
}

const squared = new WeakMap<Node, string>();

/**
 * True for a table whose rows have equal length and that contains no table: its direct output is canonical, so it need not be parsed again.
 */
function isSquare(block: Node): boolean {
  if (block.type.name !== "table") return false;
  const columns = block.firstChild?.childCount ?? 0;
  return columns > 0 && block.children.every((row) => row.childCount === columns && isPlainRow(row));
}

/** Rows are immutable, so each is checked once. */
function isPlainRow(row: Node): boolean {
  const known = plainRows.get(row);
  if (known !== undefined) return known;
  const isPlain = row.children.every(({ attrs, children }) => {
    const { colspan, rowspan, colwidth } = attrs;
    return colspan === 1 && rowspan === 1 && colwidth === null && children.every((child) => child.isTextblock);
  });
  plainRows.set(row, isPlain);
  return isPlain;
}

const plainRows = new WeakMap<Node, boolean>();

/** Writes blocks in advance, so that the first edit of a long note does not wait for all of them. */
export function writeAhead(blocks: readonly Node[]): void {
  blocks.forEach(writeTopBlock);
}

/** Returns a function that counts a document's plain text characters. */
export function createDocCounter(): (doc: Node) => number {
  return createDocSum(countChars);
}

/** Sums `countText` over the text of each block. */
export function createDocSum(countText: (text: string) => number): (doc: Node) => number {
  const counted = new WeakMap<Node, number>();
  const blocks = createBlockCache((block) => countParts(block, countText, counted));
  let total = 0;
  return (doc) => {
    const { added, removed } = blocks(doc);
    total += sum(added) - sum(removed);
    return total;
  };
}

/** Counts each line separately: in a table of thousands of rows, a key changes only one of them. */
function countParts(node: Node, countText: (text: string) => number, counted: WeakMap<Node, number>): number {
  if (node.isLeaf) return countText(leafText(node));
  if (node.isTextblock) return countText(node.textBetween(0, node.content.size, "\n", leafText));
  const known = counted.get(node);
  if (known !== undefined) return known;
  const total = sum(node.children.map((child) => countParts(child, countText, counted)));
  counted.set(node, total);
  return total;
}

export function toEditorDoc(schema: Schema, html: string): Node {
  return schema.nodeFromJSON(readStoredHtml(html));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Text of leaf nodes, as in `toText`. */
const LEAF_TEXTS: Readonly<Record<string, ((attrs: Node["attrs"]) => string) | undefined>> = {
  attachment: ({ fileName }) => String(fileName ?? ""),
  math: ({ tex }) => String(tex ?? ""),
  footnote: ({ text }) => ` (${String(text ?? "")})`,
  unknownBlock: ({ html }) => opaqueText(String(html)),
  unknownInline: ({ html }) => opaqueText(String(html)),
};

function leafText(leaf: Node): string {
  return LEAF_TEXTS[leaf.type.name]?.(leaf.attrs) ?? "";
}
