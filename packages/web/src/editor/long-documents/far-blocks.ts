/** Renders only the near blocks of a long note (near-blocks.ts), between gaps (far-gap.ts). The document stays complete. */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { createFarBlocksView } from "./far-blocks-view.ts";
import { createGapView, GAP } from "./far-gap.ts";
import { type FarBlocksState, type FarRequest, farKey } from "./far-state.ts";
import {
  aroundEnds,
  covers,
  FIRST_BLOCKS,
  joinNear,
  LINE_CHARS,
  LINE_PX,
  LONG_FROM_BLOCKS,
  LONG_FROM_CHARS,
  type Range,
  SKIPPED_LAYOUT,
  toIndices,
  toPositions,
} from "./near-blocks.ts";

export const FarBlocks = Extension.create({
  name: "farBlocks",
  // Must run before plugins that ask for near blocks: Tiptap puts the last extension first.
  priority: 1000,
  addProseMirrorPlugins: () => [createFarBlocksPlugin()],
});

export function createFarBlocksPlugin(): Plugin<FarBlocksState> {
  return new Plugin<FarBlocksState>({
    key: farKey,
    // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
    state: { init: (_, state) => begin(state), apply: (transaction, before, _, state) => next(transaction, before, state) },
    props: {
      attributes: (state): Record<string, string> => (farKey.getState(state)?.isLong ? { "data-long": "" } : skippedLayout(state.doc)),
      nodeViews: { [GAP]: createGapView },
    },
    view: createFarBlocksView,
  });
}

/** Attributes for a note with few but large blocks: all are rendered, but off-screen ones are not laid out (content.css). */
function skippedLayout({ content: { size }, childCount }: Node): Record<string, string> {
  if (size < LONG_FROM_CHARS) return {};
  const linesPerBlock = Math.ceil(size / childCount / LINE_CHARS);
  // Rounded in steps, because each change restyles the whole note.
  return { [SKIPPED_LAYOUT]: "", style: `--block-height: ${Math.ceil(linesPerBlock / 4) * 4 * LINE_PX}px` };
}

const SHORT: FarBlocksState = { isLong: false, isWhole: false, near: [], arranged: {} };
/** An edit that adds or removes this many blocks recomputes the near blocks; smaller edits render like their surroundings. */
const AGAIN_FROM_BLOCKS = 50;

function begin({ doc, selection }: Pick<EditorState, "doc" | "selection">): FarBlocksState {
  return doc.childCount < LONG_FROM_BLOCKS ? SHORT : arrange(SHORT, doc, [FIRST_BLOCKS, ...aroundEnds(selection)]);
}

/** A note that was long once keeps this mode; while short, all of it is near. */
function next(transaction: Transaction, before: FarBlocksState, { doc, selection }: EditorState): FarBlocksState {
  if (!before.isLong) return doc.childCount < LONG_FROM_BLOCKS ? before : begin({ doc, selection });
  const asked = transaction.getMeta(farKey) as FarRequest | undefined;
  if (asked !== undefined)
    return arrange({ ...before, isWhole: asked === "whole" }, doc, asked === "whole" ? [] : [asked, ...aroundEnds(selection)]);
  const moved = transaction.docChanged ? move(before, transaction) : before;
  const isAsBefore = Math.abs(doc.childCount - transaction.before.childCount) < AGAIN_FROM_BLOCKS;
  const mustBeNear = [0, doc.content.size - 1, selection.anchor, selection.head].map((at) => ({ from: at, to: at }));
  if (isAsBefore && mustBeNear.every((position) => covers(moved.near, position))) return moved;
  return arrange(moved, doc, [...toIndices(doc, moved.near), ...aroundEnds(selection)]);
}

function move(before: FarBlocksState, { mapping }: Transaction): FarBlocksState {
  return { ...before, near: before.near.map(({ from, to }) => ({ from: mapping.map(from, -1), to: mapping.map(to, 1) })) };
}

function arrange(before: FarBlocksState, doc: Node, wanted: readonly Range[]): FarBlocksState {
  const isAll = before.isWhole || doc.childCount < LONG_FROM_BLOCKS;
  const indices = isAll ? [{ from: 0, to: doc.childCount }] : joinNear(wanted, doc.childCount);
  return { isLong: true, isWhole: before.isWhole, near: toPositions(doc, indices), arranged: {} };
}
