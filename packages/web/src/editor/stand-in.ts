/** What takes the place of a far block until it is near for the first time: an element without contents. */
import type { Node } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import type { DecorationSet, EditorView, NodeView, NodeViewConstructor } from "@tiptap/pm/view";
import type { Range } from "./near-blocks.ts";

export type FarBlocksState = {
  readonly isLong: boolean;
  /** All of it is drawn, to be printed. */
  readonly isWhole: boolean;
  /** Positions, from the beginning of a block to the end of one. */
  readonly near: readonly Range[];
  /** Another one whenever it was worked out anew what is near. */
  readonly arranged: object;
  /** Marks on blocks that have just become near. */
  readonly drawn: DecorationSet;
};

/** Indices of the blocks that are near the window now; all of them; or that the marks have done their work. */
export type FarRequest = Range | "whole" | "drawn";

export const farKey = new PluginKey<FarBlocksState>("farBlocks");

export const DRAWN = "drawn";
export const FAR_ATTRIBUTE = "data-far";

/** A node view that begins as a stand-in where the block is far. */
export function withStandIn<Rendered extends { readonly view: EditorView; readonly getPos: () => number | undefined }>(
  create: (rendered: Rendered) => NodeView,
): (rendered: Rendered) => NodeView {
  return (rendered) => (isFar(rendered.view, rendered.getPos()) ? createStandIn() : create(rendered));
}

/** Blocks without a view of their own: ProseMirror draws them itself where it is given none. */
const standInOrNone = ((_, view, getPos) => (isFar(view, getPos()) ? createStandIn() : undefined)) as NodeViewConstructor;

const PLAIN = ["paragraph", "heading", "bulletList", "orderedList", "taskList", "blockquote", "horizontalRule"] as const;

export const plainStandIns: Readonly<Record<string, NodeViewConstructor>> = Object.fromEntries(PLAIN.map((name) => [name, standInOrNone]));

function isFar({ state }: EditorView, position: number | undefined): boolean {
  const blocks = farKey.getState(state);
  if (blocks?.isLong !== true || position === undefined) return false;
  return !blocks.near.some(({ from, to }) => position >= from && position < to) && topPositions(state.doc).has(position);
}

let [lastDoc, lastPositions]: [Node | undefined, ReadonlySet<number>] = [undefined, new Set()];

/** Only whole blocks have stand-ins: what is drawn of a hidden block stays drawn in full. */
function topPositions(doc: Node): ReadonlySet<number> {
  if (doc === lastDoc) return lastPositions;
  const positions = new Set<number>();
  doc.forEach((_, offset) => void positions.add(offset));
  [lastDoc, lastPositions] = [doc, positions];
  return positions;
}

function createStandIn(): NodeView {
  const dom = document.createElement("div");
  dom.contentEditable = "false";
  dom.setAttribute(FAR_ATTRIBUTE, "");
  return {
    dom,
    update: (_, marks) => !marks.some(({ spec }) => spec.mark === DRAWN),
    ignoreMutation: () => true,
  };
}
