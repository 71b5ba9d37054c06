/**
 * Finds words in a text and returns their ranges in the original text. Comparison folds letters; positions refer to the unfolded text.
 * Decision 0029.
 */
import type { TextRange } from "../../model/text-range.ts";
import { toText } from "./html-text.ts";

/** Ignores case and accents unless `isExact`. Ranges never overlap. */
export function findInText(text: string, query: string, isExact: boolean): readonly TextRange[] {
  if (query === "") return [];
  if (isExact) return findPlain(text, query);
  const wanted = foldText(query);
  if (wanted === "") return [];
  const folded = foldText(text);
  return folded.length === text.length ? findPlain(folded, wanted) : findFolded(text, wanted);
}

/** Folds spellings of a word: compatibility decomposition, no accents, lower case. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII needs no more than small letters.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(ACCENTS, "").toLowerCase().normalize("NFC");
}

/**
 * Accents that folding removes. Vowels and tones of Thai or Hindi and the voicing of kana are marks in Unicode but letters to a reader, so
 * they stay.
 */
const ACCENTS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks alone are meant, whatever letter they stand on
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/g;

function findPlain(text: string, wanted: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    found.push({ from, to: from + wanted.length });
  }
  return found;
}

/** Folding may change lengths, so each folded letter remembers the range it came from. */
function findFolded(text: string, wanted: string): readonly TextRange[] {
  const pieces = [...text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)];
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  for (const { 0: piece, index } of pieces) {
    const part = foldText(piece);
    folded += part;
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index);
      ends.push(index + piece.length);
    }
  }
  return findPlain(folded, wanted).map(({ from, to }) => ({ from: starts[from] ?? 0, to: ends[to - 1] ?? 0 }));
}

/** Text by which a search finds a note, including descriptions and captions of images. Previews and counts use the text only. Pure. */
export function toFoundText(html: string): string {
  return toText(html.replace(/<img\b[^>]*>/g, wordsOf));
}

/** Words in the tag are escaped in the same way as text. */
function wordsOf(image: string): string {
  const words = [...image.replace(/ src="[^"]*"/, "").matchAll(/ (?:alt|data-caption)="([^"]*)"/g)].map(([, value = ""]) => value);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
