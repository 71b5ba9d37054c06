/** Where words stand in a text, with the places in that very text: letters may be folded for comparing, never for counting. Decision 0029. */
import type { TextRange } from "../../model/text-range.ts";
import { toText } from "./html-text.ts";

/** Without an `isExact`, case and accents do not matter. Places never overlap. */
export function findInText(text: string, query: string, isExact: boolean): readonly TextRange[] {
  if (query === "") return [];
  if (isExact) return findPlain(text, query);
  const wanted = foldText(query);
  if (wanted === "") return [];
  const folded = foldText(text);
  return folded.length === text.length ? findPlain(folded, wanted) : findFolded(text, wanted);
}

/** As two spellings of one word are compared: compatibility forms apart, accents off, small letters. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII needs no more than small letters.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(ACCENTS, "").toLowerCase().normalize("NFC");
}

/** Marks that dress a letter. Vowels and tones of Thai or Hindi, and the voicing of kana, are marks to Unicode but letters to a reader: they stay. */
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

/** Folding changed lengths: each folded letter remembers which letters of the text it came from. */
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

/** What a search finds a note by: its text, and what its images are described and captioned with. Previews and counts are the text's alone. Pure. */
export function toFoundText(html: string): string {
  return toText(html.replace(/<img\b[^>]*>/g, wordsOf));
}

/** As they are escaped in the tag, which is how a text is. */
function wordsOf(image: string): string {
  const words = [...image.replace(/ src="[^"]*"/, "").matchAll(/ (?:alt|data-caption)="([^"]*)"/g)].map(([, value = ""]) => value);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
