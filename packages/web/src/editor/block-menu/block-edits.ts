/** Changes of one block as a whole: duplicate, move, color, delete. Each is one undo step. Pure. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, type Transaction } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export function duplicateBlock(state: EditorState, at: number): Transaction | undefined {
  const block = state.doc.nodeAt(at);
  return block === null ? undefined : finish(state.tr.insert(at + block.nodeSize, block), at + block.nodeSize);
}

/** Returns undefined at the end of its container. */
export function moveBlockAt(state: EditorState, at: number, step: 1 | -1): Transaction | undefined {
  const { nodeAfter: block, nodeBefore, parent } = state.doc.resolve(at);
  const next = block === null ? null : state.doc.resolve(at + block.nodeSize).nodeAfter;
  const neighbor = step === 1 ? next : nodeBefore;
  if (block === null || neighbor === null || parent.type.name === "table") return undefined;
  const target = at + step * neighbor.nodeSize;
  return finish(state.tr.delete(at, at + block.nodeSize).insert(target, block), target);
}

/** `target`: position between blocks of the same kind of parent. Returns undefined inside the block itself. */
export function moveBlockTo(state: EditorState, at: number, target: number): Transaction | undefined {
  const block = state.doc.nodeAt(at);
  if (block === null || (target >= at && target <= at + block.nodeSize)) return undefined;
  const transaction = state.tr.delete(...withEmptied(state.doc, at));
  const moved = transaction.mapping.map(target);
  return finish(transaction.insert(moved, block), moved);
}

/** Range of a block and of the lists that hold nothing else. */
function withEmptied(doc: Node, at: number): readonly [number, number] {
  let $from = doc.resolve(at);
  while ($from.depth > 0 && $from.parent.childCount === 1) $from = doc.resolve($from.before());
  return [$from.pos, $from.pos + ($from.nodeAfter?.nodeSize ?? 0)];
}

/** An item that was the only one of its list takes the list along. */
export function deleteBlock(state: EditorState, at: number): Transaction | undefined {
  const { doc, schema, tr } = state;
  if (doc.nodeAt(at) === null) return undefined;
  const [from, to] = withEmptied(doc, at);
  if (to - from === doc.content.size) tr.replaceWith(from, to, schema.nodes.paragraph?.create() ?? []);
  else tr.delete(from, to);
  return tr
    .setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), from === 0 ? 1 : -1))
    .setMeta(OWN_UNDO_STEP, true)
    .scrollIntoView();
}

export type BlockColor = { readonly kind: "color" | "backgroundColor"; readonly color: string | null };

/** Colors all text of the block: the stored form has colors of text and of cells, and earlier versions know them. Decision 0054. */
export function colorBlock(state: EditorState, at: number, { kind, color }: BlockColor): Transaction | undefined {
  const { doc, schema, tr } = state;
  const block = doc.nodeAt(at);
  const { textStyle } = schema.marks;
  if (block === null || textStyle === undefined) return undefined;
  doc.nodesBetween(at, at + block.nodeSize, (node, pos, parent) => {
    if (!node.isInline || parent?.type.allowsMarkType(textStyle) !== true) return;
    const attrs = { ...(textStyle.isInSet(node.marks)?.attrs ?? {}), [kind]: color };
    const [from, to] = [pos, pos + node.nodeSize];
    if (attrs.color == null && attrs.backgroundColor == null) tr.removeMark(from, to, textStyle);
    else tr.addMark(from, to, textStyle.create(attrs));
  });
  return tr.docChanged ? tr.setMeta(OWN_UNDO_STEP, true) : undefined;
}

/** Color of all text of the block; undefined if it has several, or no text. */
export function colorOfBlock(block: Node, kind: BlockColor["kind"]): string | null | undefined {
  let [color, isMixed]: [string | null | undefined, boolean] = [undefined, false];
  block.descendants((node) => {
    if (!node.isText) return;
    const own = (node.marks.find(({ type }) => type.name === "textStyle")?.attrs[kind] as string | null | undefined) ?? null;
    isMixed ||= color !== undefined && color !== own;
    color = own;
  });
  return isMixed ? undefined : color;
}

/** The caret goes to the begin of the block, or selects it if it has no text. */
function finish(transaction: Transaction, at: number): Transaction {
  const block = transaction.doc.nodeAt(at);
  const isAtom = block?.isAtom === true && block.type.spec.selectable !== false;
  const selection = isAtom ? NodeSelection.create(transaction.doc, at) : Selection.near(transaction.doc.resolve(at + 1));
  return transaction.setSelection(selection).setMeta(OWN_UNDO_STEP, true).scrollIntoView();
}
