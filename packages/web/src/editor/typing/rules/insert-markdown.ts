/** Inserts Markdown as rich text on its own line, at a position that was remembered while the text changed. Spec A §4 "AI dialog". */

import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { cleanPastedHtml } from "@satchel/core/document/paste/paste-clean.ts";
import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { Selection, type Transaction } from "@tiptap/pm/state";

export type RememberedPosition = { readonly at: () => number; readonly forget: () => void };

/** Remembers the caret or another position, and follows it through edits. */
export function rememberPosition(editor: Editor, position = editor.state.selection.to): RememberedPosition {
  let at = position;
  const follow = ({ transaction }: { readonly transaction: Transaction }): void => {
    at = transaction.mapping.map(at);
  };
  editor.on("transaction", follow);
  return { at: () => at, forget: () => editor.off("transaction", follow) };
}

/** Loads the parser with the first response; cleans its output like a paste. */
export async function toNoteHtml(markdown: string): Promise<string> {
  const { markdownToHtml } = await import("@satchel/core/document/markdown/markdown-html.ts");
  return cleanPastedHtml(markdownToHtml(markdown));
}

/** One undo step. If the position no longer exists, inserts at the end. */
export function insertOnNewLine(editor: Editor, html: string, position: number): void {
  const { schema, doc, tr } = editor.state;
  const blocks = Fragment.fromArray(readStoredHtml(html).content.map((block) => schema.nodeFromJSON(block)));
  const at = position > doc.content.size ? doc.content.size : afterLine(doc, position);
  const isEmptyLine = isBlank(doc, position);
  const from = isEmptyLine ? doc.resolve(position).before() : at;
  const to = isEmptyLine ? doc.resolve(position).after() : at;
  tr.replaceWith(from, to, blocks);
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(from + blocks.size), -1)).scrollIntoView());
  editor.view.focus();
}

function isBlank(doc: Node, position: number): boolean {
  if (position > doc.content.size) return false;
  const { parent, depth } = doc.resolve(position);
  return depth === 1 && parent.isTextblock && parent.content.size === 0;
}

/** Position behind the top-level block, so that lists, tables and quotations stay whole. A plain line is split at the position. */
function afterLine(doc: Node, position: number): number {
  const at = doc.resolve(position);
  if (at.depth === 0) return position;
  if (at.depth > 1 || at.parentOffset === at.parent.content.size || at.parent.type.spec.code) return at.after(1);
  return at.parentOffset === 0 ? at.before(1) : position;
}
