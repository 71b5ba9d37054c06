/**
 * Enter and Backspace in toggles: Enter moves from the title to the body and out of it at its end; Backspace at the beginning dissolves the
 * toggle.
 */
import type { Editor } from "@tiptap/core";
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";

type Dispatch = (transaction: Transaction) => void;

export function enterInToggle({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if (!empty) return false;
  return $from.parent.type.name === "toggleTitle" ? enterInTitle(state, $from, view.dispatch) : enterAtEnd(state, $from, view.dispatch);
}

export function backspaceInToggle({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  return $from.parent.type.name === "toggleTitle" ? dissolve(state, $from, view.dispatch) : backToTitle(state, $from, view.dispatch);
}

/** The text behind the caret becomes the first paragraph of the body. */
function enterInTitle(state: EditorState, $from: ResolvedPos, dispatch: Dispatch): boolean {
  const { paragraph } = state.schema.nodes;
  if (paragraph === undefined) return false;
  const behind = $from.parent.cut($from.parentOffset).content;
  const first = $from.node(-1).child(1).firstChild;
  const bodyAt = $from.after() + 1;
  const transaction = state.tr;
  if (behind.size > 0) transaction.delete($from.pos, $from.end());
  const at = transaction.mapping.map(bodyAt);
  const isEmptyBody = behind.size === 0 && first?.type === paragraph && first.content.size === 0;
  if (!isEmptyBody) transaction.insert(at, paragraph.create(null, behind));
  dispatch(transaction.setSelection(TextSelection.create(transaction.doc, at + 1)).scrollIntoView());
  return true;
}

/** Moves an empty last paragraph out behind the toggle, unless it is the only one. */
function enterAtEnd(state: EditorState, $from: ResolvedPos, dispatch: Dispatch): boolean {
  const depth = $from.depth - 1;
  if (depth < 1 || $from.node(depth).type.name !== "toggleBody" || $from.parent.content.size > 0) return false;
  const body = $from.node(depth);
  if (body.childCount < 2 || $from.indexAfter(depth) !== body.childCount) return false;
  const transaction = state.tr.delete($from.before(), $from.after());
  const at = transaction.mapping.map($from.after(depth - 1));
  transaction.insert(at, $from.parent);
  dispatch(transaction.setSelection(TextSelection.create(transaction.doc, at + 1)).scrollIntoView());
  return true;
}

/** Replaces the toggle by its title and body as plain blocks. */
function dissolve(state: EditorState, $from: ResolvedPos, dispatch: Dispatch): boolean {
  const toggle = $from.node(-1);
  const { paragraph } = state.schema.nodes;
  if (paragraph === undefined || toggle.childCount < 2) return false;
  const blocks = Fragment.from(paragraph.create(null, $from.parent.content)).append(toggle.child(1).content);
  const from = $from.before(-1);
  const transaction = state.tr.replaceWith(from, $from.after(-1), blocks);
  dispatch(transaction.setSelection(TextSelection.create(transaction.doc, from + 1)).scrollIntoView());
  return true;
}

/** Moves the text of the body's first paragraph to the end of the title. Returns false for other kinds of blocks. */
function backToTitle(state: EditorState, $from: ResolvedPos, dispatch: Dispatch): boolean {
  const depth = $from.depth - 1;
  if (depth < 1 || $from.node(depth).type.name !== "toggleBody" || $from.index(depth) > 0) return false;
  const titleEnd = $from.before(depth) - 1;
  const body: Node = $from.node(depth);
  if ($from.parent.type.name !== "paragraph") return false;
  const transaction = state.tr;
  if (body.childCount > 1) transaction.delete($from.before(), $from.after());
  else if ($from.parent.content.size > 0) transaction.delete($from.start(), $from.end());
  if ($from.parent.content.size > 0) transaction.insert(titleEnd, $from.parent.content);
  dispatch(transaction.setSelection(TextSelection.create(transaction.doc, titleEnd)).scrollIntoView());
  return true;
}
