/** Puts rich text where other text was selected, or beneath the block of it. Each is one step of undo. */
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import type { Editor } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../undo-steps.ts";
import { insertOnNewLine, rememberPosition } from "./insert-markdown.ts";

/** A selection that is remembered while the text goes on changing. */
export type RememberedSelection = {
  readonly range: () => { readonly from: number; readonly to: number };
  readonly forget: () => void;
};

/** Undefined where nothing is selected. */
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

/** One paragraph goes into the line that it was selected from; anything else takes the place of its blocks. */
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
