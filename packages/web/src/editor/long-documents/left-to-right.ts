/**
 * Marks with which the browser need not resolve the direction of each line (content.css), which takes ten to twenty times as long as the
 * rest of the layout. A note without right-to-left text gets one mark. In other notes, each block with a very long line gets a mark with
 * the direction of its first letter, computed once, as the browser would. Decision 0014.
 */

export const LEFT_TO_RIGHT = "data-left-to-right";
/** Attribute whose value is the direction. */
export const LONG_LINE = "data-long-line";

/**
 * Marks a list, quotation, callout or toggle that begins with right-to-left letters: its bullets, boxes, line and arrow are on the right.
 */
export const MIRRORED = "data-mirrored";
const MIRRORED_TAGS = 'ul, ol, blockquote, details, [data-satchel="callout"]';

/** Characters between two line breaks. A printed page has about 3,000 characters. */
const LONG_LINE_CHARS = 20_000;

/** Sets the marks in the read view; in the editor, left-to-right-plugin.ts does so. */
export function markLeftToRight(host: Element): void {
  const isPlain = isLeftToRight(host.textContent ?? "") && host.querySelector("[dir]") === null;
  host.toggleAttribute(LEFT_TO_RIGHT, isPlain);
  for (const frame of host.querySelectorAll(MIRRORED_TAGS)) {
    frame.toggleAttribute(MIRRORED, !isPlain && !frame.hasAttribute("dir") && firstDirection(frame.textContent ?? "") === "rtl");
  }
  if (isPlain) return;
  for (const block of host.querySelectorAll("p, summary, h1, h2, h3, h4, h5, h6")) {
    const direction = longLineDirection(toLines(block), block.getAttribute("dir"));
    if (direction !== undefined) block.setAttribute(LONG_LINE, direction);
  }
}

export function mayBeLongLine(chars: number): boolean {
  return chars > LONG_LINE_CHARS;
}

/** Direction of a block with a very long line; undefined if it has none. `dir`: the block's own direction. */
export function longLineDirection(text: string, dir: unknown): string | undefined {
  if (!mayBeLongLine(text.length) || !text.split("\n").some((line) => mayBeLongLine(line.length))) return undefined;
  return typeof dir === "string" && dir !== "auto" ? dir : firstDirection(text);
}

function toLines(block: Element): string {
  const text = block.textContent ?? "";
  if (!mayBeLongLine(text.length) || block.querySelector("br") === null) return text;
  const parts: string[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const { nodeName, nodeValue } = walker.currentNode;
    parts.push(nodeName === "BR" ? "\n" : (nodeValue ?? ""));
  }
  return parts.join("");
}

/**
 * Matches text that may contain right-to-left writing: letters of right-to-left scripts (Unicode classes R and AL, those beyond the first
 * plane by their leading surrogates) and control characters that change the direction.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\ud802\ud803\ud83a\ud83b]/;

/** True only if every line is certain to read from left to right. */
export function isLeftToRight(text: string): boolean {
  return !RIGHT_TO_LEFT.test(text);
}

const FIRST_STRONG = /[\u200e\u200f]|\p{L}/u;

/** Direction of a line by its first letter; left to right if it has none. Unicode's rules P2 and P3. */
export function firstDirection(text: string): "ltr" | "rtl" {
  return isLeftToRight(FIRST_STRONG.exec(text)?.[0] ?? "") ? "ltr" : "rtl";
}
