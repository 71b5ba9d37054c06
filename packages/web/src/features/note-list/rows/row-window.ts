/** The rows of a list that are in view, if all rows have one height (docs/dependencies.md). Pure. */
export type RowLayout = {
  readonly count: number;
  readonly rowPx: number;
  /** Padding above the first row and below the last. */
  readonly startPx: number;
  readonly endPx: number;
};

/** Part of the list that is in view. */
export type View = { readonly topPx: number; readonly heightPx: number };
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
