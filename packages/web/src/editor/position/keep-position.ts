/**
 * Keeps the text in place on the screen when something above it changes without the user: a version from another device, a notice. The
 * browser's own scroll anchoring is off in the editor, where it would also react to typing, and some browsers have none.
 */
import type { Mappable } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { type RefObject, useLayoutEffect } from "react";
import { findScroller } from "./text-position.ts";

/** How far each scroller was moved here since its position was last recorded. */
const movedBy = new WeakMap<HTMLElement, number>();

/** Called before a change; the returned function is called after it with the position mapping. */
export function keepPosition(view: EditorView): (mapping: Mappable) => void {
  const scroller = findScroller(view.dom);
  const position = scroller === undefined ? undefined : positionInSight(view, scroller);
  if (scroller === undefined || position === undefined) return () => undefined;
  // Relative to the text: useSteadyText handles changes above it.
  const topOf = (at: number): number => view.coordsAtPos(at).top - view.dom.getBoundingClientRect().top;
  const top = topOf(position);
  return (mapping) => {
    const by = topOf(mapping.map(position)) - top;
    scroller.scrollTop += by;
    movedBy.set(scroller, (movedBy.get(scroller) ?? 0) + by);
  };
}

/**
 * Position of the caret, or of the upper edge if the caret is out of view. Undefined at the very top, where content inserted above must be
 * visible.
 */
function positionInSight(view: EditorView, scroller: HTMLElement): number | undefined {
  const edge = scroller.getBoundingClientRect();
  const { head } = view.state.selection;
  const caret = view.coordsAtPos(head);
  if (view.hasFocus() && caret.top >= edge.top && caret.bottom <= edge.bottom) return head;
  if (scroller.scrollTop === 0) return undefined;
  return view.posAtCoords({ left: view.dom.getBoundingClientRect().left + 1, top: edge.top + 1 })?.pos;
}

/** Keeps the text in place when header content comes and goes, unless the user is at the top or in the header. */
export function useSteadyText(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = scroller;
    const header = current?.querySelector<HTMLElement>(":scope > header");
    if (current === null || header === undefined || header === null || typeof ResizeObserver === "undefined") return undefined;
    let height = header.offsetHeight;
    let { scrollTop } = current;
    const note = (): void => {
      if (header.offsetHeight !== height) return;
      scrollTop = current.scrollTop;
      movedBy.delete(current);
    };
    const observer = new ResizeObserver(() => {
      const grown = header.offsetHeight - height;
      height = header.offsetHeight;
      if ((scrollTop > 0 || current.scrollTop > 0) && !header.contains(document.activeElement)) {
        // Near the end, the browser has already adjusted the scroll position of a shorter page.
        const isMoved = grown < 0 && current.scrollTop + current.clientHeight >= current.scrollHeight - 1;
        current.scrollTop = grown + (isMoved ? scrollTop + (movedBy.get(current) ?? 0) : current.scrollTop);
      }
      // A scroll in the same frame as the change was not recorded.
      ({ scrollTop } = current);
      movedBy.delete(current);
    });
    current.addEventListener("scroll", note, { passive: true });
    observer.observe(header);
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", note);
    };
  }, [scroller]);
}
