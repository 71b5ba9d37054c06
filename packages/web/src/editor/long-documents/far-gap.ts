/** A gap between near blocks as ProseMirror sees it: one node with the blocks' size and height, never part of a document. */
import { Fragment, type Node, Schema } from "@tiptap/pm/model";
import type { NodeViewConstructor } from "@tiptap/pm/view";
import { editorText } from "../../text/editor/editor.ts";
import { guessHeight, LINE_CHARS, type Stretch } from "./near-blocks.ts";

export const GAP = "farGap";
const FAR_ATTRIBUTE = "data-far";

const { nodes } = new Schema({ topNode: GAP, nodes: { [GAP]: { group: "block" }, text: {} } });

/** The document for rendering. Reuses the node of a known gap, so that it is not rendered again. */
export function withGaps(doc: Node, stretches: readonly Stretch[], known: readonly Node[] = []): Node {
  if (stretches.every(({ isNear }) => isNear)) return doc;
  const shown = stretches.flatMap(({ from, to, isNear }) => {
    const blocks = doc.content.content.slice(from, to);
    return isNear ? blocks : [known.find((gap) => holds(gap, blocks)) ?? createGap(blocks)];
  });
  return doc.copy(Fragment.fromArray(shown));
}

function holds({ content }: Node, blocks: readonly Node[]): boolean {
  return content.childCount === blocks.length && content.content.every((block, at) => block === blocks[at]);
}

function createGap(blocks: readonly Node[]): Node {
  const content = Fragment.fromArray(blocks as Node[]);
  const gap = (nodes[GAP] as NonNullable<(typeof nodes)[string]>).create(null, content);
  // A leaf, so that ProseMirror renders nothing in it; its size has no opening and closing token.
  return Object.defineProperty(gap, "nodeSize", { value: content.size });
}

export function isGap(node: Node): boolean {
  return node.type === nodes[GAP];
}

const measured = new WeakMap<Node, number>();

export function heightOf(block: Node): number {
  return measured.get(block) ?? guessHeight(block, lineChars());
}

/** On a phone, only its padding is beside the text. */
const PHONE_PADDING_PX = 32;
const CHAR_PX = 7.65;

function lineChars(): number {
  return Math.max(1, Math.min(LINE_CHARS, Math.round((innerWidth - PHONE_PADDING_PX) / CHAR_PX)));
}

export function keepHeight(block: Node, height: number): void {
  measured.set(block, height);
}

/** Height of most table rows; must match content.css. */
const ROW_PX = 35;

/** A gap is announced to screen readers, because its content is not in the DOM. */
export const createGapView: NodeViewConstructor = (gap) => {
  const isOfRows = gap.firstChild?.type.name === "tableRow";
  const dom = document.createElement(isOfRows ? "tr" : "div");
  dom.contentEditable = "false";
  dom.setAttribute(FAR_ATTRIBUTE, "");
  dom.setAttribute("role", "separator");
  const show = ({ content }: Node): true => {
    const { childCount } = content;
    const height = isOfRows ? childCount * ROW_PX : content.content.reduce((sum, block) => sum + heightOf(block), 0);
    const label = isOfRows ? editorText.farRows(childCount) : editorText.farBlocks(childCount);
    dom.setAttribute("aria-label", label);
    if (isOfRows) dom.textContent = label;
    dom.style.height = `${Math.round(height)}px`;
    return true;
  };
  show(gap);
  return { dom, update: show, ignoreMutation: () => true };
};
