/** Plain text of stored HTML by a scan without a tree (lists are made from it); approximate for other HTML. Spec A §2.9, A §2.11, A §9. */

export type TextCounts = { readonly words: number; readonly chars: number };

/** One line per block and per line break; cells of a table row are parted by tabs. */
export function toText(html: string): string {
  return scanText(html, Number.POSITIVE_INFINITY)
    .replace(/\n+/g, "\n")
    .replace(/\n?\v\n/g, "\n")
    .replace(/\n?\v/g, "\t")
    .replace(/\n$/, "");
}

/** The beginning of the text on one line, at most `maxChars` long, never cutting a character in two. */
export function previewOf(html: string, maxChars: number): string {
  // Half as much again and some: white space is squeezed out of what the scan answers.
  let [wanted, text] = [maxChars * 2 + 64, ""];
  for (;;) {
    const scanned = scanText(html, wanted);
    text = scanned.replace(/\s+/g, " ").trim();
    if (text.length > maxChars || scanned.length < wanted) break;
    wanted *= 4;
  }
  return cutText(text, maxChars);
}

/** Cuts before the character that would not fit; a family emoji or an accented letter is one character. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const isPlain = text.charCodeAt(maxChars - 1) < FIRST_MARK && text.charCodeAt(maxChars) < FIRST_MARK;
  const end = isPlain ? maxChars : (SEGMENTER.segment(text.slice(0, maxChars + 64)).containing(maxChars)?.index ?? maxChars);
  return text.slice(0, end).trimEnd();
}

/** Below it every letter is a character of its own, but for the two of a line end. */
const FIRST_MARK = 0x300;
const SEGMENTER = new Intl.Segmenter();

export function countText(text: string): TextCounts {
  return { words: countMatches(text, IDEOGRAPH_RANGE.test(text) ? WORD_OR_IDEOGRAPH : WORD), chars: countChars(text) };
}

/** Characters as the user counts them on paper would be too slow for a keystroke: code points, without line ends. */
export function countChars(text: string): number {
  return text.length - countMatches(text, /[\n\r]/g) - (HALF.test(text) ? countMatches(text, /[\ud800-\udbff][\udc00-\udfff]/g) : 0);
}

export function countHtml(html: string): TextCounts {
  return countText(toText(html));
}

/** True when there is nothing to read or see: no text, image, file, line, table or tick box. */
export function isBlankHtml(html: string): boolean {
  return !/<(?:img|hr|table|ul|ol|details|(?:a|div|span|sup) data-[a-z])/.test(html) && toText(html).trim() === "";
}

const HALF = /[\ud800-\udbff]/;
const IDEOGRAPH_RANGE = /[\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f\ud840-\ud88f]/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’._@-][\p{L}\p{N}\p{M}]+)*/gu;
/** Chinese and Japanese put no space between words: each of their characters is counted as one. */
const WORD_OR_IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’._@-](?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}]+)*/gu;

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

const BLOCK_END = /^(?:\/(?:p|h[1-6]|li|pre|tr|div|blockquote|details|summary|ul|ol|table)\b|br\b|hr\b)/i;
/** Reads in brackets behind the word that it belongs to. */
const FOOTNOTE_START = /^sup data-/i;
const FOOTNOTE_END = /^\/sup/i;
const CELL_END = /^\/t[dh]\b/i;

/** Stops soon after `maxChars`. */
function scanText(html: string, maxChars: number): string {
  let [text, position, isInFootnote] = ["", 0, false];
  while (position < html.length && text.length < maxChars) {
    const open = html.indexOf("<", position);
    const end = open === -1 ? html.length : open;
    if (end > position) text += decodeText(html.slice(position, end));
    if (open === -1) break;
    const close = html.indexOf(">", open);
    if (close === -1) break;
    const tag = html.slice(open + 1, Math.min(close, open + 16));
    if (FOOTNOTE_START.test(tag)) text += " (";
    text += isInFootnote && FOOTNOTE_END.test(tag) ? ")" : breakAfter(tag);
    isInFootnote = FOOTNOTE_START.test(tag);
    position = close + 1;
  }
  return text;
}

function breakAfter(tag: string): string {
  if (BLOCK_END.test(tag)) return "\n";
  return CELL_END.test(tag) ? "\v" : "";
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

/** Undoes the few escapes of the canonical form. */
export function decodeText(text: string): string {
  return text.includes("&") ? text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "") : text;
}
