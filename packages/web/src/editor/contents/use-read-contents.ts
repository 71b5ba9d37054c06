/** Headings of the read view, and how to scroll to each; opens the toggles that hide it. */
import { type RefObject, useLayoutEffect, useState } from "react";
import { openToggles } from "../blocks/block-elements.ts";
import type { ContentsEntry } from "./Contents.tsx";

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
  return { entries, go };
}

function headingsOf(host: HTMLElement | null): readonly HTMLElement[] {
  return [...(host?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])].filter((heading) => textOf(heading) !== "");
}

function textOf(heading: HTMLElement): string {
  return (heading.textContent ?? "").trim();
}
