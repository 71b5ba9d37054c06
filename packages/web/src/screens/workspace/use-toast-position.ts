/** Says where the page beside list and sidebar begins, so that toasts stand in its middle and cover no row of the list. styles/base.css. */
import { type RefObject, useEffect, useRef } from "react";

const LEFT = "--toasts-left";

export function useToastPosition(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty(LEFT, `${element.getBoundingClientRect().left}px`));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty(LEFT);
    };
  }, []);
  return page;
}
