/** Inserts a note link at the caret, chosen from the menu or typed as `[[Title]]`. */
import { suggestNotes } from "@satchel/core/library/notes/suggest-notes.ts";
import { type Editor, InputRule } from "@tiptap/core";
import type { NodeType } from "@tiptap/pm/model";
import type { FindHost } from "../../../shared/editor-host/editor-host.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

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

/** Matches only the complete title of a readable note. */
export function typedNoteLink(type: NodeType, findHost: FindHost): InputRule {
  return new InputRule({
    find: /\[\[([^[\]\n\ufffc]{1,200})\]\]$/,
    handler({ state, range, match }) {
      const title = (match[1] ?? "").trim().toLowerCase();
      const [note] = suggestNotes(findHost()?.noteLinks.others() ?? [], title, 1);
      if (note?.title.trim().toLowerCase() !== title) return null;
      state.tr.replaceWith(range.from, range.to, type.create({ noteId: note.noteId }));
      return undefined;
    },
  });
}
