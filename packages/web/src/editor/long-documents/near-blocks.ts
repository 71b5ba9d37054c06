/** Decides which blocks of a long note are rendered: near the window and the selection, first and last. Pure. */
import type { Node } from "@tiptap/pm/model";
import type { Selection } from "@tiptap/pm/state";

/** Indices of top-level blocks, or document positions; the end is exclusive. */
export type Range = { readonly from: number; readonly to: number };

/** The whole document as alternating near stretches and gaps. */
export type Stretch = Range & { readonly isNear: boolean };

export const LONG_FROM_BLOCKS = 300;
/** Notes with fewer blocks but this many characters: all blocks are rendered, and off-screen ones are not laid out (content.css). */
export const LONG_FROM_CHARS = 200_000;
export const SKIPPED_LAYOUT = "data-skipped-layout";
/** Blocks rendered before the note is on the screen: more than any screen holds. */
export const FIRST_BLOCKS: Range = { from: 0, to: 100 };
const AROUND_SELECTION_BLOCKS = 10;
/** If one edit, such as a paste or an undo, makes more blocks near, the near blocks are recomputed before rendering. */
const MOST_BLOCKS_AT_ONCE = 400;

export function aroundEnds({ $anchor, $head }: Selection): readonly Range[] {
  return [$anchor, $head].map((end) => ({
    from: end.index(0) - AROUND_SELECTION_BLOCKS,
    to: end.index(0) + AROUND_SELECTION_BLOCKS + 1,
  }));
}

/** Adds the first and last block, without which Ctrl+Home and Ctrl+End would stop short. */
export function joinNear(near: readonly Range[], count: number): readonly Range[] {
  return joinRanges(
    [...near.map(shorten), { from: 0, to: 1 }, { from: count - 1, to: count }].map(({ from, to }) => ({
      from: Math.max(0, from),
      to: Math.min(count, to),
    })),
  );
}

function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || range.from > last.to) joined.push(range);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return joined;
}

function shorten({ from, to }: Range): Range {
  return to - from > MOST_BLOCKS_AT_ONCE ? { from, to: from + FIRST_BLOCKS.to } : { from, to };
}

export function toStretches(near: readonly Range[], count: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const { from, to } of near) {
    if (from > end) stretches.push({ from: end, to: from, isNear: false });
    stretches.push({ from, to, isNear: true });
    end = to;
  }
  if (end < count) stretches.push({ from: end, to: count, isNear: false });
  return stretches;
}

export function covers(near: readonly Range[], { from, to }: Range): boolean {
  return near.some((range) => from >= range.from && to <= range.to);
}

export function toPositions(doc: Node, ranges: readonly Range[]): readonly Range[] {
  let [index, position] = [0, 0];
  const walkTo = (wanted: number): number => {
    for (; index < wanted; index++) position += doc.child(index).nodeSize;
    return position;
  };
  return ranges.map(({ from, to }) => ({ from: walkTo(from), to: walkTo(to) }));
}

/** Indices of all blocks that the ranges touch. */
export function toIndices(doc: Node, ranges: readonly Range[]): readonly Range[] {
  return joinRanges(
    ranges.map(({ from, to }) => {
      const end = doc.resolve(to);
      return { from: doc.resolve(from).index(0), to: end.index(0) + (end.depth === 0 ? 0 : 1) };
    }),
  );
}

export const LINE_CHARS = 90;
export const LINE_PX = 26;
const BLOCK_SPACE_PX = 6;

/** Estimated height of a block before its first render; `lineChars`: characters per line. */
export function guessHeight(block: Node, lineChars: number): number {
  if (block.isTextblock || block.isLeaf) return Math.max(1, Math.ceil(block.content.size / lineChars)) * LINE_PX + BLOCK_SPACE_PX;
  if (block.type.name === "tableRow") return Math.max(...block.children.map((cell) => guessHeight(cell, lineChars)));
  return block.children.reduce((sum, child) => sum + guessHeight(child, lineChars), BLOCK_SPACE_PX);
}
