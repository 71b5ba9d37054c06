/**
 * A place in a note's text that the read view and the editor both understand: a block, and how many characters of it come before. White
 * space does not count: the two break lines differently.
 */

export type TextPosition = {
  readonly block: number;
  readonly chars: number;
  /** Directly before the next character, or directly after the last one: between two paragraphs of a block these are two places. */
  readonly side: "before" | "after";
};

export const countChars = (text: string): number => text.replace(/\s+/g, "").length;

/** Of a point in the read view; undefined outside of its text. */
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

/** The first block that is seen whole, where the read view was scrolled. */
export function positionInView(host: HTMLElement): TextPosition | undefined {
  const scroller = findScroller(host);
  if (scroller === undefined || scroller.scrollTop === 0) return undefined;
  const edge = scroller.getBoundingClientRect().top;
  const block = [...host.children].findIndex((child) => child.getBoundingClientRect().top >= edge);
  return block < 1 ? undefined : { block, chars: 0, side: "before" };
}

/** The element that scrolls a text; undefined when all of it is seen. */
export function findScroller(text: HTMLElement): HTMLElement | undefined {
  for (let element = text.parentElement; element !== null; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return undefined;
}
