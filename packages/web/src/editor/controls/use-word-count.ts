/** Counts the words of a note that is being written, block by block while the page is idle. */
import { countText } from "@satchel/core/document/html/html-text.ts";
import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useRef } from "react";
import { createDocSum } from "../schema/editor-html.ts";
import { whenIdle } from "../schema/write-ahead.ts";

/** Counting a paragraph of this length takes longer than a keystroke may. */
const LONG_LINE_CHARS = 50_000;
const PAUSE_MS = 1000;

function isLongLine({ state: { selection } }: Editor): boolean {
  return selection.$head.parent.content.size > LONG_LINE_CHARS;
}

function whenTypingPauses(run: () => void): () => void {
  const timer = setTimeout(run, PAUSE_MS);
  return () => clearTimeout(timer);
}

/** Calls `onCount` with the number of words when the editor opens and after edits, while the page is idle. */
export function useWordCount(editor: Editor, onCount: (words: number) => void): void {
  const latest = useRef(onCount);
  useLayoutEffect(() => {
    latest.current = onCount;
  });
  useLayoutEffect(() => {
    const count = createDocSum((text) => countText(text).words);
    let cancel: (() => void) | undefined;
    const show = (): void => {
      cancel = undefined;
      if (!editor.isDestroyed) latest.current(count(editor.state.doc));
    };
    const schedule = (): void => {
      cancel ??= isLongLine(editor) ? whenTypingPauses(show) : whenIdle(show);
    };
    const handleTransaction = ({ transaction }: { readonly transaction: { readonly docChanged: boolean } }): void => {
      if (!transaction.docChanged) return;
      if (isLongLine(editor)) {
        cancel?.();
        cancel = undefined;
      }
      schedule();
    };
    schedule();
    editor.on("transaction", handleTransaction);
    return () => {
      cancel?.();
      editor.off("transaction", handleTransaction);
    };
  }, [editor]);
}
