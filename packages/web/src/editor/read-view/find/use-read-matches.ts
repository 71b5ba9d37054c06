/** Hits of the find bar in the read view: found again when the text changes, and limited to the selection if asked to. */
import { useEffect, useRef, useState } from "react";
import type { PatternFinder } from "../../../shared/editor-host/pattern-finder.ts";
import { findInLines, findPatternInLines, type ReadHit, type ReadLine, type ReadSearch, readLines } from "./read-lines.ts";

/** Part of the text. The end is counted from the end of its line, so that both ends stay when words between them are replaced. */
export type ReadRange = {
  readonly lines: number;
  readonly first: number;
  readonly from: number;
  readonly last: number;
  readonly leftAtEnd: number;
};

export type ReadMatches = {
  readonly search: ReadSearch;
  readonly lines: readonly ReadLine[];
  readonly hits: readonly ReadHit[];
  readonly problem: "invalid" | "too-slow" | "failed" | undefined;
};

const NONE: ReadMatches = { search: { query: "", isExact: false }, lines: [], hits: [], problem: undefined };

export function useReadMatches(
  root: () => Element | null,
  { search, within, finder }: { readonly search: ReadSearch; readonly within: ReadRange | undefined; readonly finder: PatternFinder },
): ReadMatches {
  const [matches, setMatches] = useState(NONE);
  const findRoot = useRef(root);
  useEffect(() => {
    const text = findRoot.current();
    if (text === null || search.query === "") return setMatches(NONE);
    let controller = new AbortController();
    const look = async (): Promise<void> => {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const lines = readLines(text);
      const show = (hits: readonly ReadHit[], problem?: ReadMatches["problem"]): void =>
        setMatches({ search, lines, hits: within === undefined ? hits : hitsWithin(lines, hits, within), problem });
      if (!search.isPattern) return show(findInLines(lines, search));
      const found = await findPatternInLines(lines, { search, finder, signal });
      if (!signal.aborted) show(found.hits, found.problem);
    };
    void look();
    const watcher = new MutationObserver(() => void look());
    watcher.observe(text, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      controller.abort();
    };
  }, [search, within, finder]);
  return matches;
}

function hitsWithin(lines: readonly ReadLine[], hits: readonly ReadHit[], within: ReadRange): readonly ReadHit[] {
  // Another device has added or removed lines: the selection cannot be found again.
  if (lines.length !== within.lines) return [];
  const end = (lines[within.last]?.text.length ?? 0) - within.leftAtEnd;
  return hits.filter(
    ({ line, from, to }) =>
      line >= within.first && line <= within.last && (line > within.first || from >= within.from) && (line < within.last || to <= end),
  );
}

/** Returns the part of the text that a range of the page covers; undefined if there is no text in it. */
export function toReadRange(root: Element | null, range: Range | undefined): ReadRange | undefined {
  if (root === null || range?.intersectsNode(root) !== true) return undefined;
  const lines = readLines(root);
  const inside = lines.flatMap((line, at) => {
    const chars = selectedChars(line, range);
    return chars === undefined ? [] : [{ at, ...chars }];
  });
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const leftAtEnd = (lines[last.at]?.text.length ?? 0) - last.to;
  return { lines: lines.length, first: first.at, from: first.from, last: last.at, leftAtEnd };
}

function selectedChars({ pieces }: ReadLine, range: Range): { readonly from: number; readonly to: number } | undefined {
  let [at, from, to] = [0, -1, -1];
  for (const { node, text } of pieces) {
    if (range.intersectsNode(node)) {
      const start = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : text.length;
      if (end > start) {
        if (from === -1) from = at + start;
        to = at + end;
      }
    }
    at += text.length;
  }
  return from === -1 ? undefined : { from, to };
}

export function useCurrentHit(count: number, search: ReadSearch) {
  const [current, setCurrent] = useState({ search, at: 0 });
  const at = current.search === search ? Math.min(current.at, Math.max(0, count - 1)) : 0;
  return { at, step: (by: 1 | -1) => count > 0 && setCurrent({ search, at: (at + by + count) % count }) };
}
