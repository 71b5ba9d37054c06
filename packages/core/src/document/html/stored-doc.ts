/** A note's text as ProseMirror's JSON. Fields of each node: stored-html.ts. */
import type { Attributes, MarkName, NodeName } from "./stored-html.ts";

export type StoredMark = { readonly type: MarkName; readonly attrs: Attributes };

export type StoredText = { readonly type: "text"; readonly text: string; readonly marks: readonly StoredMark[] };

export type StoredElement = {
  readonly type: NodeName;
  readonly attrs: Attributes;
  readonly content?: readonly StoredNode[];
  readonly marks?: readonly StoredMark[];
};

export type StoredNode = StoredText | StoredElement;

export type StoredDoc = { readonly type: "doc"; readonly content: readonly StoredElement[] };

export const NO_MARKS: readonly StoredMark[] = [];

export function isText(node: StoredNode): node is StoredText {
  return node.type === "text";
}

export function emptyParagraph(): StoredElement {
  return { type: "paragraph", attrs: { dir: null, textAlign: null } };
}

function isSameMark(one: StoredMark, other: StoredMark): boolean {
  if (one === other) return true;
  return one.type === other.type && Object.keys(one.attrs).every((name) => one.attrs[name] === other.attrs[name]);
}

/** Adjacent inline nodes under one outer mark, which is taken off them, and the node after them; or one node without marks. */
type MarkedRun =
  | { readonly mark: StoredMark; readonly nodes: readonly StoredNode[]; readonly next: StoredNode | undefined }
  | { readonly mark: undefined; readonly node: StoredNode };

/** Splits inline content for formats that write a mark as a pair of signs around everything under it. */
export function* markedRuns(nodes: readonly StoredNode[]): Generator<MarkedRun> {
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at] as StoredNode;
    const mark = node.marks?.[0];
    let end = at + 1;
    if (mark === undefined) yield { mark, node };
    else {
      while (isUnder(nodes[end], mark)) end += 1;
      yield { mark, nodes: nodes.slice(at, end).map(withoutOuterMark), next: nodes[end] };
    }
    at = end;
  }
}

function isUnder(node: StoredNode | undefined, mark: StoredMark): boolean {
  const outer = node?.marks?.[0];
  return outer !== undefined && isSameMark(outer, mark);
}

function withoutOuterMark(node: StoredNode): StoredNode {
  return { ...node, marks: (node.marks ?? []).slice(1) };
}

export function areSameMarks(some: readonly StoredMark[], others: readonly StoredMark[]): boolean {
  if (some === others) return true;
  return some.length === others.length && some.every((mark, index) => isSameMark(mark, others[index] as StoredMark));
}

/** Returns the address of an image of another website that was not loaded: whatever is written for others links to it (decision 0032). */
export function unloadedAddress({ remoteSrc }: StoredElement["attrs"]): string | undefined {
  return typeof remoteSrc === "string" && /^https?:/i.test(remoteSrc) ? remoteSrc : undefined;
}
