/**
 * Renders a large table in slices, because tens of thousands of cells take seconds. The rows that are not rendered yet are gaps
 * (far-gap.ts); the document has all of them from the start. Rows with an end of the selection are rendered at once. Decision 0014.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { whenIdle } from "../schema/write-ahead.ts";
import { isGap, withGaps } from "./far-gap.ts";
import { type Range, toStretches } from "./near-blocks.ts";
import { gapsOf, type RenderedView, readGapsAsContent, unseenByEditor } from "./rendered-view.ts";

/** Size of a table, as ProseMirror counts it, above which it is rendered in slices. */
const LARGE_SIZE = 20_000;
/** Size of the new rows that one slice renders: about 1,000 cells with a word each. */
const SLICE_SIZE = 10_000;

/** Tables with rows that are not rendered yet, and the editor of each. */
const growing = new Map<RenderedView, EditorView>();

export function isLargeTable({ type, content }: Node): boolean {
  return type.spec.tableRole === "table" && content.size > LARGE_SIZE;
}

/** Renders the rows that were rendered before, those of the selection, and the next slice. `start` is the position of the first row. */
export function renderRows(
  rendered: RenderedView,
  { view, start }: { readonly view: EditorView; readonly start: number },
  render: () => void,
): void {
  const table = rendered.node;
  rendered.node = withGaps(
    table,
    toStretches(nearRows(rendered, selectedRows(table, start, view.state)), table.childCount),
    gapsOf(rendered),
  );
  try {
    render();
  } finally {
    rendered.node = table;
  }
  readGapsAsContent(rendered);
  if (gapsOf(rendered).length === 0) growing.delete(rendered);
  else if (!growing.has(rendered)) {
    growing.set(rendered, view);
    growWhenIdle(rendered, view);
  }
}

/** Renders the remaining rows of all tables at once, for printing. */
export function renderAllRows(view: EditorView): void {
  for (const [table, owner] of growing) while (owner === view && growing.has(table)) grow(table, view);
}

/** True if rows with an end of the selection are not rendered in this node: ProseMirror must render it again. */
export function hidesSelection(rendered: RenderedView): boolean {
  for (const [table, view] of growing) if (isInside(table, rendered) && hasHiddenEnd(table, view.state)) return true;
  return false;
}

function isInside(table: RenderedView, outer: RenderedView): boolean {
  for (let at: RenderedView | undefined = table; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}

function hasHiddenEnd(table: RenderedView, { selection: { anchor, head } }: EditorState): boolean {
  let from = table.posAtStart;
  for (const { node, size } of table.children) {
    const to = from + size;
    if (node !== undefined && isGap(node) && [anchor, head].some((end) => end > from && end < to)) return true;
    from = to;
  }
  return false;
}

function growWhenIdle(table: RenderedView, view: EditorView): void {
  whenIdle(() => {
    if (!growing.has(table)) return;
    // Rendering would end a composition of an input method.
    if (!view.composing) grow(table, view);
    if (growing.has(table)) growWhenIdle(table, view);
  });
}

function grow(table: RenderedView, view: EditorView): void {
  if (view.isDestroyed || table.parent === undefined) growing.delete(table);
  else unseenByEditor(view, () => table.updateChildren(view, table.posAtStart));
}

/** Indices of the rows to render. Changed rows take the place of rendered ones, so they do not count towards the slice. */
function nearRows({ node: table, children }: RenderedView, selected: readonly number[]): readonly Range[] {
  const before = new Set(children.map(({ node }) => node));
  const rows = table.children;
  let replaced = children.filter(({ node }) => node !== undefined && !isGap(node)).length - rows.filter((row) => before.has(row)).length;
  let left = SLICE_SIZE;
  const isNear = (row: Node, index: number): boolean => {
    if (before.has(row) || selected.includes(index)) return true;
    if (replaced > 0) replaced -= 1;
    else if (left > 0) left -= row.nodeSize;
    else return false;
    return true;
  };
  const near: { from: number; to: number }[] = [];
  for (const [index, row] of rows.entries()) {
    if (!isNear(row, index)) continue;
    const last = near.at(-1);
    if (last?.to === index) last.to += 1;
    else near.push({ from: index, to: index + 1 });
  }
  return near;
}

/** Indices of the rows in which the selection ends. */
function selectedRows(table: Node, start: number, { selection: { anchor, head } }: EditorState): readonly number[] {
  const ends = [anchor - start, head - start].filter((end) => end >= 0 && end < table.content.size);
  return ends.map((end) => {
    let index = 0;
    for (let left = end; left >= table.child(index).nodeSize; index += 1) left -= table.child(index).nodeSize;
    return index;
  });
}
