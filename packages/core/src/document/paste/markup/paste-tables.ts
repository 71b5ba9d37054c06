/**
 * Tables of the clipboard, for paste-clean.ts: unwraps those that only lay out a page, keeps the others with widths, alignment and colors
 * of their cells. A table inside a cell becomes text.
 */
import { nearestBackground } from "../../colors/palette.ts";
import { type HtmlElement, type HtmlNode, ofSome } from "../../html/html-tree.ts";
import { isDropped } from "../../html/read-element.ts";
import { isCodeTable, toCode } from "./paste-code.ts";
import { columnWidthsOf } from "./paste-columns.ts";
import { ALIGNMENTS, type Context, cleanText, directionOf, element, holdsBlock, inside, isUnseen, styledText } from "./paste-context.ts";
import { styleOf } from "./paste-styles.ts";

/** Unwraps tables that only lay out a page or a mail. */
export function cleanTable(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const here = { ...inside(node, context), align: undefined };
  if (context.isInCell) return node.children.flatMap((child) => cleanInnerTable(child, here));
  const cells = cellsOf(node);
  if (isCodeTable(cells)) return [toCode(node)];
  if (!isLayout(node, cells, context)) {
    return [withWidths(element("table", directionOf(node, context), cleanTableParts(node.children, here)), columnWidthsOf(node) ?? [])];
  }
  return node.children.flatMap((child) => setFree(child, { ...here, isLaidOut: true }));
}

/** Writes the column widths onto the first row. */
function withWidths(table: HtmlElement, widths: readonly number[]): HtmlElement {
  const row = widths.length === 0 ? undefined : firstRow(table);
  let column = 0;
  for (const cell of row?.children ?? []) {
    if (cell.kind === "text" || !/^t[dh]$/.test(cell.tag)) continue;
    const span = Math.max(1, Number(cell.attributes.colspan ?? 1) || 1);
    const own = widths.slice(column, column + span);
    if (own.length === span) cell.attributes["data-colwidth"] = own.join(",");
    column += span;
  }
  return table;
}

function firstRow(table: HtmlElement): HtmlElement | undefined {
  for (const child of table.children) {
    if (child.kind === "text") continue;
    const row = child.tag === "tr" ? child : /^t(?:body|head|foot)$/.test(child.tag) ? firstRow(child) : undefined;
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Keeps content outside of cells: markup nested too deep to be kept leaves its words where it was. */
function setFree(node: HtmlNode, context: Context): readonly HtmlNode[] {
  if (node.kind === "text") return node.text.trim() === "" ? [] : cleanText(node.text, context);
  if (isUnseen(node) || isDropped(node.tag)) return [];
  if (/^(?:tbody|thead|tfoot|tr)$/.test(node.tag)) return node.children.flatMap((child) => setFree(child, inside(node, context)));
  if (/^(?:td|th|caption)$/.test(node.tag)) return [element("div", {}, context.cleanAll(node.children, inside(node, context)))];
  return context.cleanAll([node], context);
}

function isLayout(table: HtmlElement, cells: readonly HtmlElement[], context: Context): boolean {
  if (table.attributes.role === "presentation" || cells.length <= 1) return true;
  const hasGrid = isGrid(table, cells);
  return !hasGrid && (context.isLaidOut || cells.some((cell) => holdsTable(cell.children)));
}

/** True for a table that shows data: with borders, headings, or a class of a wiki. */
function isGrid({ attributes }: HtmlElement, cells: readonly HtmlElement[]): boolean {
  if ((attributes.border ?? "0") !== "0" || cells.some((cell) => cell.tag === "th")) return true;
  return /\b(?:wikitable|confluenceTable|table-bordered|ProseMirror-table|data-?table)\b/i.test(attributes.class ?? "");
}

/** A cell holds no table: a row of one becomes a line, or its blocks if it holds any. Words outside of cells stay where they are. */
function cleanInnerTable(node: HtmlNode, context: Context): readonly HtmlNode[] {
  if (node.kind === "text" || !/^(?:tbody|thead|tfoot|tr)$/.test(node.tag) || isUnseen(node)) return setFree(node, context);
  const here = inside(node, context);
  if (node.tag !== "tr") return node.children.flatMap((child) => cleanInnerTable(child, here));
  const parts = node.children.filter((child) => child.kind === "element" || child.text.trim() !== "");
  const cells = parts.filter((part) => part.kind === "element" && /^t[dh]$/.test(part.tag) && !isUnseen(part)) as HtmlElement[];
  if (cells.length < parts.length) return parts.flatMap((part) => setFree(part, here));
  // Each cell is cleaned once: twice at each level would double the work with every table in a table.
  const cleaned = cells.map((cell) => context.cleanAll(cell.children, inside(cell, here)));
  if (cleaned.some(holdsBlock)) return cleaned.map((cell) => element("div", {}, cell));
  return [
    element(
      "p",
      {},
      cleaned.flatMap((cell, at) => (at === 0 ? cell : [styledText(" | ", context), ...cell])),
    ),
  ];
}

function cleanTableParts(nodes: readonly HtmlNode[], context: Context): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (node.kind === "text") return node.text.trim() === "" ? [] : [...cleanText(node.text, context)];
    if (isUnseen(node) || isDropped(node.tag) || node.tag === "col" || node.tag === "colgroup") return [];
    if (/^(?:tbody|thead|tfoot|tr)$/.test(node.tag)) return [element(node.tag, {}, cleanTableParts(node.children, inside(node, context)))];
    return node.tag === "td" || node.tag === "th" ? [cleanCell(node, context)] : [...context.cleanAll([node], context)];
  });
}

function cleanCell(node: HtmlElement, context: Context): HtmlElement {
  const { colspan, rowspan } = node.attributes;
  const align = ALIGNMENTS.exec(styleOf(node).get("text-align") ?? node.attributes.align ?? "")?.[0].toLowerCase();
  const background = nearestBackground(
    styleOf(node).get("background-color") ?? styleOf(node).get("background") ?? node.attributes.bgcolor ?? "",
  );
  const css = (align === undefined ? "" : `text-align:${align};`) + (background === undefined ? "" : `background-color:${background};`);
  const own = {
    ...(colspan === undefined ? {} : { colspan }),
    ...(rowspan === undefined ? {} : { rowspan }),
    ...(css === "" ? {} : { style: css }),
  };
  const here = inside(node, context);
  return element(node.tag, own, context.cleanAll(node.children, { ...here, align: undefined, isInCell: true }));
}

function cellsOf(element: HtmlElement): readonly HtmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind === "text" || child.tag === "table") return [];
    return child.tag === "td" || child.tag === "th" || child.tag === "caption" ? [child] : cellsOf(child);
  });
}

const holdsTable = ofSome((element, inside) => element.tag === "table" || inside(element.children));
