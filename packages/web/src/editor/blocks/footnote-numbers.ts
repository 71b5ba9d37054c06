/** Numbers footnotes with decorations: CSS counters would restart in off-screen blocks. */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createBlockCache } from "../schema/block-cache.ts";

const NUMBER = "data-number";

export function createFootnoteNumbers(): Plugin<DecorationSet> {
  const blocks = createBlockCache(findFootnotes);
  const key = new PluginKey<DecorationSet>("footnoteNumbers");
  const number = (doc: Node): DecorationSet => {
    const { values } = blocks(doc);
    if (values.every((offsets) => offsets.length === 0)) return DecorationSet.empty;
    return DecorationSet.create(doc, numberAll(doc, values));
  };
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => number(doc),
      apply: (transaction, before) => (transaction.docChanged ? number(transaction.doc) : before),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

/** Offsets of footnotes within a top-level block. */
function findFootnotes(block: Node): readonly number[] {
  const offsets: number[] = [];
  block.descendants((node, offset) => {
    if (node.type.name === "footnote") offsets.push(offset + 1);
    return node.inlineContent || !node.isLeaf;
  });
  return offsets;
}

function numberAll(doc: Node, values: readonly (readonly number[])[]): Decoration[] {
  const decorations: Decoration[] = [];
  let at = 0;
  for (const [index, offsets] of values.entries()) {
    for (const offset of offsets) {
      const from = at + offset;
      decorations.push(Decoration.node(from, from + 1, { [NUMBER]: String(decorations.length + 1) }));
    }
    at += doc.child(index).nodeSize;
  }
  return decorations;
}
