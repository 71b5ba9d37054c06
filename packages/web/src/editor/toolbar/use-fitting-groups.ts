/** Which of a row's groups fit, however wide the row becomes and whichever groups it gets. A group is measured when it is first shown at that width. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const MORE_BUTTON_PX = 32;

export type RankedGroup = { readonly key: string; readonly rank: number };

/** The row's groups are its children with `data-tools`, each with its key. */
export function useFittingGroups(groups: readonly RankedGroup[]) {
  const rowRef = useRef<HTMLDivElement>(null);
  const widths = useRef(new Map<string, number>());
  const [availablePx, setAvailablePx] = useState(0);
  const [measured, setMeasured] = useState("");
  const isKnown = groups.every(({ key }) => widths.current.has(key));
  useLayoutEffect(() => {
    const row = rowRef.current;
    if (row === null) return undefined;
    // At another width the groups may stand closer together: all of them are measured again.
    const measure = (): void => {
      widths.current.clear();
      setMeasured("");
      setAvailablePx(row.clientWidth);
    };
    measure();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(row);
    return () => observer?.disconnect();
  }, []);
  // After each rendering: a group that shows another word, as the one of the text style does, has another width.
  useLayoutEffect(() => {
    for (const group of rowRef.current?.querySelectorAll<HTMLElement>(":scope > [data-tools]") ?? []) {
      widths.current.set(group.dataset.tools ?? "", group.offsetWidth);
    }
    setMeasured(groups.map(({ key }) => widths.current.get(key) ?? 0).join(" "));
  });
  const all = groups.map((_, index) => index);
  const fitting = isKnown && measured !== "" ? fitGroups(toMeasured(groups, widths.current), availablePx, MORE_BUTTON_PX) : all;
  return { rowRef: rowRef as RefObject<HTMLDivElement | null>, fitting };
}

function toMeasured(groups: readonly RankedGroup[], widths: ReadonlyMap<string, number>) {
  return groups.map(({ key, rank }) => ({ widthPx: widths.get(key) ?? 0, rank }));
}

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
