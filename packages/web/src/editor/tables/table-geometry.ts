/** Geometry of the caret's table, row and column, relative to the element that holds the controls. */
import type { Editor } from "@tiptap/core";

export type TableGeometry = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  /** Right end of the table, or of the visible part of a wider one. */
  readonly right: number;
  /** Middle of the caret's row and column; undefined if scrolled out of sight. */
  readonly rowMiddle: number;
  readonly columnMiddle: number | undefined;
};

export function findTable(editor: Editor): HTMLElement | undefined {
  const { dom, node } = cellOf(editor);
  return node === undefined ? undefined : (dom?.closest<HTMLElement>(".tableWrapper") ?? undefined);
}

export function measureTable(editor: Editor, origin: Element): TableGeometry | undefined {
  const { dom: cell } = cellOf(editor);
  const frame = cell?.closest(".tableWrapper");
  const table = cell?.closest("table");
  if (!cell || !frame || !table) return undefined;
  const [zero, seen, whole, own] = [origin, frame, table, cell].map((element) => element.getBoundingClientRect());
  if (!zero || !seen || !whole || !own) return undefined;
  const [left, right] = [Math.max(seen.left, whole.left), Math.min(seen.right, whole.right)];
  const middle = own.left + own.width / 2;
  return {
    top: whole.top - zero.top,
    bottom: whole.bottom - zero.top,
    left: left - zero.left,
    right: right - zero.left,
    rowMiddle: own.top + own.height / 2 - zero.top,
    columnMiddle: middle < left || middle > right ? undefined : middle - zero.left,
  };
}

function cellOf({ state, view }: Editor) {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.spec.tableRole !== "cell" && node.type.spec.tableRole !== "header_cell") continue;
    const dom = view.nodeDOM($from.before(depth));
    return { node, dom: dom instanceof HTMLElement ? dom : undefined };
  }
  return { node: undefined, dom: undefined };
}
