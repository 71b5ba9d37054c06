/** Decides which groups fit a row of any width. A group is measured when it is first shown at that width. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const MORE_BUTTON_PX = 32;

export type RankedGroup = { readonly key: string; readonly rank: number };

/** Widths in the latest row. The next editor is usually as wide, so its tools need not be rendered and laid out a second time. */
let latest: { readonly availablePx: number; readonly widths: ReadonlyMap<string, number> } = { availablePx: 0, widths: new Map() };

/** Groups are the row's children with `data-tools`, each with its key. */
export function useFittingGroups(groups: readonly RankedGroup[]) {
  const rowRef = useRef<HTMLDivElement>(null);
  const widths = useRef(new Map(latest.widths));
  const [availablePx, setAvailablePx] = useState(latest.availablePx);
  const measuredPx = useRef(availablePx);
  const [measured, setMeasured] = useState(() => keyOf(groups, widths.current));
  const isKnown = groups.every(({ key }) => widths.current.has(key));
  useLayoutEffect(() => {
    const row = rowRef.current;
    if (row === null) return undefined;
    // At another width the groups may be closer together, so all are measured again.
    const measure = (): void => {
      const { clientWidth } = row;
      if (clientWidth === measuredPx.current) return;
      measuredPx.current = clientWidth;
      widths.current.clear();
      setMeasured("");
      setAvailablePx(clientWidth);
    };
    measure();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(row);
    return () => observer?.disconnect();
  }, []);
  // Runs after each render, because the text style group changes its width with its word.
  useLayoutEffect(() => {
    for (const group of rowRef.current?.querySelectorAll<HTMLElement>(":scope > [data-tools]") ?? []) {
      widths.current.set(group.dataset.tools ?? "", group.offsetWidth);
    }
    setMeasured(keyOf(groups, widths.current));
    latest = { availablePx: measuredPx.current, widths: new Map(widths.current) };
  });
  const all = groups.map((_, index) => index);
  const fitting = isKnown && measured !== "" ? fitGroups(toMeasured(groups, widths.current), availablePx, MORE_BUTTON_PX) : all;
  return { rowRef: rowRef as RefObject<HTMLDivElement | null>, fitting };
}

function keyOf(groups: readonly RankedGroup[], widths: ReadonlyMap<string, number>): string {
  return groups.map(({ key }) => widths.get(key) ?? 0).join(" ");
}

function toMeasured(groups: readonly RankedGroup[], widths: ReadonlyMap<string, number>) {
  return groups.map(({ key, rank }) => ({ widthPx: widths.get(key) ?? 0, rank }));
}

export type MeasuredGroup = {
  readonly widthPx: number;
  /** The lowest rank is hidden first; among equal ranks, the last. */
  readonly rank: number;
};

/** Indices of the shown groups, in order. `moreButtonPx`: width of the overflow button. */
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
