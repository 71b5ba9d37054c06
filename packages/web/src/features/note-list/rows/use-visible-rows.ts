/** Renders only the visible rows of a list, so that fifty thousand notes scroll like fifty. All rows have one height (docs/dependencies.md). */
import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

export type RowLayout = {
  readonly count: number;
  readonly rowPx: number;
  /** Padding above the first row and below the last. */
  readonly startPx: number;
  readonly endPx: number;
};

/** Part of the list that is in view. */
type View = { readonly topPx: number; readonly heightPx: number };
/** Indexes of rows; `end` is the first one that is not rendered. */
export type RowRange = { readonly first: number; readonly end: number };

/** Rows rendered beyond each edge, so that a fast scroll shows no gap before the next frame. */
export const OVERSCAN = 12;
/** The range changes in steps of this many rows: scrolling renders once per step instead of once per row. */
const STEP = 4;

export function visibleRange({ topPx, heightPx }: View, { rowPx, startPx }: Pick<RowLayout, "rowPx" | "startPx">): RowRange {
  const [first, end] = [topPx - startPx, topPx + heightPx - startPx].map((px) => px / rowPx / STEP) as [number, number];
  return { first: Math.max(0, Math.floor(first) * STEP - OVERSCAN), end: Math.max(0, Math.ceil(end) * STEP) + OVERSCAN };
}

/** Returns the scroll position nearest to the current one that shows the whole row. */
export function scrollToShow(index: number, { topPx, heightPx }: View, { count, rowPx, startPx, endPx }: RowLayout): number {
  const top = index === 0 ? 0 : startPx + index * rowPx;
  const end = startPx + (index + 1) * rowPx + (index === count - 1 ? endPx : 0);
  return Math.min(top, Math.max(topPx, end - heightPx));
}

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
