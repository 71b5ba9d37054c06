/** Inserts callouts, toggles, formulas and footnotes. */
import { type CalloutKind, FORMULA_LANGUAGE } from "@satchel/core/document/html/stored-html.ts";
import type { Editor } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";

export function wrapInCallout(editor: Editor, kind: CalloutKind): void {
  editor.chain().focus().wrapIn("callout", { kind }).run();
}

/** Turns the caret's block into a toggle's title, with an empty paragraph as its body. */
export function makeToggle(editor: Editor): void {
  const { state, view } = editor;
  const { $from } = state.selection;
  const { toggle, toggleTitle, toggleBody, paragraph } = state.schema.nodes;
  if (!toggle || !toggleTitle || !toggleBody || !paragraph || $from.depth === 0) return;
  const title = toggleTitle.create(null, $from.parent.type.spec.code ? null : $from.parent.content);
  const body = toggleBody.create(null, paragraph.create());
  const node = toggle.create(null, Fragment.from([title, body]));
  const index = $from.index(-1);
  if (!$from.node(-1).canReplaceWith(index, index + 1, toggle)) return;
  const transaction = state.tr.replaceWith($from.before(), $from.after(), node);
  const at = $from.before() + 2 + Math.min($from.parentOffset, title.content.size);
  view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, at)).scrollIntoView());
  view.focus();
}

export function makeFormulaBlock(editor: Editor): void {
  editor.chain().focus().setCodeBlock({ language: FORMULA_LANGUAGE }).run();
}
