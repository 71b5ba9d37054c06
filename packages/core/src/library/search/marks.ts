/** Finds the words of a search in a title or text, and the part of the text to show for them. Pure. Spec A §9 "snippet length 150". */
import { findInText, foldText } from "../../document/html/find-text.ts";
import { cutText } from "../../document/html/html-text.ts";
import type { TextRange } from "../../model/text-range.ts";
import type { Excerpt } from "../../ports/device/search-engine.ts";
import { isRun } from "./words.ts";

const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const LEAD_CHARS = 40;
/** Characters that a row of the list shows from the beginning of a text. */
const SEEN_CHARS = 70;
const LINE_BREAK = " · ";

/** Ranges in order, without nesting. */
export function findWords(text: string, words: readonly string[]): readonly TextRange[] {
  const found = words.flatMap((word) => findInText(text, word, false).filter(({ from }) => beginsWord(text, from, word)));
  return mergeRanges(found.sort((a, b) => a.from - b.from || b.to - a.to));
}

/** About `maxChars` around the first hit, on one line with separators for line breaks; the beginning if there is no hit. */
export function excerptOf(text: string, words: readonly string[], maxChars: number): Excerpt {
  const line = text
    .split(/\s*\n\s*/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(LINE_BREAK);
  const [first] = findWords(line, words);
  const isSeen = first === undefined || first.to <= Math.min(maxChars, SEEN_CHARS);
  const from = isSeen ? 0 : wordStart(line, Math.max(0, first.from - LEAD_CHARS));
  const kept = cutAtWord(line.slice(from), maxChars);
  const shown = `${from > 0 ? "…" : ""}${kept}${from + kept.length < line.length ? "…" : ""}`;
  return { text: shown, marks: findWords(shown, words) };
}

/** Drops a cut word, unless it is most of the result, as in scripts without spaces. */
function cutAtWord(line: string, maxChars: number): string {
  const kept = cutText(line, maxChars);
  const isWhole = kept.length === line.length || line.charAt(kept.length) === " ";
  const space = kept.lastIndexOf(" ");
  return isWhole || space < kept.length - LEAD_CHARS ? kept : kept.slice(0, space);
}

function beginsWord(text: string, from: number, word: string): boolean {
  return isRun(foldText(word)) || !LETTER_BEFORE.test(text.slice(Math.max(0, from - 2), from));
}

/** Start of the word around `at`; `at` itself inside a run without spaces. */
function wordStart(line: string, at: number): number {
  const space = line.indexOf(" ", at);
  return space === -1 || space - at > LEAD_CHARS / 2 ? wholeCharacter(line, at) : space + 1;
}

function wholeCharacter(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function mergeRanges(sorted: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to) merged.push(range);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return merged;
}
