/**
 * A position in a note's text that the read view and the editor share: a block, and the number of characters before it. White space does
 * not count, because the two views break lines differently.
 */

export type TextPosition = {
  readonly block: number;
  readonly chars: number;
  /** Directly before the next character or after the previous one: between two paragraphs of a block these are different positions. */
  readonly side: "before" | "after";
  /** White space between the previous character and the position; only of one that is `after`. */
  readonly spaces?: number | undefined;
  /** Where its line was on the screen, in pixels from the top of the window, if it was clicked. */
  readonly top?: number | undefined;
};

/** A block at the upper edge of a text that was scrolled, and its upper edge in pixels from the top of the window. */
export type UpperBlock = { readonly block: number; readonly top: number };

export const countChars = (text: string): number => text.replace(/\s+/g, "").length;

/** Converts a point in the read view; undefined outside its text. */
export function positionOfPoint(host: Element, node: Node, offset: number): TextPosition | undefined {
  const block = [...host.children].findIndex((child) => child.contains(node));
  const element = host.children[block];
  if (element === undefined) return undefined;
  const range = host.ownerDocument.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  const isBefore = node.nodeType === node.TEXT_NODE && /\S/.test(node.textContent?.charAt(offset) ?? "");
  return { block, chars: countChars(range.toString()), side: isBefore ? "before" : "after" };
}

/** Position of the first fully visible block if the read view was scrolled. */
export function positionInView(host: HTMLElement): TextPosition | undefined {
  const scroller = findScroller(host);
  if (scroller === undefined || scroller.scrollTop === 0) return undefined;
  const edge = scroller.getBoundingClientRect().top;
  const block = [...host.children].findIndex((child) => child.getBoundingClientRect().top >= edge);
  return block < 1 ? undefined : { block, chars: 0, side: "before" };
}

/** Returns the block at the upper edge; undefined if the text was not scrolled. `indexOf`: number of a child of the text among its blocks. */
export function findUpperBlock(text: HTMLElement, indexOf: (child: Element) => number): UpperBlock | undefined {
  const scroller = findScroller(text);
  if (scroller === undefined || scroller.scrollTop === 0) return undefined;
  const edge = scroller.getBoundingClientRect().top;
  const child = [...text.children].find((one) => one.getBoundingClientRect().bottom > edge + 1);
  return child === undefined ? undefined : { block: indexOf(child), top: child.getBoundingClientRect().top };
}

/** Scrolls a text in the read view so that this block is where it was. */
export function scrollToUpperBlock(text: HTMLElement, { block, top }: UpperBlock): void {
  const [scroller, child] = [findScroller(text), text.children[block]];
  if (scroller !== undefined && child !== undefined) scroller.scrollTop += child.getBoundingClientRect().top - top;
}

/** The element that scrolls the text; undefined if all of it is visible. */
export function findScroller(text: HTMLElement): HTMLElement | undefined {
  for (let element = text.parentElement; element !== null; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return undefined;
}
