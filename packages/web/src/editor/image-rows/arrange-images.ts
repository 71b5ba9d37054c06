/** Puts images side by side, into a gallery, or one below another. Each is one undo step. Pure. Decision 0056. */
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, type Transaction } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";
import { isImageRow, layOutRows } from "./row-layout.ts";

export const ARRANGEMENTS = ["beside", "gallery", "stack"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** Images of a paragraph that holds nothing else; undefined for other blocks, and if the size of an image is unknown. */
export function imagesOf(block: Node | null | undefined): readonly Node[] | undefined {
  if (block?.type.name !== "paragraph" || block.childCount === 0) return undefined;
  return block.children.every(isSized) ? block.children : undefined;
}

export function isRowBlock(block: Node | null | undefined): boolean {
  return block?.firstChild?.type.name === "image" && isImageRow((imagesOf(block) ?? []).map(({ attrs }) => Number(attrs.width)));
}

/** `at`: before a paragraph. Returns undefined if the arrangement is impossible or would change nothing. */
export function arrangeImages(state: EditorState, at: number, arrangement: Arrangement): Transaction | undefined {
  const { nodeAfter: block, nodeBefore: above } = state.doc.resolve(at);
  const images = imagesOf(block);
  if (block === null || images === undefined) return undefined;
  if (arrangement === "stack") return isRowBlock(block) ? replace(state, { from: at, to: at + block.nodeSize }, stack(block)) : undefined;
  if (arrangement === "beside") {
    const upper = imagesOf(above);
    if (above === null || upper === undefined) return undefined;
    return replace(state, { from: at - above.nodeSize, to: at + block.nodeSize }, [inRows(block, [...upper, ...images])]);
  }
  const run = runAround(state, at);
  const isDone = run.blocks.length === 1 && isRowBlock(block);
  const all = run.blocks.flatMap((each) => each.children);
  return all.length < 2 || isDone ? undefined : replace(state, run, [inRows(block, all)]);
}

/** Puts the images of the paragraph at `from` beside those of the paragraph at `to`. */
export function joinImages(
  state: EditorState,
  { from, to, isBefore }: { readonly from: number; readonly to: number; readonly isBefore: boolean },
): Transaction | undefined {
  const [moved, target] = [state.doc.nodeAt(from), state.doc.nodeAt(to)];
  const [images, others] = [imagesOf(moved), imagesOf(target)];
  if (moved === null || target === null || images === undefined || others === undefined || from === to) return undefined;
  const row = inRows(target, isBefore ? [...images, ...others] : [...others, ...images]);
  const transaction = state.tr.replaceWith(to, to + target.nodeSize, row).setMeta(OWN_UNDO_STEP, true);
  const at = transaction.mapping.map(from, -1);
  transaction.delete(at, at + moved.nodeSize);
  const first = (to > from ? to - moved.nodeSize : to) + 1 + (isBefore ? 0 : others.length);
  return transaction.setSelection(NodeSelection.create(transaction.doc, first)).scrollIntoView();
}

/** Sizes for the images of a paragraph after one was added, removed or resized. `heightPx`: of its rows, or undefined for the usual one. */
export function relayRow(transaction: Transaction, at: number, heightPx?: number): void {
  const images = imagesOf(transaction.doc.nodeAt(at)) ?? [];
  const sizes = layOutRows(images.map(ratioOf), heightPx);
  for (const [index, size] of sizes.entries()) {
    const { attrs } = images[index] ?? {};
    if (attrs !== undefined && (attrs.width !== size.width || attrs.height !== size.height))
      transaction.setNodeMarkup(at + 1 + index, undefined, { ...attrs, ...size });
  }
}

export function heightOfRow(block: Node): number {
  return Number(block.firstChild?.attrs.height);
}

function isSized({ type, attrs }: Node): boolean {
  return type.name === "image" && attrs.src !== null && Number(attrs.width) > 0 && Number(attrs.height) > 0;
}

function ratioOf({ attrs }: Node): number {
  return Number(attrs.width) / Number(attrs.height);
}

function inRows(block: Node, images: readonly Node[]): Node {
  const sizes = layOutRows(images.map(ratioOf));
  return block.copy(Fragment.fromArray(images.map((image, at) => image.type.create({ ...image.attrs, ...sizes[at] }, null, image.marks))));
}

function stack(block: Node): readonly Node[] {
  return block.children.map((image) => block.copy(Fragment.from(image)));
}

/** Paragraphs of images alone that follow each other. */
function runAround({ doc }: EditorState, at: number): { readonly from: number; readonly to: number; readonly blocks: readonly Node[] } {
  const $at = doc.resolve(at);
  const blocks = $at.parent.children;
  let [first, last] = [$at.index(), $at.index()];
  while (imagesOf(blocks[first - 1]) !== undefined) first -= 1;
  while (imagesOf(blocks[last + 1]) !== undefined) last += 1;
  return { from: $at.posAtIndex(first), to: $at.posAtIndex(last + 1), blocks: blocks.slice(first, last + 1) };
}

type Range = { readonly from: number; readonly to: number };

/** The image that was selected stays selected, or else the first one is. */
function replace(state: EditorState, { from, to }: Range, blocks: readonly Node[]): Transaction {
  const { doc, selection } = state;
  const index = Math.max(0, imagesIn(doc, { from, to }).indexOf(selection.from));
  const transaction = state.tr.replaceWith(from, to, blocks).setMeta(OWN_UNDO_STEP, true);
  const at = imagesIn(transaction.doc, { from, to: transaction.mapping.map(to) })[index] ?? from + 1;
  return transaction.setSelection(NodeSelection.create(transaction.doc, at)).scrollIntoView();
}

/** Positions of the images in a range. */
function imagesIn(doc: Node, { from, to }: Range): readonly number[] {
  const found: number[] = [];
  doc.nodesBetween(from, to, ({ type }, at) => {
    if (type.name === "image") found.push(at);
  });
  return found;
}
