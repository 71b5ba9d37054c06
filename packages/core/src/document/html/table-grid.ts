/** Makes tables rectangular like the editor does, so that the editor does not change their bytes. Pure. */

import { emptyParagraph, type StoredElement } from "./stored-doc.ts";
import type { AttributeValue } from "./stored-html.ts";

type Row = readonly StoredElement[];
type Placed = { readonly cell: StoredElement; readonly column: number; readonly colspan: number; readonly rowspan: number };

/** Returns undefined if filling the table would cost far more than its content; the caller then keeps its text as blocks. */
export function toRectangle(rows: readonly Row[]): readonly Row[] | undefined {
  const cellCount = rows.reduce((sum, row) => sum + row.length, 0);
  const maxArea = cellCount * 10 + 10_000;
  const placed = placeCells(rows, maxArea);
  if (placed === undefined || placed.width * rows.length > maxArea) return undefined;
  const filled = placed.rows.map((row, index) => fillRow(row, placed.freeCells(index)));
  const widths = columnWidths(filled);
  return filled.map((row) => row.map((item) => printCell(item, widths)));
}

type Placement = { readonly rows: readonly (readonly Placed[])[]; readonly width: number; readonly freeCells: (row: number) => number[] };

function placeCells(rows: readonly Row[], maxArea: number): Placement | undefined {
  const taken: boolean[][] = rows.map(() => []);
  const result: Placed[][] = [];
  let [width, area] = [0, 0];
  for (const [rowIndex, row] of rows.entries()) {
    const placedRow: Placed[] = [];
    let column = 0;
    for (const cell of row) {
      while (taken[rowIndex]?.[column]) column++;
      const colspan = freeRun(taken[rowIndex] ?? [], column, numberOf(cell.attrs.colspan));
      const rowspan = Math.min(numberOf(cell.attrs.rowspan), rows.length - rowIndex);
      area += colspan * rowspan;
      if (area > maxArea) return undefined;
      for (let below = 0; below < rowspan; below++) take(taken[rowIndex + below], column, colspan);
      placedRow.push({ cell, column, colspan, rowspan });
      width = Math.max(width, column + colspan);
      column += colspan;
    }
    result.push(placedRow);
  }
  return { rows: result, width, freeCells: (row) => freeColumns(taken[row] ?? [], width) };
}

function take(row: boolean[] | undefined, column: number, colspan: number): void {
  if (row === undefined) return;
  while (row.length < column) row.push(false);
  for (let offset = 0; offset < colspan; offset++) row[column + offset] = true;
}

function freeRun(row: readonly boolean[], column: number, wanted: number): number {
  let run = 1;
  while (run < wanted && !row[column + run]) run++;
  return run;
}

function freeColumns(row: readonly boolean[], width: number): number[] {
  const free: number[] = [];
  for (let column = 0; column < width; column++) if (!row[column]) free.push(column);
  return free;
}

function fillRow(row: readonly Placed[], free: readonly number[]): readonly Placed[] {
  if (free.length === 0) return row;
  const type = row.length > 0 && row.every(({ cell }) => cell.type === "tableHeader") ? "tableHeader" : "tableCell";
  const attrs = { colspan: 1, rowspan: 1, colwidth: null, textAlign: null, backgroundColor: null };
  const added = free.map((column) => ({
    cell: { type, attrs, content: [emptyParagraph()] } as const,
    column,
    colspan: 1,
    rowspan: 1,
  }));
  return [...row, ...added];
}

/** The first width given for a column applies to all its cells. */
function columnWidths(rows: readonly (readonly Placed[])[]): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  for (const { cell, column, colspan } of rows.flat()) {
    const declaredWidths = widthsOf(cell.attrs.colwidth);
    for (let offset = 0; offset < colspan; offset++) {
      const width = declaredWidths[offset] ?? 0;
      if (width > 0 && !widths.has(column + offset)) widths.set(column + offset, width);
    }
  }
  return widths;
}

function printCell({ cell, column, colspan, rowspan }: Placed, widths: ReadonlyMap<number, number>): StoredElement {
  const own = Array.from({ length: colspan }, (_, offset) => widths.get(column + offset) ?? 0);
  return { ...cell, attrs: { ...cell.attrs, colspan, rowspan, colwidth: own.some((width) => width > 0) ? own : null } };
}

function widthsOf(value: AttributeValue | undefined): readonly number[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: AttributeValue | undefined): number {
  return typeof value === "number" ? value : 1;
}
