/** Marks the searched words in a note that was opened from search results, with buttons for the next and previous. Decision 0012. */

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { editorText } from "../../text/editor/editor.ts";
import { openToggles } from "../blocks/block-elements.ts";
import css from "./search-hits.module.css";
import { findHits, hideHits, showHits } from "./text-hits.ts";

const text = editorText.find;

type SearchHitsProps = {
  /** Empty if the note was not opened from a search. */
  readonly words: readonly string[];
  readonly children: ReactNode;
};

export function SearchHits({ words, children }: SearchHitsProps) {
  const host = useRef<HTMLDivElement>(null);
  const { hits, current, go, close } = useHits(host, words);
  return (
    <>
      {hits.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: older browsers lack <search>.
        <div role="search" className={css.bar} aria-label={text.hits}>
          <output className={css.count}>{text.matchCount(current + 1, hits.length)}</output>
          <IconButton size="small" label={text.previous} icon={<ArrowUp />} onPress={() => go(-1)} />
          <IconButton size="small" label={text.next} icon={<ArrowDown />} onPress={() => go(1)} />
          <IconButton size="small" label={text.close} icon={<X />} onPress={close} />
        </div>
      )}
      <div ref={host}>{children}</div>
    </>
  );
}

function useHits(host: { readonly current: HTMLDivElement | null }, words: readonly string[]) {
  const [hits, setHits] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const root = host.current;
    if (root === null || words.length === 0) return;
    const look = (): void => setHits(findHits(root, words));
    setCurrent(0);
    look();
    // The text may still load, or be replaced by a version of another device.
    const watcher = new MutationObserver(look);
    watcher.observe(root, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      setHits([]);
    };
  }, [host, words]);
  const at = Math.min(current, Math.max(0, hits.length - 1));
  useEffect(() => {
    if (hits.length === 0) return;
    showHits(hits, at);
    return hideHits;
  }, [hits, at]);
  const shown = useRef<Range>(undefined);
  shown.current = hits[at];
  const isThere = hits.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded image must not scroll back to the hit
  useEffect(() => {
    if (!isThere) return;
    openToggles(shown.current?.startContainer.parentElement ?? null);
    shown.current?.startContainer.parentElement?.scrollIntoView?.({ block: "nearest" });
  }, [isThere, at, words]);
  return {
    hits,
    current: at,
    go: (step: 1 | -1) => setCurrent((at + step + hits.length) % hits.length),
    close: () => setHits([]),
  };
}
