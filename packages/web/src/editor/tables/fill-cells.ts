/** Rows of plain text, as spreadsheets copy them, pasted into the cells of a table. */
import { readCells, readLines } from "@satchel/core/document/paste/plain-shapes.ts";
import { Fragment, type Node, type Schema, Slice } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { CellSelection, handlePaste, isInTable, selectedRect } from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";

/** Fills the cells from the caret's on, or the selected ones. Returns false if the text has no cells; it belongs into the caret's cell. */
export function fillCells(view: EditorView, event: ClipboardEvent, text: string): boolean {
  const { state } = view;
  if (!isInTable(state)) return false;
  const areSelected = state.selection instanceof CellSelection && state.selection.ranges.length > 1;
  const rows = readCells(text) ?? (areSelected ? readLines(text) : undefined);
  if (rows === undefined) return false;
  return handlePaste(view, event, new Slice(Fragment.from(toTable(state, rows)), 0, 0));
}

/** Cells keep the kind, color and alignment that they have in the table. */
function toTable(state: EditorState, rows: readonly (readonly string[])[]): Node {
  const { table, tableRow, tableCell } = state.schema.nodes;
  if (table === undefined || tableRow === undefined || tableCell === undefined) throw new Error("The schema has no tables.");
  const rect = selectedRect(state);
  const cellAt = (row: number, column: number, text: string): Node => {
    const isInside = row < rect.map.height && column < rect.map.width;
    const old = isInside ? rect.table.nodeAt(rect.map.map[row * rect.map.width + column] ?? 0) : null;
    const isSingle = old !== null && old.attrs.colspan === 1 && old.attrs.rowspan === 1;
    return isSingle ? old.type.create(old.attrs, toLine(state.schema, text)) : tableCell.create(null, toLine(state.schema, text));
  };
  return table.create(
    null,
    rows.map((row, down) =>
      tableRow.create(
        null,
        row.map((text, across) => cellAt(rect.top + down, rect.left + across, text)),
      ),
    ),
  );
}

function toLine(schema: Schema, cell: string): Node | undefined {
  const parts = cell
    .split("\n")
    .flatMap((line, at) => [...(at === 0 ? [] : [schema.nodes.hardBreak?.create()]), ...(line === "" ? [] : [schema.text(line)])]);
  return schema.nodes.paragraph?.create(
    null,
    parts.filter((part) => part !== undefined),
  );
}
