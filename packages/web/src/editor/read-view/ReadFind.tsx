/** Find bar of the read view, with replace. Marks hits without changing elements. */
import { type Replacing, replaceWords } from "@satchel/core/document/reading/edit-read-note.ts";
import { type FindOptions, findWithOptions } from "@satchel/core/document/reading/find-options.ts";
import { type RefObject, useEffect, useState } from "react";
import { openToggles } from "../blocks/block-elements.ts";
import { FindFields } from "../find/FindFields.tsx";
import { findRanges, hideHits, NOT_WORDS, showHits } from "../find/text-hits.ts";
import type { EditListener } from "./tick-boxes.ts";

type ReadFindProps = {
  /** Element that contains the text. */
  readonly host: RefObject<HTMLElement | null>;
  readonly onEdit: EditListener;
  readonly onClose: () => void;
};

export function ReadFind({ host, onEdit, onClose }: ReadFindProps) {
  const [query, setQuery] = useState(selectedWords);
  const [options, setOptions] = useState({ isExact: false, isWhole: false });
  const { hits, current, step } = useHits(host, query, options);
  const replace = (replacing: Omit<Replacing, "query" | "options">): void => {
    if (hits.length > 0) onEdit((content) => replaceWords(content, { query, options, ...replacing }));
  };
  return (
    <FindFields
      query={query}
      options={options}
      count={hits.length}
      at={hits.length === 0 ? 0 : current + 1}
      onQuery={setQuery}
      onOptions={setOptions}
      onStep={step}
      onClose={onClose}
      onReplace={(replacement) => replace({ replacement, only: current })}
      onReplaceAll={(replacement) => replace({ replacement })}
    />
  );
}

function useHits(host: RefObject<HTMLElement | null>, query: string, options: FindOptions) {
  const [hits, setHits] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const root = host.current?.querySelector(".note-content") ?? null;
    if (root === null || query === "") return setHits([]);
    const look = (): void => setHits(findRanges(root, (text) => findWithOptions(text, query, options), NOT_WORDS));
    setCurrent(0);
    look();
    const watcher = new MutationObserver(look);
    watcher.observe(root, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [host, query, options]);
  const at = Math.min(current, Math.max(0, hits.length - 1));
  useEffect(() => {
    showHits(hits, at);
    return hideHits;
  }, [hits, at]);
  useEffect(() => {
    openToggles(hits[at]?.startContainer.parentElement ?? null);
    hits[at]?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  }, [hits, at]);
  return { hits, current: at, step: (by: 1 | -1) => hits.length > 0 && setCurrent((at + by + hits.length) % hits.length) };
}

function selectedWords(): string {
  const words = document.getSelection()?.toString() ?? "";
  return words.length > 200 || words.includes("\n") ? "" : words;
}
