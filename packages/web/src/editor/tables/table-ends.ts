/** One more row or column at the end of the table that the caret is in; the caret goes into it. One step of undo. */
import type { Editor } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { addColumn, addRow, selectedRect, TableMap } from "@tiptap/pm/tables";

export function addRowAtEnd(editor: Editor): void {
  const rect = selectedRect(editor.state);
  const transaction = addRow(editor.state.tr, rect, rect.map.height);
  goTo(editor, transaction, { tableStart: rect.tableStart, row: rect.map.height, column: rect.left });
}

export function addColumnAtEnd(editor: Editor): void {
  const rect = selectedRect(editor.state);
  const transaction = addColumn(editor.state.tr, rect, rect.map.width);
  goTo(editor, transaction, { tableStart: rect.tableStart, row: rect.top, column: rect.map.width });
}

type Cell = { readonly tableStart: number; readonly row: number; readonly column: number };

function goTo(editor: Editor, transaction: Transaction, { tableStart, row, column }: Cell): void {
  const table = transaction.doc.nodeAt(tableStart - 1);
  if (table === null) return;
  const cell = tableStart + TableMap.get(table).positionAt(row, column, table);
  editor.view.dispatch(transaction.setSelection(TextSelection.near(transaction.doc.resolve(cell + 1))).scrollIntoView());
  editor.view.focus();
}
