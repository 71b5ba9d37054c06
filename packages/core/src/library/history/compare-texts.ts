/**
 * Word-by-word comparison of two versions of a note: the later version with marks for what was added and removed, in position, including
 * lists, tables and formatted text. Marks are characters that no text has, so the result is stored HTML and every note view can show it.
 * Pure. Decision 0027.
 */

import { type Change, findChanges } from "../../document/find-changes.ts";
import { type Block, blockKey, joinBlocks, splitBlocks } from "../../document/html/split-blocks.ts";
import { DIFFERENCE } from "../../model/limits/limits.ts";

type Text = { readonly title: string; readonly content: string };

export type Comparison = {
  /** Plain text with marks. */
  readonly title: string;
  /** HTML with marks. */
  readonly content: string;
  /** Number of words. */
  readonly added: number;
  readonly removed: number;
};

/** Private-use characters of the fifteenth plane. */
export const MARKS = {
  addBegin: "\u{f5a70}",
  addEnd: "\u{f5a71}",
  cutBegin: "\u{f5a72}",
  cutEnd: "\u{f5a73}",
  changed: "\u{f5a74}",
} as const;
const ANY_MARK = /[\u{f5a70}-\u{f5a74}]/gu;

export function compareTexts(before: Text, after: Text): Comparison {
  const count = { added: 0, removed: 0 };
  const title = compareWords(toTokens(clean(before.title), PLAIN), toTokens(clean(after.title), PLAIN), count);
  const content = comparePieces(toPieces(clean(before.content)), toPieces(clean(after.content)), count);
  return { title, content, ...count };
}

type Count = { added: number; removed: number };

function clean(text: string): string {
  return text.replace(ANY_MARK, "");
}

/** Splits only the pieces that differ, because most of a long note is unchanged. */
function comparePieces(before: readonly string[], after: readonly string[], count: Count): string {
  let html = "";
  let at = 0;
  for (const { from, cut: cutCount, at: to, added: addedCount } of findChanges(before, after)) {
    html += after.slice(at, to).join("");
    const [cut, added] = [before.slice(from, from + cutCount), after.slice(to, to + addedCount)];
    html += joinBlocks(compareBlocks(splitBlocks(cut.join("")), splitBlocks(added.join("")), count));
    at = to + addedCount;
  }
  return html + after.slice(at).join("");
}

/** Splits canonical HTML into its top-level elements by a scan. */
function toPieces(html: string): readonly string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    if (VOID.test(tag)) {
      if (depth > 0) continue;
    } else depth += tag.startsWith("</") ? -1 : 1;
    if (depth > 0) continue;
    pieces.push(html.slice(from, index + tag.length));
    from = index + tag.length;
  }
  return from < html.length ? [...pieces, html.slice(from)] : pieces;
}

const TAG = /<(?:[^>"]|"[^"]*")*>/g;
const VOID = /^<(?:img|br|hr)\b/;

function compareBlocks(before: readonly Block[], after: readonly Block[], count: Count): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const { from, cut: cutCount, at: to, added: addedCount } of findChanges(before.map(blockKey), after.map(blockKey))) {
    blocks.push(...after.slice(at, to));
    const [cut, added] = [before.slice(from, from + cutCount), after.slice(to, to + addedCount)];
    blocks.push(...compareRuns(cut, added, count));
    at = to + addedCount;
  }
  return [...blocks, ...after.slice(at)];
}

/** Pairs similar blocks as one changed block; the others are new or removed. */
function compareRuns(cut: readonly Block[], added: readonly Block[], count: Count): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const block of added) {
    const former = cut.slice(at, at + DIFFERENCE.pairedBlocks).findIndex((other) => areAlike(other, block, cut.length === added.length));
    if (former === -1) {
      blocks.push(markAll(block, "add", count));
      continue;
    }
    for (const gone of cut.slice(at, at + former)) blocks.push(markAll(gone, "cut", count));
    blocks.push(compareBlock(cut[at + former] as Block, block, count));
    at += former + 1;
  }
  return [...blocks, ...cut.slice(at).map((gone) => markAll(gone, "cut", count))];
}

function areAlike(a: Block, b: Block, areAsMany: boolean): boolean {
  if (a.path.at(-1) !== b.path.at(-1) || tagOf(a) !== tagOf(b)) return false;
  const [some, others] = [wordsOf(a), wordsOf(b)];
  if (some.length + others.length === 0) return true;
  const known = new Set(some);
  const shared = others.filter((word) => known.has(word)).length;
  return shared * 2 >= Math.max(some.length, others.length) * (areAsMany ? ALIKE_AT_SAME_INDEX : ALIKE);
}

/** Similarity from which two blocks count as one: twice their common words divided by all their words. */
const [ALIKE, ALIKE_AT_SAME_INDEX] = [0.8, 0.5];

function compareBlock(before: Block, after: Block, count: Count): Block {
  const html = compareWords(toTokens(before.html, HTML), toTokens(after.html, HTML), count);
  const isOtherwiseSet = before.attributes.join("|") !== after.attributes.join("|") || (html === after.html && before.html !== after.html);
  return { ...after, html: isOtherwiseSet ? markChanged(html) : html };
}

/** Marks a block whose words are equal: a checked box, a different alignment. */
function markChanged(html: string): string {
  const tokens = toTokens(html, HTML);
  const first = tokens.findIndex(isContent);
  return first === -1 ? html : [...tokens.slice(0, first), MARKS.changed, ...tokens.slice(first)].join("");
}

function compareWords(before: readonly string[], after: readonly string[], count: Count): string {
  let html = "";
  let at = 0;
  for (const { from, cut: cutCount, at: to, added: addedCount } of joinClose(findChanges(before, after), after)) {
    html += after.slice(at, to).join("");
    // Removed tags would not nest in this version, so only the removed words are shown.
    html += marked(before.slice(from, from + cutCount).filter(isContent), "cut", count);
    html += marked(after.slice(to, to + addedCount), "add", count);
    at = to + addedCount;
  }
  return html + after.slice(at).join("");
}

function markAll(block: Block, kind: Kind, count: Count): Block {
  return { ...block, html: marked(toTokens(block.html, HTML), kind, count) };
}

type Kind = "add" | "cut";

function marked(tokens: readonly string[], kind: Kind, count: Count): string {
  const [begin, end] = kind === "add" ? [MARKS.addBegin, MARKS.addEnd] : [MARKS.cutBegin, MARKS.cutEnd];
  let html = "";
  let isOpen = false;
  for (const token of tokens) {
    const isInside = isContent(token);
    if (isInside !== isOpen) html += isInside ? begin : end;
    isOpen = isInside;
    html += token;
  }
  const words = tokens.filter((token) => isContent(token) && WORD.test(token)).length;
  if (kind === "add") count.added += words;
  else count.removed += words;
  return isOpen ? html + end : html;
}

/** Includes a space between two changed words in the change. */
function joinClose(changes: readonly Change[], after: readonly string[]): readonly Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const between = last === undefined ? [] : after.slice(last.at + last.added, change.at);
    if (last === undefined || between.length !== 1 || between[0]?.trim() !== "") joined.push(change);
    else joined[joined.length - 1] = { ...last, cut: change.from + change.cut - last.from, added: change.at + change.added - last.at };
  }
  return joined;
}

const WORD = /[\p{L}\p{N}]/u;
const WORDS = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{N}\\p{M}_]+|\\s+|[\\s\\S]";
/** Elements that count as one word: formulas, footnotes, files, links to notes, images, line breaks. Then any other tag, then an entity. */
const WHOLE =
  '<(span|sup) data-satchel="[^"]*">[^<]*<\\/\\1>|<a data-(?:file|note)-id(?:[^>"]|"[^"]*")*>(?:[^<]*<\\/a>)?|<(?:img|br)(?:[^>"]|"[^"]*")*>';
const PLAIN = new RegExp(WORDS, "gu");
const HTML = new RegExp(`${WHOLE}|<(?:[^>"]|"[^"]*")*>|&[a-z0-9#]+;|${WORDS}`, "giu");
const IS_WHOLE = new RegExp(`^(?:${WHOLE})$`, "iu");

function toTokens(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? [];
}

/** True for words and elements that count as words, not for tags. */
function isContent(token: string): boolean {
  return !token.startsWith("<") || token === "<" || IS_WHOLE.test(token);
}

function wordsOf({ html }: Block): readonly string[] {
  return toTokens(html, HTML).filter((token) => isContent(token) && token.trim() !== "");
}

function tagOf({ html }: Block): string {
  return /^<[a-z0-9]*/.exec(html)?.[0] ?? "";
}
