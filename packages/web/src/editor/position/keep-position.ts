/**
 * The text stays where it is on the screen when something changes above it that the user did not do: a version from another device, a notice. Browsers'
 * own anchoring is off in the editor, where it would act on what is typed as well, and some have none.
 */
import type { Mappable } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { type RefObject, useLayoutEffect } from "react";
import { findScroller } from "./text-position.ts";

/** By how much what scrolls was moved here since its position was last noted. */
const movedBy = new WeakMap<HTMLElement, number>();

/** Before a change; the answer is called after it, with where positions are now. */
export function keepPosition(view: EditorView): (mapping: Mappable) => void {
  const scroller = findScroller(view.dom);
  const position = scroller === undefined ? undefined : positionInSight(view, scroller);
  if (scroller === undefined || position === undefined) return () => undefined;
  // Within the text alone: what comes and goes above it in the meantime is useSteadyText's part.
  const topOf = (at: number): number => view.coordsAtPos(at).top - view.dom.getBoundingClientRect().top;
  const top = topOf(position);
  return (mapping) => {
    const by = topOf(mapping.map(position)) - top;
    scroller.scrollTop += by;
    movedBy.set(scroller, (movedBy.get(scroller) ?? 0) + by);
  };
}

/** The caret, or else what is at the upper edge. At the very top what is put above is to be seen. */
function positionInSight(view: EditorView, scroller: HTMLElement): number | undefined {
  const edge = scroller.getBoundingClientRect();
  const { head } = view.state.selection;
  const caret = view.coordsAtPos(head);
  if (view.hasFocus() && caret.top >= edge.top && caret.bottom <= edge.bottom) return head;
  if (scroller.scrollTop === 0) return undefined;
  return view.posAtCoords({ left: view.dom.getBoundingClientRect().left + 1, top: edge.top + 1 })?.pos;
}

/** What comes and goes in the header does not push the text away, unless the user is at the top or in the header. */
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
        // Near the end the browser has moved what became too short already.
        const isMoved = grown < 0 && current.scrollTop + current.clientHeight >= current.scrollHeight - 1;
        current.scrollTop = grown + (isMoved ? scrollTop + (movedBy.get(current) ?? 0) : current.scrollTop);
      }
      // A scroll in the frame of the change was not noted.
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
