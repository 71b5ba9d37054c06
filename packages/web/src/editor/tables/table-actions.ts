/** Table actions: all of them in the toolbar's menu, those of rows and columns beside the table. Decision 0029 "Tables". */
import type { ChainedCommands, Editor } from "@tiptap/core";
import { editorText } from "../../text/editor/editor.ts";

const text = editorText.tables;

export type TableAction = { readonly id: string; readonly name: string; readonly run: (chain: ChainedCommands) => ChainedCommands };

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true } as const;

export const INSERT_TABLE: TableAction = { id: "insert", name: text.insert, run: (chain) => chain.insertTable(NEW_TABLE) };

const ROW_ABOVE: TableAction = { id: "rowAbove", name: text.rowAbove, run: (chain) => chain.addRowBefore() };
const ROW_BELOW: TableAction = { id: "rowBelow", name: text.rowBelow, run: (chain) => chain.addRowAfter() };
const COLUMN_BEFORE: TableAction = { id: "columnBefore", name: text.columnBefore, run: (chain) => chain.addColumnBefore() };
const COLUMN_AFTER: TableAction = { id: "columnAfter", name: text.columnAfter, run: (chain) => chain.addColumnAfter() };
const HEADER_ROW: TableAction = { id: "headerRow", name: text.headerRow, run: (chain) => chain.toggleHeaderRow() };
const HEADER_COLUMN: TableAction = { id: "headerColumn", name: text.headerColumn, run: (chain) => chain.toggleHeaderColumn() };
const MERGE: TableAction = { id: "merge", name: text.merge, run: (chain) => chain.mergeOrSplit() };
const DELETE_ROW: TableAction = { id: "deleteRow", name: text.deleteRow, run: (chain) => chain.deleteRow() };
const DELETE_COLUMN: TableAction = { id: "deleteColumn", name: text.deleteColumn, run: (chain) => chain.deleteColumn() };
const DELETE_TABLE: TableAction = { id: "deleteTable", name: text.deleteTable, run: (chain) => chain.deleteTable() };

type ActionGroups = readonly (readonly TableAction[])[];

export const TABLE_ACTIONS: ActionGroups = [
  [ROW_ABOVE, ROW_BELOW, COLUMN_BEFORE, COLUMN_AFTER],
  [HEADER_ROW, HEADER_COLUMN, MERGE],
  [DELETE_ROW, DELETE_COLUMN, DELETE_TABLE],
];
export const ROW_ACTIONS: ActionGroups = [[ROW_ABOVE, ROW_BELOW], [HEADER_ROW], [DELETE_ROW, DELETE_TABLE]];
export const COLUMN_ACTIONS: ActionGroups = [[COLUMN_BEFORE, COLUMN_AFTER], [HEADER_COLUMN], [DELETE_COLUMN, DELETE_TABLE]];

export function runTableAction(editor: Editor, { run }: TableAction): void {
  run(editor.chain().focus()).run();
}
