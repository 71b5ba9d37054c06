/** Decorates lines by what they hold. Only changed lines are looked at again. */
import { getChangedRanges } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { type Decoration, DecorationSet } from "@tiptap/pm/view";
import { onlyReplacement } from "./typed-letter.ts";

/** `at`: before the line. */
type Decorate = (line: Node, at: number) => readonly Decoration[];

export function createLineDecorations(name: string, decorate: Decorate): Plugin<DecorationSet> {
  const key = new PluginKey<DecorationSet>(name);
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, findIn(doc, { from: 0, to: doc.content.size }, decorate)),
      apply: (transaction, before) => (transaction.docChanged ? update(transaction, before, decorate) : before),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function update(transaction: Transaction, before: DecorationSet, decorate: Decorate): DecorationSet {
  let shown = before.map(transaction.mapping, transaction.doc);
  for (const changed of changedRanges(transaction)) {
    const [from, to] = [transaction.doc.resolve(changed.from), transaction.doc.resolve(changed.to)];
    const range = { from: from.depth === 0 ? from.pos : from.before(), to: to.depth === 0 ? to.pos : to.after() };
    // `find` also returns what only touches the range: the lines before and behind it.
    const old = shown.find(range.from, range.to).filter((one) => one.to > range.from && one.from < range.to);
    shown = shown.remove(old).add(transaction.doc, findIn(transaction.doc, range, decorate));
  }
  return shown;
}

/** The library's function takes longer than all else that is done here at a key. */
function changedRanges(transaction: Transaction): readonly { readonly from: number; readonly to: number }[] {
  const replacement = onlyReplacement(transaction);
  if (replacement === undefined) return getChangedRanges(transaction).map(({ newRange }) => newRange);
  return [{ from: replacement.from, to: replacement.from + replacement.slice.size }];
}

function findIn(doc: Node, { from, to }: { readonly from: number; readonly to: number }, decorate: Decorate): Decoration[] {
  const found: Decoration[] = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return true;
    found.push(...decorate(node, at));
    return false;
  });
  return found;
}
