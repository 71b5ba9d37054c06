/** Commands for rows, columns and cells that the editor's library lacks: move, sort, align, color. Each returns false if it cannot run. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { cellAround, isInTable, moveTableColumn, moveTableRow, selectedRect, TableMap, type TableRect } from "@tiptap/pm/tables";
import { sortedOrder } from "./sort-rows.ts";

export type TableSide = "row" | "column";
/** Cells that a change of color or alignment applies to: the selected ones, or all of their rows or columns. */
export type CellScope = TableSide | "cells";
type Dispatch = ((transaction: Transaction) => void) | undefined;

/** Number of rows, or columns, of header cells at the beginning: they stay where they are. */
function headCount(table: Node, side: TableSide): number {
  const map = TableMap.get(table);
  const [lines, cells] = side === "row" ? [map.height, map.width] : [map.width, map.height];
  const isHead = (line: number): boolean =>
    Array.from({ length: cells }, (_, at) => map.map[side === "row" ? line * map.width + at : at * map.width + line] ?? 0).every(
      (pos) => table.nodeAt(pos)?.type.spec.tableRole === "header_cell",
    );
  // A table of header cells only has no other lines.
  return lines > 1 && isHead(0) && !isHead(1) ? 1 : 0;
}

/** Moves the row or column of the caret to another index, with the caret. */
export function moveLine(state: EditorState, dispatch: Dispatch, { side, to }: { readonly side: TableSide; readonly to: number }): boolean {
  if (!isInTable(state)) return false;
  const rect = selectedRect(state);
  const from = side === "row" ? rect.top : rect.left;
  const heads = headCount(rect.table, side);
  const lines = side === "row" ? rect.map.height : rect.map.width;
  if (to === from || to < heads || from < heads || to >= lines) return false;
  const move = side === "row" ? moveTableRow : moveTableColumn;
  return move({ from, to, select: false, pos: rect.tableStart + 1 })(
    state,
    dispatch && ((transaction) => dispatch(withCaret(transaction, rect, side === "row" ? { row: to } : { column: to }))),
  );
}

/** Moves the row or column by one. */
export function moveLineBy(
  state: EditorState,
  dispatch: Dispatch,
  { side, by }: { readonly side: TableSide; readonly by: 1 | -1 },
): boolean {
  if (!isInTable(state)) return false;
  const rect = selectedRect(state);
  return moveLine(state, dispatch, { side, to: (side === "row" ? rect.top : rect.left) + by });
}

/** Sorts the rows under the header by the column of the caret. Rows that are merged with others cannot be sorted. */
export function sortRows(state: EditorState, dispatch: Dispatch, direction: "ascending" | "descending"): boolean {
  if (!isInTable(state)) return false;
  const rect = selectedRect(state);
  const { table, map, left } = rect;
  const heads = headCount(table, "row");
  const rows = table.children.slice(heads);
  if (rows.some((row) => row.childCount !== map.width)) return false;
  const order = sortedOrder(
    rows.map((row) => row.child(left).textContent),
    direction,
  );
  if (order.every((from, at) => from === at)) return true;
  const sorted = table.children.slice(0, heads).concat(order.map((at) => rows[at] as Node));
  const row = rect.top < heads ? rect.top : heads + order.indexOf(rect.top - heads);
  const { tr } = state;
  tr.replaceWith(rect.tableStart, rect.tableStart + table.content.size, sorted);
  dispatch?.(withCaret(tr, rect, { row }));
  return true;
}

/** Alignment of cells; the lines inside follow. Left is the default. */
export function alignCells(
  state: EditorState,
  dispatch: Dispatch,
  { scope, align }: { readonly scope: CellScope; readonly align: string },
): boolean {
  const cells = cellsIn(state, scope);
  if (cells === undefined) return false;
  const { tr } = state;
  const textAlign = align === "left" ? null : align;
  for (const at of cells) {
    tr.setNodeAttribute(at, "textAlign", textAlign);
    tr.doc.nodeAt(at)?.forEach((line, offset) => {
      if (line.attrs.textAlign !== null && line.isTextblock && "textAlign" in line.attrs)
        tr.setNodeAttribute(at + 1 + offset, "textAlign", null);
    });
  }
  dispatch?.(tr);
  return true;
}

export function colorCells(
  state: EditorState,
  dispatch: Dispatch,
  { scope, color }: { readonly scope: CellScope; readonly color: string | null },
): boolean {
  const cells = cellsIn(state, scope);
  if (cells === undefined) return false;
  const { tr } = state;
  for (const at of cells) tr.setNodeAttribute(at, "backgroundColor", color);
  dispatch?.(tr);
  return true;
}

function cellsIn(state: EditorState, scope: CellScope): readonly number[] | undefined {
  if (!isInTable(state)) return undefined;
  const { map, tableStart, left, right, top, bottom } = selectedRect(state);
  const across = scope === "row" ? { left: 0, right: map.width } : { left, right };
  const down = scope === "column" ? { top: 0, bottom: map.height } : { top, bottom };
  return map.cellsInRect({ ...across, ...down }).map((at) => tableStart + at);
}

type CellPlace = { readonly row?: number; readonly column?: number };

/** Puts the caret into the cell with the former content; the table itself has not moved. */
function withCaret(transaction: Transaction, rect: TableRect, { row = rect.top, column = rect.left }: CellPlace): Transaction {
  const table = transaction.doc.nodeAt(rect.tableStart - 1);
  if (table === null) return transaction;
  const at = rect.tableStart + TableMap.get(table).positionAt(row, column, table);
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(at + 1))).scrollIntoView();
}

/** Row or column index of a position inside the table that begins at `tableStart`; undefined outside it. */
export function lineAt(
  doc: Node,
  { pos, tableStart, side }: { readonly pos: number; readonly tableStart: number; readonly side: TableSide },
) {
  const $cell = cellAround(doc.resolve(pos));
  if (!$cell || $cell.start(-1) !== tableStart) return undefined;
  const { top, left } = TableMap.get($cell.node(-1)).findCell($cell.pos - tableStart);
  return { index: side === "row" ? top : left, cell: $cell.pos };
}
