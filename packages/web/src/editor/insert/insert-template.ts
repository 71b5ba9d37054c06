/** Inserts a filled template on its own lines, with the caret where the template has `{{cursor}}`, as one undo step. Decision 0059. */
import { CURSOR_MARK } from "@satchel/core/document/templates/fill-template.ts";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import { insertOnNewLine, type RememberedPosition } from "../typing/rules/insert-markdown.ts";
import { asOneUndoStep } from "../typing/undo-steps.ts";

export function insertTemplate(editor: Editor, html: string, place: RememberedPosition): void {
  place.forget();
  if (editor.isDestroyed) return;
  asOneUndoStep(editor, () => {
    insertOnNewLine(editor, html, place.at());
    const at = findMark(editor.state.doc);
    if (at === undefined) return;
    const { tr } = editor.state;
    tr.delete(at, at + CURSOR_MARK.length);
    editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView());
  });
}

function findMark(doc: Node): number | undefined {
  let found: number | undefined;
  doc.descendants((node, position) => {
    const at = node.isText ? (node.text ?? "").indexOf(CURSOR_MARK) : -1;
    if (at !== -1) found ??= position + at;
    return found === undefined;
  });
  return found;
}
