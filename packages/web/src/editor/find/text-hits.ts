/** Search hits of the read view as CSS custom highlights; browsers without them show none. */

import { findWords } from "@satchel/core/library/search/marks.ts";
import type { TextRange } from "@satchel/core/model/text-range.ts";

const HIT = "search-hit";
const CURRENT = "search-current";
const BLOCK = "p, h1, h2, h3, h4, h5, h6, li, pre, td, th, blockquote, div";

/** Controls in the read view; their labels are not part of the note's text. */
export const TOOLS = "button, .remote-image";

/** Ranges in text order; a hit may span several elements of one block. */
export function findHits(root: Element, words: readonly string[]): readonly Range[] {
  return linesOf(root).flatMap((nodes) => hitsInLine(nodes, (text) => findWords(text, words)));
}

export function showHits(hits: readonly Range[], current: number): void {
  if (typeof Highlight === "undefined") return;
  const shown = hits[current];
  CSS.highlights.set(HIT, new Highlight(...hits.filter((hit) => hit !== shown)));
  CSS.highlights.set(CURRENT, shown === undefined ? new Highlight() : new Highlight(shown));
}

export function hideHits(): void {
  if (typeof Highlight === "undefined") return;
  CSS.highlights.delete(HIT);
  CSS.highlights.delete(CURRENT);
}

/** Text nodes of each block, in order. */
function linesOf(root: Element): readonly (readonly Text[])[] {
  const left = new Set([...root.querySelectorAll(TOOLS)].flatMap((tool) => [...textsOf(tool)]));
  const lines: Text[][] = [];
  let block: Element | null | undefined;
  for (const text of textsOf(root)) {
    if (left.has(text)) continue;
    const within = text.parentElement?.closest(BLOCK);
    if (within !== block) lines.push([]);
    block = within;
    lines.at(-1)?.push(text);
  }
  return lines;
}

function* textsOf(root: Element): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) yield node as Text;
}

function hitsInLine(nodes: readonly Text[], findIn: (text: string) => readonly TextRange[]): readonly Range[] {
  return findIn(nodes.map(({ data }) => data).join("")).map(({ from, to }) => {
    const range = document.createRange();
    range.setStart(...positionAt(nodes, from));
    range.setEnd(...positionAt(nodes, to));
    return range;
  });
}

function positionAt(nodes: readonly Text[], offset: number): [Text, number] {
  let left = offset;
  for (const node of nodes) {
    if (left <= node.data.length) return [node, left];
    left -= node.data.length;
  }
  const last = nodes.at(-1) as Text;
  return [last, last.data.length];
}
