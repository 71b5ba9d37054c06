/** The rest of a filter that is being typed. Tab takes the first one. Rules: core/library/search/completions.ts. */
import { type Completion, completionsAt } from "@satchel/core/library/search/completions.ts";
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useTagList } from "../../../shared/marks/tags/use-tag-list.ts";
import { useLibrary } from "../../../shared/services.ts";
import { searchFiltersText as text } from "../../../text/notes/search/search-filters.ts";
import css from "./search-head.module.css";

type CompletionsProps = { readonly typed: string; readonly boxRef: RefObject<HTMLInputElement | null> };

export function Completions({ typed, boxRef }: CompletionsProps) {
  const { workspace, notes } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders);
  const list = useTagList();
  const caret = useCaret(typed, boxRef);
  const known = useMemo(
    () => ({
      tags: [...list].sort((a, b) => b.count - a.count).map(({ tag }) => tag),
      folders: folders.map(folderPath),
    }),
    [list, folders],
  );
  const offered = useMemo(() => completionsAt(typed, caret, known), [typed, caret, known]);
  const [first] = offered;
  // The name of a filter may also be a word, after which Tab leaves the box.
  const byTab = first?.label.endsWith(":") ? undefined : first;
  useEffect(() => {
    const box = boxRef.current;
    if (box === null || byTab === undefined) return;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Tab" || event.shiftKey || event.isComposing || box.value !== typed) return;
      event.preventDefault();
      take(byTab);
    };
    box.addEventListener("keydown", handleKey);
    return () => box.removeEventListener("keydown", handleKey);
  });
  const take = ({ typed: whole, caret: after }: Completion): void => {
    flushSync(() => workspace.type(whole));
    boxRef.current?.focus();
    boxRef.current?.setSelectionRange(after, after);
  };
  if (first === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div role="group" className={css.chips} aria-label={text.completions}>
      {offered.map((completion) => (
        <button key={completion.label} type="button" className={css.chip} onClick={() => take(completion)}>
          <span dir="auto">{completion.label}</span>
          {completion === byTab && <kbd className={css.key}>{text.tab}</kbd>}
        </button>
      ))}
    </div>
  );
}

/** Place of the caret in the box; the end of the text while the focus is elsewhere. */
function useCaret(typed: string, boxRef: RefObject<HTMLInputElement | null>): number {
  const [caret, setCaret] = useState<number>();
  useEffect(() => {
    const follow = (): void =>
      setCaret(document.activeElement === boxRef.current ? (boxRef.current?.selectionEnd ?? undefined) : undefined);
    follow();
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, [boxRef]);
  // A key changes the text before the selection reports its new place.
  const shown = boxRef.current?.value === typed ? (boxRef.current.selectionEnd ?? typed.length) : (caret ?? typed.length);
  return Math.min(shown, typed.length);
}
