/** The search inside the note: opened by Mod-F, closed by Escape, with the number of places and their replacement. Issue 8. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { ArrowDown, ArrowUp, CaseSensitive, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { editorText } from "../../text/editor.ts";
import { whenMounted } from "../schema/when-mounted.ts";
import { ToolbarButton } from "../toolbar/ToolbarButton.tsx";
import css from "./find.module.css";
import { find, findNext, findState, replaceAll, replaceCurrent } from "./find-plugin.ts";

const text = editorText.find;

export function FindBar({ editor }: { readonly editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  useFindShortcut(editor, () => setOpen(true));
  if (!isOpen) return null;
  const handleClose = (): void => {
    setOpen(false);
    find(editor, "", false);
    editor.view.focus();
  };
  return <OpenFindBar editor={editor} onClose={handleClose} />;
}

type OpenFindBarProps = { readonly editor: Editor; readonly onClose: () => void };

function OpenFindBar({ editor, onClose }: OpenFindBarProps) {
  const [query, setQuery] = useState(() => selectedWords(editor));
  const [replacement, setReplacement] = useState("");
  const [isExact, setExact] = useState(false);
  const matches = useEditorState({
    editor,
    selector: ({ editor: current }) => ({ count: findState(current).hits.length, at: findState(current).current + 1 }),
  });
  useEffect(() => find(editor, query, isExact), [editor, query, isExact]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") findNext(editor, event.shiftKey ? -1 : 1);
    if (event.key === "Escape" || event.key === "Enter") event.preventDefault();
  };
  const handleReplaceKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") replaceCurrent(editor, replacement);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>.
    <div role="search" className={css.bar} aria-label={text.label}>
      <div className={css.line}>
        <input
          className={css.field}
          aria-label={text.query}
          placeholder={text.query}
          autoComplete="off"
          value={query}
          ref={selectAll}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={handleKey}
        />
        <output className={css.count}>{query === "" ? "" : text.matchCount(matches.at, matches.count)}</output>
        <ToolbarButton label={text.matchCase} Icon={CaseSensitive} isOn={isExact} onPress={() => setExact(!isExact)} />
        <ToolbarButton label={text.previous} Icon={ArrowUp} keys="Shift-Enter" onPress={() => findNext(editor, -1)} />
        <ToolbarButton label={text.next} Icon={ArrowDown} keys="Enter" onPress={() => findNext(editor, 1)} />
        <ToolbarButton label={text.close} Icon={X} onPress={onClose} />
      </div>
      {editor.isEditable && (
        <div className={css.line}>
          <input
            className={css.field}
            aria-label={text.replacement}
            placeholder={text.replacement}
            autoComplete="off"
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={handleReplaceKey}
          />
          <button type="button" className={css.button} onClick={() => replaceCurrent(editor, replacement)}>
            {text.replace}
          </button>
          <button type="button" className={css.button} onClick={() => replaceAll(editor, replacement)}>
            {text.replaceAll}
          </button>
        </div>
      )}
    </div>
  );
}

function selectAll(field: HTMLInputElement | null): void {
  field?.select();
}

function selectedWords(editor: Editor): string {
  const { from, to } = editor.state.selection;
  return to - from > 200 ? "" : editor.state.doc.textBetween(from, to, " ");
}

function useFindShortcut(editor: Editor, onOpen: () => void): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "f") return;
      event.preventDefault();
      latest.current();
    };
    return whenMounted(editor, (dom) => {
      dom.addEventListener("keydown", handleKey);
      return () => dom.removeEventListener("keydown", handleKey);
    });
  }, [editor]);
}
