/** Numbers of words, characters and things as people read them. Takes plain text; turning HTML into text is the editor's. Spec A §2.11. */

/** Words between spaces; scripts that write without spaces are counted by the language's own word breaks. */
export function countWords(text: string): number {
  if (!WITHOUT_SPACES.test(text)) return countSpaced(text);
  let words = 0;
  for (const part of segmenter().segment(text)) if (part.isWordLike) words += 1;
  return words;
}

/** What a person would call characters: an emoji or an accented letter counts once. */
export function countCharacters(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let characters = 0;
  for (const _ of graphemes().segment(text)) characters += 1;
  return characters;
}

/** `1,482`. */
export function formatCount(count: number, locale: string): string {
  return count.toLocaleString(locale);
}

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,_-]*/gu;

function countSpaced(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

let wordSegmenter: Intl.Segmenter | undefined;
let graphemeSegmenter: Intl.Segmenter | undefined;

function segmenter(): Intl.Segmenter {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return wordSegmenter;
}

function graphemes(): Intl.Segmenter {
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemeSegmenter;
}
