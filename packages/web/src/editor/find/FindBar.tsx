/** Find bar of the editor, with replace. Escape closes it. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEditorState } from "@tiptap/react";
import { useEffect, useState } from "react";
import type { PatternFinder } from "../../shared/editor-host/pattern-finder.ts";
import { editorText } from "../../text/editor/editor.ts";
import { type FieldOptions, FindFields } from "./FindFields.tsx";
import { type FindHit, type FindSearch, find, findNext, findState, replaceAll, replaceCurrent } from "./find-plugin.ts";

type FindBarProps = {
  readonly editor: Editor;
  /** The host's worker for regular expressions. */
  readonly finder: PatternFinder | undefined;
  readonly onClose: () => void;
};

export function FindBar({ editor, finder, onClose }: FindBarProps) {
  const [query, setQuery] = useState(() => selectedWords(editor));
  const [options, setOptions] = useState<FieldOptions>({
    isExact: false,
    isWhole: false,
    ...(finder !== undefined ? { isPattern: false } : {}),
  });
  const [opened] = useState(() => ({ doc: editor.state.doc, range: selectedRange(editor) }));
  const [within, setWithin] = useState<FindHit>();
  const matches = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      count: findState(current).hits.length,
      at: findState(current).current + 1,
      problem: findState(current).problem,
      hasRange: rangeToSearch(current, opened) !== undefined,
    }),
  });
  useEffect(() => find(editor, { query, ...options, within } satisfies FindSearch), [editor, query, options, within]);
  const handleClose = (): void => {
    find(editor, { query: "", isExact: false });
    editor.view.focus();
    onClose();
  };
  return (
    <FindFields
      query={query}
      options={options}
      count={matches.count}
      at={matches.at}
      problem={matches.problem === undefined ? undefined : editorText.find.problems[matches.problem]}
      onQuery={setQuery}
      onOptions={setOptions}
      selection={{
        isOn: within !== undefined,
        isDisabled: within === undefined && !matches.hasRange,
        onPress: () => setWithin(within === undefined ? rangeToSearch(editor, opened) : undefined),
      }}
      onStep={(step) => findNext(editor, step)}
      onClose={handleClose}
      onReplace={editor.isEditable ? (replacement) => void replaceCurrent(editor, replacement, finder) : undefined}
      onReplaceAll={editor.isEditable ? (replacement) => void replaceAll(editor, replacement, finder) : undefined}
      onUndo={() => editor.commands.undo()}
    />
  );
}

function selectedWords(editor: Editor): string {
  const { from, to } = editor.state.selection;
  return to - from > 200 ? "" : editor.state.doc.textBetween(from, to, " ");
}

type Opened = { readonly doc: Node; readonly range: FindHit | undefined };

/** The selection, unless a hit is selected by the search itself; then the one with which the bar was opened. */
function rangeToSearch(editor: Editor, opened: Opened): FindHit | undefined {
  const selected = selectedRange(editor);
  const { hits, current } = findState(editor);
  const hit = hits[current];
  const isHit = hit !== undefined && selected?.from === hit.from && selected.to === hit.to;
  return (isHit ? undefined : selected) ?? (opened.doc === editor.state.doc ? opened.range : undefined);
}

function selectedRange(editor: Editor): FindHit | undefined {
  const { from, to, empty } = editor.state.selection;
  return empty ? undefined : { from, to };
}
