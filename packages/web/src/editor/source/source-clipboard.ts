/** Clipboard and drops of the source: text alone, because HTML of the clipboard would be parsed here. Copied kept parts are pasted as they were. */
import type { KeptParts } from "@satchel/core/document/markdown/source/kept-parts.ts";
import type { Slice } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { linesOf, textSlice } from "./source-schema.ts";

export function createClipboard(parts: KeptParts, isEditable: () => boolean) {
  let copied: { readonly text: string; readonly slice: Slice } | undefined;
  const insert = (view: EditorView, text: string): void => {
    const slice = text === copied?.text ? copied.slice : textSlice(text);
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta("uiEvent", "paste"));
  };
  const copy = (view: EditorView, event: ClipboardEvent): boolean => {
    const slice = view.state.selection.content();
    if (slice.size === 0 || event.clipboardData === null) return false;
    copied = {
      text: linesOf(slice.content, parts)
        .join("\n")
        .replace(/\ufdd2\w+\ufdd3/g, ""),
      slice,
    };
    event.clipboardData.setData("text/plain", copied.text);
    event.preventDefault();
    return true;
  };
  return {
    copy,
    cut(view: EditorView, event: ClipboardEvent): boolean {
      const isCopied = copy(view, event);
      if (isCopied && isEditable()) view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta("uiEvent", "cut"));
      return isCopied;
    },
    paste(view: EditorView, event: ClipboardEvent): boolean {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      if (text !== "" && isEditable()) insert(view, text);
      return true;
    },
    drop(view: EditorView, event: DragEvent): boolean {
      // ProseMirror moves what is dragged within the source.
      if (view.dragging !== null) return false;
      event.preventDefault();
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
      if (text === "" || at === undefined || !isEditable()) return true;
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))));
      insert(view, text);
      return true;
    },
  };
}
