/** Plain text of stored HTML by a scan without a tree, for the list; approximate for other HTML. Spec A §2.9, A §2.11, A §9. */

export type TextCounts = { readonly words: number; readonly chars: number };

/** One line per block and line break; table cells are separated by tabs. */
export function toText(html: string): string {
  return scanText(html, Number.POSITIVE_INFINITY)
    .replace(/\n+/g, "\n")
    .replace(/\n?\v\n/g, "\n")
    .replace(/\n?\v/g, "\t")
    .replace(/\n$/, "");
}

/** Beginning of the text on one line, at most `maxChars` long; never cuts a character in two. */
export function previewOf(html: string, maxChars: number): string {
  // Scans more than needed, because collapsing white space shortens the text.
  let [wanted, text] = [maxChars * 2 + 64, ""];
  for (;;) {
    const scanned = scanText(html, wanted);
    text = scanned.replace(/\s+/g, " ").trim();
    if (text.length > maxChars || scanned.length < wanted) break;
    wanted *= 4;
  }
  return cutText(text, maxChars);
}

/**
 * The preview of a note: of one without a title the first line ends in a line feed, so that a list can show it in place of the title without
 * reading the text. decision 0042.
 */
export function previewOfNote({ title, content }: { readonly title: string; readonly content: string }, maxChars: number): string {
  const preview = previewOf(content, maxChars);
  if (title.trim() !== "") return preview;
  const first = firstLineOf(content, maxChars);
  return first !== "" && preview.startsWith(`${first} `) ? `${first}\n${preview.slice(first.length + 1)}` : preview;
}

function firstLineOf(html: string, maxChars: number): string {
  const [line = ""] = scanText(html, maxChars * 2 + 64)
    .split("\n")
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  return line;
}

/** Cuts before the character that does not fit; a family emoji or an accented letter is one character. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const isPlain = text.charCodeAt(maxChars - 1) < FIRST_MARK && text.charCodeAt(maxChars) < FIRST_MARK;
  const end = isPlain ? maxChars : (SEGMENTER.segment(text.slice(0, maxChars + 64)).containing(maxChars)?.index ?? maxChars);
  return text.slice(0, end).trimEnd();
}

/** Below this code every UTF-16 unit is a character of its own, except in a CRLF. */
const FIRST_MARK = 0x300;
const SEGMENTER = new Intl.Segmenter();

export function countText(text: string): TextCounts {
  return { words: countMatches(text, IDEOGRAPH_RANGE.test(text) ? WORD_OR_IDEOGRAPH : WORD), chars: countChars(text) };
}

/** Counts code points without line ends. Counting characters as a reader sees them would be too slow for each keystroke. */
export function countChars(text: string): number {
  return text.length - countMatches(text, /[\n\r]/g) - (HALF.test(text) ? countMatches(text, /[\ud800-\udbff][\udc00-\udfff]/g) : 0);
}

export function countHtml(html: string): TextCounts {
  return countText(toText(html));
}

/** True if there is nothing to read or see: no text, image, file, line, table or checkbox. */
export function isBlankHtml(html: string): boolean {
  return !/<(?:img|hr|table|ul|ol|details|(?:a|div|span|sup) data-[a-z])/.test(html) && toText(html).trim() === "";
}

const HALF = /[\ud800-\udbff]/;
const IDEOGRAPH_RANGE = /[\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f\ud840-\ud88f]/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’._@-][\p{L}\p{N}\p{M}]+)*/gu;
/** Chinese and Japanese have no spaces between words, so each of their characters counts as a word. */
const WORD_OR_IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’._@-](?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}]+)*/gu;

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

const BLOCK_END = /^(?:\/(?:p|h[1-6]|li|pre|tr|div|blockquote|details|summary|ul|ol|table)\b|br\b|hr\b)/i;
/** A footnote reads in parentheses after its word. */
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

/** Decodes the few entities of the canonical form. */
export function decodeText(text: string): string {
  return text.includes("&") ? text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "") : text;
}
