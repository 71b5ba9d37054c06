/**
 * Marks that spare the browser working out the direction of each line (content.css), which takes ten to twenty times as long as the rest of the layout.
 * One for a note in which nothing is written from right to left; in any other note one for each block with a very long line, whose direction is
 * worked out here, once: that of its first letter, as the browser would. Decision 0014.
 */

export const LEFT_TO_RIGHT = "data-left-to-right";
/** Its value is the direction. */
export const LONG_LINE = "data-long-line";

/** A list, a quotation, a callout or a toggle that begins in letters from right to left is on that side, with its bullets, boxes, line and arrow. */
export const MIRRORED = "data-mirrored";
const MIRRORED_TAGS = 'ul, ol, blockquote, details, [data-satchel="callout"]';

/** Between two line breaks. A page of print has 3,000 characters. */
const LONG_LINE_CHARS = 20_000;

/** For a text that is read; the editor sets the marks by left-to-right-plugin.ts. */
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

/** Of a block with a line that is too long to look at; undefined: there is none. `dir`: the direction that the block has by itself. */
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
 * Whether a text may hold anything that is written from right to left. Pure.
 * Letters of right-to-left scripts (Unicode's classes R and AL, among them those beyond the first plane, by their leading surrogates) and the
 * control characters that change the direction.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\ud802\ud803\ud83a\ud83b]/;

/** True only where every line is certain to read from left to right. */
export function isLeftToRight(text: string): boolean {
  return !RIGHT_TO_LEFT.test(text);
}

const FIRST_STRONG = /[\u200e\u200f]|\p{L}/u;

/** The direction of a line by its first letter, from left to right where it has none. Unicode's rules P2 and P3. */
export function firstDirection(text: string): "ltr" | "rtl" {
  return isLeftToRight(FIRST_STRONG.exec(text)?.[0] ?? "") ? "ltr" : "rtl";
}
