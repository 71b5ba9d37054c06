/** The table that the caret is in, while the text has the focus or a menu beside the table has it. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { findTable } from "./table-geometry.ts";

export function useCaretTable(editor: Editor): HTMLElement | undefined {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isEditable && !current.isDestroyed ? findTable(current) : undefined),
    equalityFn: (one, other) => one === other,
  });
}
