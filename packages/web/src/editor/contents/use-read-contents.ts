/** Headings of the read view, and how to scroll to each; opens the toggles that hide it. */
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { openToggles } from "../blocks/block-elements.ts";
import type { ContentsEntry } from "./use-outline.ts";

const HEADINGS = "h1, h2, h3, h4, h5, h6";

export function useReadContents(host: RefObject<HTMLElement | null>, html: string) {
  const [entries, setEntries] = useState<readonly ContentsEntry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings depend on the text
  useLayoutEffect(() => {
    setEntries(headingsOf(host.current).map((heading) => ({ level: Number(heading.tagName.slice(1)), text: textOf(heading) })));
  }, [host, html]);
  const go = (index: number): void => {
    const heading = headingsOf(host.current)[index];
    if (heading === undefined) return;
    openToggles(heading);
    heading.tabIndex = -1;
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  };
  const current = useTopHeading(host, entries);
  return { entries, go, current };
}

/** Index of the last heading above a line near the top of the page. */
function useTopHeading(host: RefObject<HTMLElement | null>, entries: readonly ContentsEntry[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    const page = host.current?.closest<HTMLElement>("[data-print]");
    if (page == null || entries.length === 0) return;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const line = page.getBoundingClientRect().top + NEAR_TOP_PX;
      setCurrent(headingsOf(host.current).findLastIndex((heading) => heading.getBoundingClientRect().top <= line));
    };
    const schedule = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    page.addEventListener("scroll", schedule, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      page.removeEventListener("scroll", schedule);
    };
  }, [host, entries]);
  return current;
}

const NEAR_TOP_PX = 80;

function headingsOf(host: HTMLElement | null): readonly HTMLElement[] {
  return [...(host?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])].filter((heading) => textOf(heading) !== "");
}

function textOf(heading: HTMLElement): string {
  return (heading.textContent ?? "").trim();
}
