/** Table actions: all of them in the toolbar's menu, those of rows and columns beside the table. Decision 0029 "Tables". */
import type { ChainedCommands, Editor } from "@tiptap/core";
import { editorText } from "../../text/editor/editor.ts";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";
import { alignCells, type CellScope, colorCells, moveLineBy, sortRows, type TableSide } from "./table-commands.ts";

const text = editorText.tables;

export type TableAction = { readonly id: string; readonly name: string; readonly run: (chain: ChainedCommands) => ChainedCommands };

/** A menu's actions in sections, and the cells that its colors and alignments apply to. */
export type TableActions = { readonly groups: readonly (readonly TableAction[])[]; readonly scope?: CellScope };

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true } as const;

const INSERT_TABLE: TableAction = { id: "insert", name: text.insert, run: (chain) => chain.insertTable(NEW_TABLE) };

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

const moving = (id: "rowUp" | "rowDown" | "columnLeft" | "columnRight", side: TableSide, by: 1 | -1): TableAction => ({
  id,
  name: text[id],
  run: (chain) => chain.command(({ state, dispatch }) => moveLineBy(state, dispatch, { side, by })),
});
const sorting = (id: "sortAscending" | "sortDescending", direction: "ascending" | "descending"): TableAction => ({
  id,
  name: text[id],
  run: (chain) => chain.command(({ state, dispatch }) => sortRows(state, dispatch, direction)),
});

const MOVE_ROW = [moving("rowUp", "row", -1), moving("rowDown", "row", 1)];
const MOVE_COLUMN = [moving("columnLeft", "column", -1), moving("columnRight", "column", 1)];
const SORT = [sorting("sortAscending", "ascending"), sorting("sortDescending", "descending")];

export const NO_TABLE: TableActions = { groups: [[INSERT_TABLE]] };
export const TABLE_ACTIONS: TableActions = {
  groups: [
    [ROW_ABOVE, ROW_BELOW, COLUMN_BEFORE, COLUMN_AFTER],
    [...MOVE_ROW, ...MOVE_COLUMN],
    SORT,
    [HEADER_ROW, HEADER_COLUMN, MERGE],
    [DELETE_ROW, DELETE_COLUMN, DELETE_TABLE],
  ],
  scope: "cells",
};
export const ROW_ACTIONS: TableActions = {
  groups: [[ROW_ABOVE, ROW_BELOW], MOVE_ROW, [HEADER_ROW], [DELETE_ROW, DELETE_TABLE]],
  scope: "row",
};
export const COLUMN_ACTIONS: TableActions = {
  groups: [[COLUMN_BEFORE, COLUMN_AFTER], MOVE_COLUMN, SORT, [HEADER_COLUMN], [DELETE_COLUMN, DELETE_TABLE]],
  scope: "column",
};

export const CELL_ALIGNMENTS = ["left", "center", "right"] as const;
/** Ids of menu items that set a color or an alignment begin with these. */
export const [COLOR_ID, ALIGN_ID] = ["color:", "align:"];
export const NO_COLOR = "none";

/** Runs the action of a menu item as one undo step. */
export function runTableAction(editor: Editor, { groups, scope = "cells" }: TableActions, id: string): void {
  const chain = editor.chain().focus();
  const action = groups.flat().find((one) => one.id === id);
  if (action !== undefined) action.run(chain);
  else if (id.startsWith(COLOR_ID)) {
    const color = id.slice(COLOR_ID.length);
    chain.command(({ state, dispatch }) => colorCells(state, dispatch, { scope, color: color === NO_COLOR ? null : color }));
  } else if (id.startsWith(ALIGN_ID)) {
    chain.command(({ state, dispatch }) => alignCells(state, dispatch, { scope, align: id.slice(ALIGN_ID.length) }));
  }
  chain.setMeta(OWN_UNDO_STEP, true).run();
}
