/** One value per top-level block, recomputed only for changed blocks: unchanged nodes keep their identity. */
import type { Node } from "@tiptap/pm/model";

export type BlockValues<Value> = {
  readonly nodes: readonly Node[];
  readonly values: readonly Value[];
  /** `from`: index of the first new block; `added` and `removed`: values of the new and the replaced blocks. */
  readonly from: number;
  readonly added: readonly Value[];
  readonly removed: readonly Value[];
};

/** Remembers the last document only: use one cache per editor. */
export function createBlockCache<Value>(measure: (block: Node) => Value): (doc: Node) => BlockValues<Value> {
  let last: BlockValues<Value> = { nodes: [], values: [], from: 0, added: [], removed: [] };
  return (doc) => {
    const nodes = doc.content.content;
    if (nodes === last.nodes) return { ...last, added: [], removed: [] };
    const from = commonStart(nodes, last.nodes);
    const kept = commonEnd(nodes, last.nodes, from);
    const added = nodes.slice(from, nodes.length - kept).map(measure);
    const removed = last.values.slice(from, last.values.length - kept);
    const values = [...last.values.slice(0, from), ...added, ...last.values.slice(last.values.length - kept)];
    last = { nodes, values, from, added, removed };
    return last;
  };
}

function commonStart(some: readonly Node[], others: readonly Node[]): number {
  let length = 0;
  while (length < some.length && length < others.length && some[length] === others[length]) length++;
  return length;
}

function commonEnd(some: readonly Node[], others: readonly Node[], from: number): number {
  const max = Math.min(some.length, others.length) - from;
  let length = 0;
  while (length < max && some[some.length - 1 - length] === others[others.length - 1 - length]) length++;
  return length;
}
