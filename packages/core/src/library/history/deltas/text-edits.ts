/** Describes a text as edits of another (keep, cut, add), about as large as the change. Decision 0027. Pure. */

import { type Change, findChanges } from "../../../document/find-changes.ts";
import { RANGE } from "../../../model/entities/parsing/ranges.ts";

/** Triples of kept characters, cut characters and added text; everything after the last is kept. */
export type TextEdits = readonly (number | string)[];

/** Longer stretches are not compared word by word. */
const MAX_REFINED_CHARS = 20_000;

/** Splits after block ends (paragraph, item, cell and so on); the rest is the last piece. */
const BLOCK = /[\s\S]*?(?:<\/(?:p|li|h[1-6]|td|th|tr|pre|blockquote|ul|ol|table|div)>|\n)|[\s\S]+$/g;
const WORD = /<(?:[^>"]|"[^"]*")*>|[\p{L}\p{N}_]+|\s+|[\s\S]/gu;

export function findEdits(before: string, after: string): TextEdits {
  if (before === after) return [];
  const edits: (number | string)[] = [];
  let kept = 0;
  for (const { from, cut, added } of changesOf(before, after)) {
    edits.push(from - kept, cut, added);
    kept = from + cut;
  }
  return edits;
}

/** Returns undefined if the edits do not fit the text. */
export function applyEdits(before: string, edits: TextEdits): string | undefined {
  let [text, at] = ["", 0];
  for (let index = 0; index < edits.length; index += 3) {
    const [keep, cut, added] = edits.slice(index, index + 3);
    if (!isLength(keep) || !isLength(cut) || typeof added !== "string" || at + keep + cut > before.length) return undefined;
    text += before.slice(at, at + keep) + added;
    at += keep + cut;
    if (text.length > RANGE.maxTextChars) return undefined;
  }
  return text + before.slice(at);
}

/** Returns how long a text of `chars` characters becomes. Edits that `applyEdits` refuses may give any number. */
export function editedLength(chars: number, edits: TextEdits): number {
  return edits.reduce<number>((sum, each, at) => (typeof each === "string" ? sum + each.length : at % 3 === 1 ? sum - each : sum), chars);
}

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Positions are characters of the former text, in order. */
type Edit = { readonly from: number; readonly cut: number; readonly added: string };

function changesOf(before: string, after: string): readonly Edit[] {
  const [blocks, others] = [before.match(BLOCK) ?? [], after.match(BLOCK) ?? []];
  const texts = { before: blocks, after: others, starts: startsOf(blocks) };
  return findChanges(blocks, others).flatMap((change) => refine(toEdit(change, texts), before));
}

/** Both texts in pieces; `starts`: offsets of the pieces of `before`. */
type Texts = { readonly before: readonly string[]; readonly after: readonly string[]; readonly starts: readonly number[] };

function toEdit({ from, cut, at, added }: Change, { before, after, starts }: Texts): Edit {
  return { from: starts[from] as number, cut: lengthOf(before.slice(from, from + cut)), added: after.slice(at, at + added).join("") };
}

/** Offsets of the pieces, and the end of the last. */
function startsOf(pieces: readonly string[]): readonly number[] {
  const starts = [0];
  for (const piece of pieces) starts.push((starts.at(-1) as number) + piece.length);
  return starts;
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** Compares word by word if that is cheap. */
function refine(edit: Edit, text: string): readonly Edit[] {
  const { from, cut, added } = edit;
  if (cut === 0 || added === "" || cut + added.length > MAX_REFINED_CHARS) return [trim(edit, text)];
  const [words, others] = [text.slice(from, from + cut).match(WORD) ?? [], added.match(WORD) ?? []];
  const texts = { before: words, after: others, starts: startsOf(words) };
  return findChanges(words, others).map((change) => {
    const part = toEdit(change, texts);
    return { ...part, from: from + part.from };
  });
}

function trim({ from, cut, added }: Edit, text: string): Edit {
  const most = Math.min(cut, added.length);
  let start = 0;
  while (start < most && text[from + start] === added[start]) start += 1;
  let end = 0;
  while (end < most - start && text[from + cut - 1 - end] === added[added.length - 1 - end]) end += 1;
  return { from: from + start, cut: cut - start - end, added: added.slice(start, added.length - end) };
}
