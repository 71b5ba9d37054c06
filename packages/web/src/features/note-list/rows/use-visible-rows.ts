/** Renders only the visible rows of a list, so that fifty thousand notes scroll like fifty. */
import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { type RowLayout, type RowRange, scrollToShow, type View, visibleRange } from "./row-window.ts";

export function useVisibleRows(scroller: RefObject<HTMLElement | null>, layout: RowLayout) {
  const { count, rowPx, startPx, endPx } = layout;
  // The list is at most as high as the window, so the first render already has all its rows.
  const [range, setRange] = useState(() => visibleRange({ topPx: 0, heightPx: innerHeight }, { rowPx, startPx }));
  useLayoutEffect(() => {
    const element = scroller.current;
    // A list without rows renders none, and fewer rows than before may have moved the scroll position.
    if (element === null || count === 0) return undefined;
    const update = (): void => setRange((before) => keepIfSame(before, visibleRange(viewOf(element), { rowPx, startPx })));
    // The rows of this scroll position must be in the frame that shows it.
    const handleScroll = (): void => flushSync(update);
    const watcher = new ResizeObserver(update);
    update();
    watcher.observe(element);
    element.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", handleScroll);
    };
  }, [scroller, count, rowPx, startPx]);

  const end = Math.min(count, range.end);
  return {
    first: Math.min(range.first, end),
    end,
    heightPx: startPx + count * rowPx + endPx,
    topOf: (index: number): number => startPx + index * rowPx,
    scrollTo(index: number): void {
      const element = scroller.current;
      if (element !== null) element.scrollTop = scrollToShow(index, viewOf(element), layout);
    },
  };
}

const viewOf = (element: HTMLElement): View => ({ topPx: element.scrollTop, heightPx: element.clientHeight });

const keepIfSame = (before: RowRange, next: RowRange): RowRange => (before.first === next.first && before.end === next.end ? before : next);
