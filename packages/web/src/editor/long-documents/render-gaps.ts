/**
 * Makes ProseMirror render only the near blocks of a long note and the gaps between them, because browsers walk all siblings of the caret's
 * block at each key. During rendering, ProseMirror gets a document in which each gap is one node of the same size (far-gap.ts), so all
 * positions agree. There is no API for this, so its class of rendered nodes is patched, for the document node only.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { isGap, withGaps } from "./far-gap.ts";
import { farKey } from "./far-state.ts";
import { type Range, type Stretch, toIndices, toStretches } from "./near-blocks.ts";

type RenderedChild = { readonly node?: Node; parseRule: () => unknown };

/** ProseMirror's record of a rendered node. */
type RenderedView = {
  readonly parent: RenderedView | undefined;
  node: Node;
  readonly children: readonly RenderedChild[];
  updateChildren(this: RenderedView, view: EditorView, position: number): void;
  matchesNode(this: RenderedView, node: Node, outer: unknown, inner: unknown): boolean;
};

/** Arrangement in which a document was last rendered. */
type Arrangement = { readonly view: EditorView; readonly arranged: object | undefined };

const arrangements = new WeakMap<RenderedView, Arrangement>();
const changedKinds = new WeakSet<object>();

export function renderGaps(view: EditorView): void {
  const { docView } = view as unknown as { readonly docView: RenderedView };
  const kind = Object.getPrototypeOf(docView) as RenderedView;
  if (!changedKinds.has(kind)) changeKind(kind);
  if (!arrangements.has(docView)) unseenByEditor(view, () => docView.updateChildren(view, 0));
}

function changeKind(kind: RenderedView): void {
  changedKinds.add(kind);
  const { updateChildren, matchesNode } = kind;
  kind.updateChildren = function (view, position) {
    const render = () => updateChildren.call(this, view, position);
    if (this.parent === undefined) renderDocument(this, view, render);
    else render();
  };
  kind.matchesNode = function (node, outer, inner) {
    const last = arrangements.get(this);
    if (last !== undefined && last.arranged !== farKey.getState(last.view.state)?.arranged) return false;
    return matchesNode.call(this, node, outer, inner);
  };
}

function renderDocument(rendered: RenderedView, view: EditorView, render: () => void): void {
  const { node: doc } = rendered;
  const far = farKey.getState(view.state);
  const stretches = toStretches(far?.isLong ? toIndices(doc, far.near) : [{ from: 0, to: doc.childCount }], doc.childCount);
  const renderAs = (wanted: readonly Stretch[]): void => {
    rendered.node = withGaps(doc, wanted, known(rendered.children));
    render();
  };
  try {
    // ProseMirror would reuse elements for other blocks, so first remove what goes away, then add what is new.
    if (arrangements.get(rendered)?.arranged !== far?.arranged) renderAs(onlyRendered(stretches, doc, rendered.children));
    renderAs(stretches);
  } finally {
    rendered.node = doc;
  }
  for (const child of rendered.children) if (child.node !== undefined && isGap(child.node)) readAsBlocks(child, doc);
  arrangements.set(rendered, { view, arranged: far?.arranged });
}

function known(children: readonly RenderedChild[]): readonly Node[] {
  return children.flatMap(({ node }) => (node !== undefined && isGap(node) ? [node] : []));
}

function onlyRendered(stretches: readonly Stretch[], doc: Node, children: readonly RenderedChild[]): readonly Stretch[] {
  const rendered = new Set(children.map(({ node }) => node));
  const kept: Range[] = [];
  for (const { from, to, isNear } of stretches)
    for (let index = from; isNear && index < to; index++) if (rendered.has(doc.child(index))) kept.push({ from: index, to: index + 1 });
  return toStretches(kept, doc.childCount);
}

/** ProseMirror may read a gap back from the DOM. A mark's parse rule can return content unchanged, and block nodes have no such rule. */
function readAsBlocks(gap: RenderedChild, { type: { schema } }: Node): void {
  const mark = Object.keys(schema.marks)[0];
  gap.parseRule = () => ({ mark, getContent: () => gap.node?.content });
}

/** Hides the rendering from ProseMirror, which would take it for user input. */
function unseenByEditor(view: EditorView, render: () => void): void {
  const { domObserver } = view as unknown as { readonly domObserver: { stop(): void; start(): void } };
  domObserver.stop();
  render();
  domObserver.start();
}
