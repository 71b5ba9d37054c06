/**
 * The mark of a note in which nothing is written from right to left. The browser need not work out the direction of each of its lines then
 * (content.css), which takes ten times as long as the rest of the layout: 2.5 s for one paragraph of a million characters. Decision 0014.
 */
import { isLeftToRight } from "@satchel/core/document/html/text-direction.ts";

export const LEFT_TO_RIGHT = "data-left-to-right";

/** For a text that is read; the editor sets the mark by left-to-right-plugin.ts. */
export function markLeftToRight(host: Element): void {
  host.toggleAttribute(LEFT_TO_RIGHT, isLeftToRight(host.textContent ?? "") && host.querySelector("[dir]") === null);
}
