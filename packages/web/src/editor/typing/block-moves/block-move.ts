/** Moves blocks past the next or previous one by keys, and defines the block that is dragged. Decision 0029 "drag and drop of blocks". */
import { Extension } from "@tiptap/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const BlockMoveKeys = Extension.create({
  name: "blockMoves",
  addKeyboardShortcuts() {
    const move = (step: 1 | -1) => (): boolean => {
      const transaction = moveBlock(this.editor.state, step);
      if (transaction !== undefined) this.editor.view.dispatch(transaction.scrollIntoView());
      return true;
    };
    return { "Alt-Shift-ArrowUp": move(-1), "Alt-Shift-ArrowDown": move(1) };
  },
});

const ITEMS: ReadonlySet<string> = new Set(["listItem", "taskItem"]);

/** Depth of the list item around a position, or of the top-level block; a table or quotation moves as a whole. */
export function blockDepthAt(position: ResolvedPos): number {
  for (let depth = position.depth; depth > 1; depth--) {
    const isInList = Array.from({ length: depth - 1 }, (_, index) => position.node(index + 1)).every(isListPart);
    if (ITEMS.has(position.node(depth).type.name) && isInList) return depth;
  }
  return Math.min(1, position.depth);
}

/** Position before the block or item of an element of the text. */
export function blockUnder(view: EditorView, target: EventTarget | null): number | undefined {
  if (!(target instanceof HTMLElement) || target === view.dom || !view.dom.contains(target)) return undefined;
  const position = view.state.doc.resolve(view.posAtDOM(target, 0));
  const depth = blockDepthAt(position);
  return depth === 0 ? undefined : position.before(depth);
}

function isListPart({ type }: Node): boolean {
  return ITEMS.has(type.name) || /List$/.test(type.name);
}

/** Returns undefined at the end of its container. One undo step; the caret moves along. */
function moveBlock(state: EditorState, step: 1 | -1): Transaction | undefined {
  const { $from, $to } = state.selection;
  const depth = blockDepthAt($from);
  if (depth === 0) return undefined;
  const container = $from.node(depth - 1);
  const first = $from.index(depth - 1);
  const last = $to.depth >= depth - 1 && $to.start(depth - 1) === $from.start(depth - 1) ? $to.index(depth - 1) : first;
  const neighbour = container.maybeChild(step === 1 ? last + 1 : first - 1);
  if (neighbour === null) return undefined;
  const start = $from.before(depth);
  const end = start + sizeOf(container, first, last);
  const moved = state.doc.slice(start, end).content;
  const target = step === 1 ? start + neighbour.nodeSize : start - neighbour.nodeSize;
  const transaction = state.tr.delete(start, end).insert(target, moved);
  const shift = target - start;
  return transaction.setSelection(TextSelection.between(at(transaction, $from.pos + shift), at(transaction, $to.pos + shift)));
}

function at(transaction: Transaction, position: number): ResolvedPos {
  return transaction.doc.resolve(Math.max(0, Math.min(position, transaction.doc.content.size)));
}

function sizeOf(container: Node, first: number, last: number): number {
  let size = 0;
  for (let index = first; index <= last; index++) size += container.child(index).nodeSize;
  return size;
}
