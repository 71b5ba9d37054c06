/** Reads the column widths of a pasted table from its `col` elements or from the cells of its first row. Pure. */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { styleOf } from "./paste-styles.ts";

const [MIN_PX, MAX_PX] = [25, 2000];

/** Widths in pixels, 0 for unknown ones; undefined if none is given. */
export function columnWidthsOf(table: HtmlElement): readonly number[] | undefined {
  const columns = find(table, /^col$|^colgroup$/).flatMap(columnWidths);
  const widths = columns.some((width) => width > 0) ? columns : (find(table, /^tr$/)[0]?.children.flatMap(cellWidths) ?? []);
  return widths.some((width) => width > 0) ? widths : undefined;
}

function columnWidths(column: HtmlElement): readonly number[] {
  if (column.tag === "colgroup" && column.children.some((child) => child.kind === "element")) return [];
  const span = Math.min(100, Math.max(1, Number(column.attributes.span ?? 1) || 1));
  return Array<number>(span).fill(widthOf(column));
}

/** Divides the width of a cell evenly among the columns it spans. */
function cellWidths(cell: HtmlNode): readonly number[] {
  if (cell.kind === "text" || !/^t[dh]$/.test(cell.tag)) return [];
  const span = Math.min(100, Math.max(1, Number(cell.attributes.colspan ?? 1) || 1));
  return Array<number>(span).fill(inRange(widthOf(cell) / span));
}

function widthOf(element: HtmlElement): number {
  const declared = styleOf(element).get("width") ?? element.attributes.width ?? "";
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(px|pt|in)?\s*$/i.exec(declared);
  return match === null ? 0 : inRange(Number(match[1]) * (PX_OF[match[2]?.toLowerCase() ?? "px"] ?? 1));
}

const PX_OF: Readonly<Record<string, number | undefined>> = { px: 1, pt: 4 / 3, in: 96 };

function inRange(px: number): number {
  return px <= 0 ? 0 : Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)));
}

/** Skips tables inside the table. */
function find(element: HtmlElement, tags: RegExp): readonly HtmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind === "text" || child.tag === "table") return [];
    if (!tags.test(child.tag)) return /^(?:tbody|thead|tfoot)$/.test(child.tag) ? find(child, tags) : [];
    return child.tag === "colgroup" ? [child, ...find(child, tags)] : [child];
  });
}
