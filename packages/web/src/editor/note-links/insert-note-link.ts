/** Puts a link to a note at the caret, with a space behind it to go on writing. */
import type { Editor } from "@tiptap/core";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export function insertNoteLink(editor: Editor, noteId: string): void {
  editor
    .chain()
    .focus()
    .insertContent([
      { type: "noteLink", attrs: { noteId } },
      { type: "text", text: " " },
    ])
    .setMeta(OWN_UNDO_STEP, true)
    .run();
}
