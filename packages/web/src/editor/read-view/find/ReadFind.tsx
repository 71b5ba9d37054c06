/** Find bar of the read view, with replace. Marks hits without changing elements. */
import { type LineChange, replaceInLines } from "@satchel/core/document/reading/edit-read-note.ts";
import { type RefObject, useEffect, useMemo, useState } from "react";
import type { PatternFinder } from "../../../shared/editor-host/pattern-finder.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { openToggles } from "../../blocks/block-elements.ts";
import { type FieldOptions, FindFields } from "../../find/FindFields.tsx";
import { hideHits, showHits } from "../../find/text-hits.ts";
import { findPatternInLines, type ReadHit, toDomRange, toStoredRange } from "./read-lines.ts";
import { type ReadMatches, type ReadRange, toReadRange, useCurrentHit, useReadMatches } from "./use-read-matches.ts";

type ReadFindProps = {
  /** Element that contains the text. */
  readonly host: RefObject<HTMLElement | null>;
  readonly finder: PatternFinder;
  /** Applies an edit to the stored text. */
  readonly onEdit: (edit: (content: string) => string) => void;
  readonly onClose: () => void;
};

export function ReadFind({ host, finder, onEdit, onClose }: ReadFindProps) {
  const root = (): Element | null => host.current?.querySelector(".note-content") ?? null;
  const [query, setQuery] = useState(selectedWords);
  const [options, setOptions] = useState<FieldOptions>({ isExact: false, isWhole: false, isPattern: false });
  const [within, setWithin] = useState<ReadRange>();
  const selected = useSelection(root);
  const search = useMemo(() => ({ query, ...options }), [query, options]);
  const matches = useReadMatches(root, { search, within, finder });
  const { hits, problem } = matches;
  const { at, step } = useCurrentHit(hits.length, search);
  useShownHits(matches, at);
  const replace = async (replacement: string, only?: ReadHit): Promise<void> => {
    const changes = await toChanges(matches, { finder, replacement, only });
    if (changes.length > 0) onEdit((content) => replaceInLines(content, changes));
  };
  return (
    <FindFields
      query={query}
      options={options}
      count={hits.length}
      at={hits.length === 0 ? 0 : at + 1}
      problem={problem === undefined ? undefined : editorText.find.problems[problem]}
      onQuery={setQuery}
      onOptions={setOptions}
      selection={{
        isOn: within !== undefined,
        isDisabled: within === undefined && selected === undefined,
        onPress: () => setWithin(within === undefined ? toReadRange(root(), selected) : undefined),
      }}
      onStep={step}
      onClose={onClose}
      onReplace={(replacement) => void replace(replacement, hits[at])}
      onReplaceAll={(replacement) => void replace(replacement)}
    />
  );
}

/** The selection in the text, kept while the focus is in the bar. Its lines are read only when they are searched. */
function useSelection(root: () => Element | null): Range | undefined {
  const [find] = useState(() => root);
  const [selected, setSelected] = useState(() => selectionIn(find()));
  useEffect(() => {
    const handleChange = (): void => {
      if (find()?.contains(document.getSelection()?.anchorNode ?? null)) setSelected(selectionIn(find()));
    };
    document.addEventListener("selectionchange", handleChange);
    return () => document.removeEventListener("selectionchange", handleChange);
  }, [find]);
  return selected;
}

function selectionIn(root: Element | null): Range | undefined {
  const selection = document.getSelection();
  if (root === null || selection === null || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  return range.intersectsNode(root) ? range.cloneRange() : undefined;
}

function useShownHits({ lines, hits }: ReadMatches, at: number): void {
  const ranges = useMemo(
    () =>
      hits.flatMap((hit) => {
        const line = lines[hit.line];
        return line === undefined ? [] : [toDomRange(line, hit)];
      }),
    [lines, hits],
  );
  useEffect(() => {
    showHits(ranges, at);
    return hideHits;
  }, [ranges, at]);
  useEffect(() => {
    const start = ranges[at]?.startContainer;
    const element = start instanceof Element ? start : (start?.parentElement ?? null);
    openToggles(element);
    element?.scrollIntoView({ block: "nearest" });
  }, [ranges, at]);
}

type Replacing = { readonly finder: PatternFinder; readonly replacement: string; readonly only: ReadHit | undefined };

/** Hits in what the page shows for an image, a file or a formula stay as they are. */
async function toChanges({ search, lines, hits }: ReadMatches, { finder, replacement, only }: Replacing): Promise<readonly LineChange[]> {
  const groups = search.isPattern && replacement.includes("$");
  const expanded = groups
    ? await findPatternInLines(lines, { search, finder, signal: new AbortController().signal, replacement })
    : undefined;
  const wordsOf = new Map(expanded?.hits.map(({ line, from }, at) => [`${line} ${from}`, expanded.words?.[at]]));
  return (only === undefined ? hits : [only]).flatMap((hit) => {
    const line = lines[hit.line];
    const range = line === undefined ? undefined : toStoredRange(line, hit);
    const words = groups ? wordsOf.get(`${hit.line} ${hit.from}`) : replacement;
    return line === undefined || range === undefined || words === undefined ? [] : [{ line: hit.line, text: line.stored, words, ...range }];
  });
}

function selectedWords(): string {
  const words = document.getSelection()?.toString() ?? "";
  return words.length > 200 || words.includes("\n") ? "" : words;
}
