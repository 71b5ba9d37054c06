/** Selected text that gets a toolbar: not while a pointer changes the selection, nor after Escape. */
import type { Editor } from "@tiptap/core";
import { AllSelection, TextSelection } from "@tiptap/pm/state";
import { useEffect, useState } from "react";
import { whenMounted } from "../schema/mounted-editor.ts";

export type SelectedText = { readonly from: number; readonly to: number };

/** Elements of the editor that may take the focus without ending the selection. */
const OWN = "[data-selection-toolbar]";

export function useSelectedText(editor: Editor): SelectedText | undefined {
  const [selected, setSelected] = useState<SelectedText>();
  useEffect(() => whenMounted(editor, (dom) => follow(editor, dom, setSelected)), [editor]);
  return selected;
}

function follow(editor: Editor, dom: HTMLElement, set: (selected: SelectedText | undefined) => void): () => void {
  let isSelecting = false;
  let [dismissed, shown]: (SelectedText | undefined)[] = [];
  // Without this, React would render the toolbar at each key.
  const show = (next: SelectedText | undefined): void => {
    if (next?.from === shown?.from && next?.to === shown?.to) return;
    shown = next;
    set(next);
  };
  const update = (): void => {
    const range = isSelecting ? undefined : selectedIn(editor);
    if (range === undefined || range.from !== dismissed?.from || range.to !== dismissed.to) dismissed = undefined;
    show(dismissed === undefined ? range : undefined);
  };
  const handleDown = (): void => {
    isSelecting = true;
    update();
  };
  const handleUp = (): void => {
    if (!isSelecting) return;
    isSelecting = false;
    update();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    const range = selectedIn(editor);
    if (range === undefined || (range.from === dismissed?.from && range.to === dismissed.to)) return;
    dismissed = range;
    event.preventDefault();
    // It ends nothing else.
    event.stopPropagation();
    update();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Element) || relatedTarget.closest(OWN) === null) show(undefined);
  };
  const listening = new AbortController();
  const { signal } = listening;
  dom.addEventListener("pointerdown", handleDown, { signal });
  dom.addEventListener("keydown", handleKey, { signal });
  dom.addEventListener("focus", update, { signal });
  dom.addEventListener("blur", handleBlur, { signal });
  dom.ownerDocument.addEventListener("pointerup", handleUp, { signal });
  dom.ownerDocument.addEventListener("pointercancel", handleUp, { signal });
  editor.on("transaction", update);
  return () => {
    listening.abort();
    editor.off("transaction", update);
  };
}

function selectedIn({ state, view, isEditable }: Editor): SelectedText | undefined {
  const { selection, doc } = state;
  const isText = selection instanceof TextSelection || selection instanceof AllSelection;
  if (!isEditable || !isText || selection.empty) return undefined;
  if (selection.$from.parent.type.spec.code === true || !view.hasFocus()) return undefined;
  const { from, to } = selection;
  return doc.textBetween(from, to, " ").trim() === "" ? undefined : { from, to };
}
