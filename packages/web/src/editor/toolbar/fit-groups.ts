/** Which groups of a toolbar fit side by side. Pure; use-fitting-groups.ts measures. */

export type MeasuredGroup = {
  readonly widthPx: number;
  /** Where there is not enough space the lowest goes first; of equals the last one. */
  readonly rank: number;
};

/** Indices of the groups that are shown, in their order. `moreButtonPx` is what the button takes that holds the others. */
export function fitGroups(groups: readonly MeasuredGroup[], availablePx: number, moreButtonPx: number): readonly number[] {
  const widthOf = (indices: readonly number[]): number => indices.reduce((sum, index) => sum + (groups[index]?.widthPx ?? 0), 0);
  let shown = groups.map((_, index) => index);
  if (widthOf(shown) <= availablePx) return shown;
  while (shown.length > 0 && widthOf(shown) + moreButtonPx > availablePx) {
    const lowest = Math.min(...shown.map((index) => groups[index]?.rank ?? 0));
    const goes = shown.findLast((index) => groups[index]?.rank === lowest);
    shown = shown.filter((index) => index !== goes);
  }
  return shown;
}
