/** Puts Markdown into a note as rich text, on a line of its own, at a place that was remembered while the text went on changing. Spec A §4 "AI dialog". */

import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { cleanPastedHtml } from "@satchel/core/document/paste/paste-clean.ts";
import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { Selection, type Transaction } from "@tiptap/pm/state";

export type RememberedPlace = { readonly at: () => number; readonly forget: () => void };

/** Where the caret is now, or another place, and wherever that moves to. */
export function rememberPlace(editor: Editor, place = editor.state.selection.to): RememberedPlace {
  let at = place;
  const follow = ({ transaction }: { readonly transaction: Transaction }): void => {
    at = transaction.mapping.map(at);
  };
  editor.on("transaction", follow);
  return { at: () => at, forget: () => editor.off("transaction", follow) };
}

/** The parser is fetched with the first answer; what it makes is cleaned like anything pasted. */
export async function toNoteHtml(markdown: string): Promise<string> {
  const { marked } = await import("marked");
  return cleanPastedHtml(marked.parse(markdown, { async: false, gfm: true }));
}

/** One step of undo. A place that is no longer there means the end. */
export function insertOnNewLine(editor: Editor, html: string, place: number): void {
  const { schema, doc, tr } = editor.state;
  const blocks = Fragment.fromArray(readStoredHtml(html).content.map((block) => schema.nodeFromJSON(block)));
  const at = place > doc.content.size ? doc.content.size : afterLine(doc, place);
  const isEmptyLine = isBlank(doc, place);
  const from = isEmptyLine ? doc.resolve(place).before() : at;
  const to = isEmptyLine ? doc.resolve(place).after() : at;
  tr.replaceWith(from, to, blocks);
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(from + blocks.size), -1)).scrollIntoView());
  editor.view.focus();
}

function isBlank(doc: Node, place: number): boolean {
  if (place > doc.content.size) return false;
  const { parent, depth } = doc.resolve(place);
  return depth === 1 && parent.isTextblock && parent.content.size === 0;
}

/** Behind the top-level block: lists, tables and quotations stay in one piece. In the middle of a plain line it is split there. */
function afterLine(doc: Node, place: number): number {
  const at = doc.resolve(place);
  if (at.depth === 0) return place;
  if (at.depth > 1 || at.parentOffset === at.parent.content.size || at.parent.type.spec.code) return at.after(1);
  return at.parentOffset === 0 ? at.before(1) : place;
}
