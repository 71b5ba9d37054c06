/** Fixed column widths for large tables without spans, so that rows are laid out independently and lazily (content.css). */
import { TableView } from "@tiptap/extension-table";
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

export const LARGE_FROM_ROWS = 200;
/** A table with fewer but wide rows is large as well. */
const LARGE_FROM_CELLS = 4000;
const LARGE = "large-table";

export function createLargeTableView(node: Node, minColumnPx: number, view: EditorView): TableView {
  const shown = new TableView(node, minColumnPx, view);
  const updateTable = shown.update.bind(shown);
  shown.update = (next) => {
    const isUpdated = updateTable(next);
    if (isUpdated) show(shown.table, next);
    return isUpdated;
  };
  show(shown.table, node);
  return shown;
}

function show(table: HTMLTableElement, node: Node): void {
  const columns = columnsOf(node);
  table.classList.toggle(LARGE, columns !== undefined);
  if (columns !== undefined && table.style.getPropertyValue("--columns") !== columns) table.style.setProperty("--columns", columns);
}

/** Value of `grid-template-columns`; undefined for a table with the normal layout. */
function columnsOf(table: Node): string | undefined {
  const first = table.firstChild;
  if (first === null || (table.childCount < LARGE_FROM_ROWS && table.childCount * first.childCount < LARGE_FROM_CELLS)) return undefined;
  if (!table.children.every((row) => row.childCount === first.childCount && hasNoSpans(row))) return undefined;
  return first.children.map(({ attrs: { colwidth } }) => (colwidth === null ? "minmax(120px, 1fr)" : `${colwidth[0]}px`)).join(" ");
}

const withoutSpans = new WeakMap<Node, boolean>();

function hasNoSpans(row: Node): boolean {
  const known = withoutSpans.get(row);
  if (known !== undefined) return known;
  const hasNone = row.children.every(({ attrs }) => attrs.colspan === 1 && attrs.rowspan === 1);
  withoutSpans.set(row, hasNone);
  return hasNone;
}
