/** Searchable form of a text: folded, one space around words, letter pairs for scripts without spaces. Pure. Decision 0012. */
import { foldText } from "../../document/html/find-text.ts";

const SPACELESS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u3005\u3006\u30fc";
const RUNS = new RegExp(`[${SPACELESS}]+|(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const SPACELESS_START = new RegExp(`^[${SPACELESS}]`, "u");
/** Thai is the first such script in Unicode. */
const FIRST_SPACELESS = 0x0e00;
// biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII needs no look at scripts.
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Returns ` like this `: separates words at everything except letters and numbers, and separates runs without spaces from their neighbors.
 */
export function toSearchText(text: string): string {
  const folded = foldText(text);
  if (ASCII.test(folded)) return ` ${folded.replace(/[^a-z0-9]+/g, " ").trim()} `;
  return ` ${(folded.match(RUNS) ?? []).join(" ")} `;
}

/** The words and runs of a search text, in order. */
export function partsOf(searchText: string): readonly string[] {
  const inside = searchText.trim();
  return inside === "" ? [] : inside.split(" ");
}

export function isRun(part: string): boolean {
  return part.charCodeAt(0) >= FIRST_SPACELESS && SPACELESS_START.test(part);
}

/** Terms of a part: the word itself, or the letter pairs of a run. */
export function termsOf(part: string): readonly string[] {
  return isRun(part) ? pairsOf(part) : [part];
}

/** The last letter is a term by itself, so that every letter begins a term. */
function pairsOf(run: string): readonly string[] {
  return Array.from({ length: run.length }, (_, at) => run.slice(at, at + 2));
}
