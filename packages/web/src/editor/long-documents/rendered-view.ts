/** ProseMirror's record of a rendered node, which has no API, and what is shared by the code that renders gaps into it. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { isGap } from "./far-gap.ts";

type RenderedChild = { readonly node?: Node; readonly size: number; parseRule: () => unknown };

export type RenderedView = {
  readonly parent: RenderedView | undefined;
  node: Node;
  readonly children: readonly RenderedChild[];
  readonly posAtStart: number;
  updateChildren(this: RenderedView, view: EditorView, position: number): void;
  matchesNode(this: RenderedView, node: Node, outer: unknown, inner: unknown): boolean;
};

export function gapsOf({ children }: RenderedView): readonly Node[] {
  return children.flatMap(({ node }) => (node !== undefined && isGap(node) ? [node] : []));
}

/** ProseMirror may read a gap back from the DOM. A mark's parse rule can return content unchanged, and block nodes have no such rule. */
export function readGapsAsContent({ children, node }: RenderedView): void {
  const mark = Object.keys(node.type.schema.marks)[0];
  for (const child of children)
    if (child.node !== undefined && isGap(child.node)) child.parseRule = () => ({ mark, getContent: () => child.node?.content });
}

/** Hides the rendering from ProseMirror, which would take it for user input. */
export function unseenByEditor(view: EditorView, render: () => void): void {
  const { domObserver } = view as unknown as { readonly domObserver: { stop(): void; start(): void } };
  domObserver.stop();
  render();
  domObserver.start();
}
