/**
 * Between the editor's document and canonical HTML, without the DOM in between. Nodes never change in place, so the HTML of each is kept
 * by identity: after a keystroke only the blocks around the caret are written anew (stack.md "Editor").
 */
import { countText } from "@satchel/core/editor/html-text.ts";
import { readStoredHtml } from "@satchel/core/editor/read-stored-html.ts";
import { type NodeSource, writeBlocks } from "@satchel/core/editor/write-stored-html.ts";
import type { JSONContent } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";

const EDITOR_SOURCE: NodeSource<Node> = {
  name: (node) => node.type.name,
  attrs: (node) => node.attrs,
  children: (node) => node.content.content,
  marks: (node) => node.marks.map((mark) => ({ name: mark.type.name, attrs: mark.attrs })),
  text: (node) => node.text ?? "",
  written: new WeakMap<Node, string>(),
};

/** Exact canonical HTML of the document. */
export function toHtml(doc: Node): string {
  return writeBlocks(doc.content.content, EDITOR_SOURCE);
}

/** What `editor` takes as content. */
export function toEditorContent(html: string): JSONContent {
  return readStoredHtml(html) as unknown as JSONContent;
}

export function toEditorDoc(schema: Schema, html: string): Node {
  return schema.nodeFromJSON(readStoredHtml(html));
}

export type Counts = { readonly words: number; readonly chars: number };

const countsByBlock = new WeakMap<Node, Counts>();

/** Words and characters, counted block by block and remembered, so that typing in a long note counts one paragraph. */
export function countDoc(doc: Node): Counts {
  let [words, chars] = [0, 0];
  doc.forEach((block) => {
    const counts = countBlock(block);
    words += counts.words;
    chars += counts.chars;
  });
  return { words, chars };
}

function countBlock(block: Node): Counts {
  const known = countsByBlock.get(block);
  if (known !== undefined) return known;
  const counts = countText(block.textBetween(0, block.content.size, "\n", leafText));
  countsByBlock.set(block, counts);
  return counts;
}

function leafText(leaf: Node): string {
  if (leaf.type.name === "hardBreak") return "\n";
  return leaf.type.name === "attachment" ? String(leaf.attrs.fileName ?? "") : "";
}
