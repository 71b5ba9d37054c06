/**
 * Has ProseMirror draw of a long note the near blocks and the gaps between them, and no element for each far block: browsers walk all
 * siblings of the caret's block at each key. While it renders, ProseMirror is given a document in which each gap is one node (far-gap.ts); sizes
 * and so all positions are the same in both. It has no API for this, so its class of rendered nodes is changed, for the whole document's node only.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { isGap, withGaps } from "./far-gap.ts";
import { farKey } from "./far-state.ts";
import { type Range, type Stretch, toIndices, toStretches } from "./near-blocks.ts";

type RenderedChild = { readonly node?: Node; parseRule: () => unknown };

/** What ProseMirror keeps of a node that it has rendered. */
type RenderedView = {
  readonly parent: RenderedView | undefined;
  node: Node;
  readonly children: readonly RenderedChild[];
  updateChildren(this: RenderedView, view: EditorView, position: number): void;
  matchesNode(this: RenderedView, node: Node, outer: unknown, inner: unknown): boolean;
};

/** As what a document was rendered the last time. */
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
    // ProseMirror would write other blocks into the elements of those that stay: what goes away goes first, and then what is new comes.
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

/** ProseMirror may read a gap back from the DOM. A mark's rule lets it take the contents as they are; blocks have no marks. */
function readAsBlocks(gap: RenderedChild, { type: { schema } }: Node): void {
  const mark = Object.keys(schema.marks)[0];
  gap.parseRule = () => ({ mark, getContent: () => gap.node?.content });
}

/** ProseMirror would take what is rendered for something the user did. */
function unseenByEditor(view: EditorView, render: () => void): void {
  const { domObserver } = view as unknown as { readonly domObserver: { stop(): void; start(): void } };
  domObserver.stop();
  render();
  domObserver.start();
}
