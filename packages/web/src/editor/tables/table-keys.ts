/**
 * Keys around tables: Backspace after a table and Delete before it select the table, and a second press removes it. Shift and arrows extend
 * a selection of cells without leaving the table. Typing never empties a table that was selected as a whole.
 */
import { type Editor, Extension } from "@tiptap/core";
import { GapCursor } from "@tiptap/pm/gapcursor";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, PluginKey, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { CellSelection, cellAround, deleteCellSelection, nextCell } from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export const TableKeys = Extension.create({
  name: "tableKeys",
  // Runs before the keys of the table itself, which leave or delete it, and after those that change a heading to text.
  priority: 800,
  addKeyboardShortcuts() {
    const erase = (side: Side) => () => selectTableBeside(this.editor, side) || clearAllCells(this.editor);
    const extend = (axis: Axis, side: Side) => () => extendCells(this.editor, axis, side);
    return {
      Backspace: erase(-1),
      "Mod-Backspace": erase(-1),
      Delete: erase(1),
      "Mod-Delete": erase(1),
      "Shift-ArrowLeft": extend("horiz", -1),
      "Shift-ArrowRight": extend("horiz", 1),
      "Shift-ArrowUp": extend("vert", -1),
      "Shift-ArrowDown": extend("vert", 1),
    };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey("tableKeys"),
      props: {
        handleTextInput: (view, ...[, , text]) => typeBesideTable(view, text),
        // An input method would delete the selected table before its first letter. Its key comes before the composition, where there is one.
        handleDOMEvents: {
          keydown: (view, { key }) => key === "Process" && typeBesideTable(view, "") && false,
          compositionstart: (view) => typeBesideTable(view, "") && false,
        },
      },
    }),
  ],
});

type Side = 1 | -1;
type Axis = "horiz" | "vert";

const isTable = (node: Node | null | undefined): boolean => node?.type.spec.tableRole === "table";

function selectTableBeside({ state, view }: Editor, side: Side): boolean {
  const at = besideCaret(state.selection, side);
  const table = side === -1 ? at?.nodeBefore : at?.nodeAfter;
  if (at === undefined || !isTable(table)) return false;
  const start = side === -1 ? at.pos - (table?.nodeSize ?? 0) : at.pos;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, start)).scrollIntoView());
  return true;
}

/** Position between the caret's block and its neighbor, if the caret is at that end of its block. */
function besideCaret(selection: Selection, side: Side): ResolvedPos | undefined {
  const { $from, empty } = selection;
  if (selection instanceof GapCursor) return $from;
  const end = side === -1 ? 0 : $from.parent.content.size;
  if (!empty || !$from.parent.isTextblock || $from.parentOffset !== end || $from.depth === 0) return undefined;
  return $from.doc.resolve(side === -1 ? $from.before() : $from.after());
}

/** If all cells are selected and any has content, the key empties them; the table's own key would delete the table. */
function clearAllCells({ state, view }: Editor): boolean {
  const { selection } = state;
  if (!(selection instanceof CellSelection) || !coversTable(selection)) return false;
  const table = selection.$anchorCell.node(-1);
  if (!table.children.some((row) => row.children.some((cell) => cell.content.size > 2 || cell.firstChild?.isTextblock !== true)))
    return false;
  return deleteCellSelection(state, view.dispatch);
}

function coversTable(selection: CellSelection): boolean {
  return selection.isRowSelection() && selection.isColSelection();
}

/** At the end of a row, the selection grows into the next row; at the end of the table it stays. */
function extendCells({ state, view }: Editor, axis: Axis, side: Side): boolean {
  const { selection } = state;
  const isCells = selection instanceof CellSelection;
  const $head = isCells ? selection.$headCell : axis === "horiz" ? cellEndingAt(selection.$head, side) : undefined;
  if ($head === undefined) return false;
  const $next = nextCell($head, axis, side) ?? (axis === "horiz" ? nextCell($head, "vert", side) : null);
  if ($next !== null)
    view.dispatch(state.tr.setSelection(new CellSelection(isCells ? selection.$anchorCell : $head, $next)).scrollIntoView());
  return isCells || $next !== null;
}

/** The cell whose text begins or ends at the position. */
function cellEndingAt($head: ResolvedPos, side: Side): ResolvedPos | undefined {
  const $cell = cellAround($head);
  const cell = $cell?.nodeAfter;
  if ($cell === null || $cell === undefined || !cell) return undefined;
  const edge = $head.doc.resolve(side === 1 ? $cell.pos + cell.nodeSize - 1 : $cell.pos + 1);
  return Selection.near(edge, side === 1 ? -1 : 1).head === $head.pos ? $cell : undefined;
}

/** Moves the text that would replace a selected table behind it, or into the last selected cell. */
function typeBesideTable({ state, dispatch }: EditorView, text: string): boolean {
  const transaction = afterTable(state) ?? intoCell(state);
  if (transaction === undefined) return false;
  if (text !== "") transaction.insertText(text);
  dispatch(transaction.scrollIntoView().setMeta(OWN_UNDO_STEP, true));
  return true;
}

function afterTable({ selection, schema, tr }: EditorState): Transaction | undefined {
  const line = schema.nodes.paragraph?.create();
  if (!(selection instanceof NodeSelection) || !isTable(selection.node) || line === undefined) return undefined;
  tr.insert(selection.to, line);
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1));
}

function intoCell({ selection, tr }: EditorState): Transaction | undefined {
  if (!(selection instanceof CellSelection) || !coversTable(selection)) return undefined;
  const { $headCell } = selection;
  return tr.setSelection(Selection.near(tr.doc.resolve($headCell.pos + ($headCell.nodeAfter?.nodeSize ?? 2) - 1), -1));
}
