/** Which ends of a row that scrolls have more to show, so that an arrow is shown only where it leads somewhere. */
import { useEffect, useRef, useState } from "react";

/** `count`: of the row's items; another number is another width. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of items is another width
  useEffect(() => {
    handleScroll();
    const watcher = new ResizeObserver(handleScroll);
    if (scroller.current !== null) watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [count]);
  const scroll = (byPx: number): void => scroller.current?.scrollBy({ left: byPx, behavior: "smooth" });
  return { scroller, ends, scroll, handleScroll };
}
