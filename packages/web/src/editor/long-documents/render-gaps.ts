/**
 * Makes ProseMirror render only the near blocks of a long note and the gaps between them, because browsers walk all siblings of the caret's
 * block at each key. During rendering, ProseMirror gets a document in which each gap is one node of the same size (far-gap.ts), so all
 * positions agree. There is no API for this, so its class of rendered nodes is patched, for the document node and for large tables
 * (far-rows.ts).
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { withGaps } from "./far-gap.ts";
import { hidesSelection, isLargeTable, renderRows } from "./far-rows.ts";
import { farKey } from "./far-state.ts";
import { type Range, type Stretch, toIndices, toStretches } from "./near-blocks.ts";
import { gapsOf, type RenderedView, readGapsAsContent, unseenByEditor } from "./rendered-view.ts";

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
    else if (isLargeTable(this.node)) renderRows(this, { view, start: position }, render);
    else render();
  };
  kind.matchesNode = function (node, outer, inner) {
    const last = arrangements.get(this);
    if (last !== undefined && last.arranged !== farKey.getState(last.view.state)?.arranged) return false;
    if (hidesSelection(this)) return false;
    return matchesNode.call(this, node, outer, inner);
  };
}

function renderDocument(rendered: RenderedView, view: EditorView, render: () => void): void {
  const { node: doc } = rendered;
  const far = farKey.getState(view.state);
  const stretches = toStretches(far?.isLong ? toIndices(doc, far.near) : [{ from: 0, to: doc.childCount }], doc.childCount);
  const renderAs = (wanted: readonly Stretch[]): void => {
    rendered.node = withGaps(doc, wanted, gapsOf(rendered));
    render();
  };
  try {
    // ProseMirror would reuse elements for other blocks, so first remove what goes away, then add what is new.
    if (arrangements.get(rendered)?.arranged !== far?.arranged) renderAs(onlyRendered(stretches, doc, rendered.children));
    renderAs(stretches);
  } finally {
    rendered.node = doc;
  }
  readGapsAsContent(rendered);
  arrangements.set(rendered, { view, arranged: far?.arranged });
}

function onlyRendered(stretches: readonly Stretch[], doc: Node, children: RenderedView["children"]): readonly Stretch[] {
  const rendered = new Set(children.map(({ node }) => node));
  const kept: Range[] = [];
  for (const { from, to, isNear } of stretches)
    for (let index = from; isNear && index < to; index++) if (rendered.has(doc.child(index))) kept.push({ from: index, to: index + 1 });
  return toStretches(kept, doc.childCount);
}
