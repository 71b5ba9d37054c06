/** Find bar of the editor, with replace. Escape closes it. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useEffect, useState } from "react";
import { FindFields } from "./FindFields.tsx";
import { find, findNext, findState, replaceAll, replaceCurrent } from "./find-plugin.ts";

type FindBarProps = { readonly editor: Editor; readonly onClose: () => void };

export function FindBar({ editor, onClose }: FindBarProps) {
  const [query, setQuery] = useState(() => selectedWords(editor));
  const [isExact, setExact] = useState(false);
  const matches = useEditorState({
    editor,
    selector: ({ editor: current }) => ({ count: findState(current).hits.length, at: findState(current).current + 1 }),
  });
  useEffect(() => find(editor, query, isExact), [editor, query, isExact]);
  const handleClose = (): void => {
    find(editor, "", false);
    editor.view.focus();
    onClose();
  };
  return (
    <FindFields
      query={query}
      isExact={isExact}
      count={matches.count}
      at={matches.at}
      onQuery={setQuery}
      onExact={setExact}
      onStep={(step) => findNext(editor, step)}
      onClose={handleClose}
      onReplace={editor.isEditable ? (replacement) => replaceCurrent(editor, replacement) : undefined}
      onReplaceAll={editor.isEditable ? (replacement) => void replaceAll(editor, replacement) : undefined}
      onUndo={() => editor.commands.undo()}
    />
  );
}

function selectedWords(editor: Editor): string {
  const { from, to } = editor.state.selection;
  return to - from > 200 ? "" : editor.state.doc.textBetween(from, to, " ");
}
