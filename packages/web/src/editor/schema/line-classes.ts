/** Gives lines a class that depends on what they hold. Only changed lines are looked at again. */
import { getChangedRanges } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

type ClassOf = (line: Node) => string | undefined;

export function createLineClasses(name: string, classOf: ClassOf): Plugin<DecorationSet> {
  const key = new PluginKey<DecorationSet>(name);
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, findIn(doc, { from: 0, to: doc.content.size }, classOf)),
      apply: (transaction, before) => (transaction.docChanged ? update(transaction, before, classOf) : before),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function update(transaction: Transaction, before: DecorationSet, classOf: ClassOf): DecorationSet {
  let shown = before.map(transaction.mapping, transaction.doc);
  for (const { newRange } of getChangedRanges(transaction)) {
    const [from, to] = [transaction.doc.resolve(newRange.from), transaction.doc.resolve(newRange.to)];
    const range = { from: from.depth === 0 ? from.pos : from.before(), to: to.depth === 0 ? to.pos : to.after() };
    shown = shown.remove(shown.find(range.from, range.to)).add(transaction.doc, findIn(transaction.doc, range, classOf));
  }
  return shown;
}

function findIn(doc: Node, { from, to }: { readonly from: number; readonly to: number }, classOf: ClassOf): Decoration[] {
  const found: Decoration[] = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return true;
    const className = classOf(node);
    if (className !== undefined) found.push(Decoration.node(at, at + node.nodeSize, { class: className }));
    return false;
  });
  return found;
}
