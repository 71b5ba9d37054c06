/** Replaces selected text by rich text, or inserts it below the selection's block. Each is one undo step. */
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import type { Editor } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../undo-steps.ts";
import { insertOnNewLine, rememberPosition } from "./insert-markdown.ts";

/** A selection that follows edits of the text. */
export type RememberedSelection = {
  readonly range: () => { readonly from: number; readonly to: number };
  readonly forget: () => void;
};

/** Returns undefined if nothing is selected. */
export function rememberSelection(editor: Editor): RememberedSelection | undefined {
  const { from, to, empty } = editor.state.selection;
  if (empty) return undefined;
  const [start, end] = [rememberPosition(editor, from), rememberPosition(editor, to)];
  return {
    range: () => ({ from: Math.min(start.at(), end.at()), to: end.at() }),
    forget: () => {
      start.forget();
      end.forget();
    },
  };
}

/** A single paragraph is inserted into the selection's line; other content replaces the blocks. */
export function replaceSelection(editor: Editor, html: string, { from, to }: { readonly from: number; readonly to: number }): void {
  const { schema, tr } = editor.state;
  const blocks = Fragment.fromArray(readStoredHtml(html).content.map((block) => schema.nodeFromJSON(block)));
  const isLine = blocks.childCount === 1 && blocks.firstChild?.type.name === "paragraph";
  tr.replaceRange(from, to, isLine ? new Slice(blocks, 1, 1) : new Slice(blocks, 0, 0)).setMeta(OWN_UNDO_STEP, true);
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1)).scrollIntoView());
  editor.view.focus();
}

export function insertBelow(editor: Editor, html: string, to: number): void {
  const at = editor.state.doc.resolve(Math.min(to, editor.state.doc.content.size));
  insertOnNewLine(editor, html, at.depth === 0 ? at.pos : at.after(1));
}
