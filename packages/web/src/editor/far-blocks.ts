/**
 * In a long note only near blocks (near-blocks.ts) are drawn and laid out. A far one that was never near is an empty stand-in (stand-in.ts), one
 * that was is hidden, and the first of each gap is as high as the whole gap. The document is whole at any time: nothing here changes it.
 */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createFarBlocksView } from "./far-blocks-view.ts";
import { aroundEnds, covers, FIRST_BLOCKS, joinNear, LONG_FROM_BLOCKS, type Range, toIndices, toPositions } from "./near-blocks.ts";
import { DRAWN, type FarBlocksState, type FarRequest, farKey, plainStandIns } from "./stand-in.ts";

export const FarBlocks = Extension.create({
  name: "farBlocks",
  addProseMirrorPlugins: () => [
    new Plugin<FarBlocksState>({
      key: farKey,
      state: { init: (_, state) => begin(state), apply: (transaction, before, _, state) => next(transaction, before, state) },
      props: {
        attributes: (state) => (farKey.getState(state)?.isLong ? { "data-long": "" } : {}),
        decorations: (state) => farKey.getState(state)?.drawn,
        nodeViews: plainStandIns,
      },
      view: createFarBlocksView,
    }),
  ],
});

const SHORT: FarBlocksState = { isLong: false, isWhole: false, near: [], arranged: {}, drawn: DecorationSet.empty };
/** So many blocks more or less are looked at again; fewer are drawn like those around them. */
const AGAIN_FROM_BLOCKS = 50;

function begin({ doc, selection }: Pick<EditorState, "doc" | "selection">): FarBlocksState {
  if (doc.childCount < LONG_FROM_BLOCKS) return SHORT;
  // What is near has no stand-in yet that would have to give way.
  return { ...arrange(SHORT, doc, [FIRST_BLOCKS, ...aroundEnds(selection)]), drawn: DecorationSet.empty };
}

/** A note that was long once stays so: while it is short all of it is near. */
function next(transaction: Transaction, before: FarBlocksState, { doc, selection }: EditorState): FarBlocksState {
  if (!before.isLong) return doc.childCount < LONG_FROM_BLOCKS ? before : begin({ doc, selection });
  const asked = transaction.getMeta(farKey) as FarRequest | undefined;
  if (asked === "drawn") return { ...before, drawn: DecorationSet.empty };
  if (asked !== undefined)
    return arrange({ ...before, isWhole: asked === "whole" }, doc, asked === "whole" ? [] : [asked, ...aroundEnds(selection)]);
  const moved = transaction.docChanged ? move(before, transaction) : before;
  const isAsBefore = Math.abs(doc.childCount - transaction.before.childCount) < AGAIN_FROM_BLOCKS;
  const mustBeNear = [0, doc.content.size - 1, selection.anchor, selection.head].map((at) => ({ from: at, to: at }));
  if (isAsBefore && mustBeNear.every((place) => covers(moved.near, place))) return moved;
  return arrange(moved, doc, [...toIndices(doc, moved.near), ...aroundEnds(selection)]);
}

function move(before: FarBlocksState, { mapping, doc }: Transaction): FarBlocksState {
  const near = before.near.map(({ from, to }) => ({ from: mapping.map(from, -1), to: mapping.map(to, 1) }));
  return { ...before, near, drawn: before.drawn.map(mapping, doc) };
}

function arrange(before: FarBlocksState, doc: Node, wanted: readonly Range[]): FarBlocksState {
  const isAll = before.isWhole || doc.childCount < LONG_FROM_BLOCKS;
  const indices = isAll ? [{ from: 0, to: doc.childCount }] : joinNear(wanted, doc.childCount);
  const near = toPositions(doc, indices);
  return { isLong: true, isWhole: before.isWhole, near, arranged: {}, drawn: markNew(doc, near, before.near) };
}

/** A mark on a block has ProseMirror look at its stand-in, which gives way. It is taken off once that is done. */
function markNew(doc: Node, near: readonly Range[], nearBefore: readonly Range[]): DecorationSet {
  const marks: Decoration[] = [];
  doc.forEach((block, from) => {
    const place = { from, to: from + block.nodeSize };
    if (covers(near, place) && !covers(nearBefore, place)) marks.push(Decoration.node(place.from, place.to, {}, { mark: DRAWN }));
  });
  return DecorationSet.create(doc, marks);
}
