/** How many of a row's groups fit side by side; watches the row's width. Their widths are measured once, while all of them show. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const MORE_BUTTON_PX = 44;

export function useFittingGroups(groupCount: number): { readonly rowRef: RefObject<HTMLDivElement | null>; readonly fitting: number } {
  const rowRef = useRef<HTMLDivElement>(null);
  const widths = useRef<readonly number[]>([]);
  const [fitting, setFitting] = useState(groupCount);
  useLayoutEffect(() => {
    const row = rowRef.current;
    if (row === null) return;
    const measure = (): void => {
      const shown = [...row.querySelectorAll<HTMLElement>(":scope > [data-tools]")].map((group) => group.offsetWidth);
      if (shown.length === groupCount) widths.current = shown;
      setFitting(countFitting(widths.current, row.clientWidth));
    };
    setFitting(groupCount);
    measure();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(row);
    return () => observer?.disconnect();
  }, [groupCount]);
  return { rowRef, fitting };
}

export function countFitting(widths: readonly number[], available: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= available) return widths.length;
  let [used, count] = [MORE_BUTTON_PX, 0];
  for (const width of widths) {
    used += width;
    if (used > available) break;
    count++;
  }
  return count;
}
