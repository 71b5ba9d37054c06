/** Layout by available space: which frame fits the window, and which ends of a scrolling row have more to show. */
import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { Frame } from "@satchel/core/workspace/layout/panes.ts";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";

function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => media.matches,
  );
}

export function useFrame(): Frame {
  return useMedia(`(width < ${LAYOUT.mobileBreakpointPx}px)`) ? "phone" : "desktop";
}

export function useIsWide(): boolean {
  return useMedia(`(width >= ${LAYOUT.sidebarBreakpointPx}px)`);
}

/** Ends at which a scrolling row has more items, for its arrows. Measures again when `count`, the number of items, changes. */
export function useScrollEdges(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState({ left: false, right: false });
  const handleScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const left = element.scrollLeft > 1;
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
    setEnds((before) => (before.left === left && before.right === right ? before : { left, right }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of items changes the width
  useEffect(() => {
    // The observer reports its first size after the browser has laid out the page; measuring here would lay it out once more.
    const watcher = new ResizeObserver(handleScroll);
    if (scroller.current !== null) watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [count]);
  const scroll = (byPx: number): void => scroller.current?.scrollBy({ left: byPx, behavior: "smooth" });
  return { scroller, ends, scroll, handleScroll };
}
