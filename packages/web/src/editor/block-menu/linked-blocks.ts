/** Blocks that a link can lead to: top-level blocks, and the items of lists in place of their list. The read view finds the same ones. */
import type { Node } from "@tiptap/pm/model";

export type LinkedBlock = {
  /** Position before the block. */
  readonly at: number;
  /** Characters of its first line; other inline nodes are one each. */
  readonly size: number;
};

export function linkedBlocks(doc: Node): readonly LinkedBlock[] {
  const found: LinkedBlock[] = [];
  const visit = (parent: Node, start: number, isItem: boolean): void =>
    parent.forEach((child, offset) => {
      const at = start + offset;
      if (/List$/.test(child.type.name)) visitItems(child, at + 1);
      else if (!isItem) found.push({ at, size: firstLineSize(child) });
    });
  const visitItems = (list: Node, start: number): void =>
    list.forEach((item, offset) => {
      found.push({ at: start + offset, size: firstLineSize(item) });
      visit(item, start + offset + 1, true);
    });
  visit(doc, 0, false);
  return found;
}

function firstLineSize(block: Node): number {
  if (block.isTextblock) return block.content.size;
  let size: number | undefined;
  block.descendants((node) => {
    if (size === undefined && node.isTextblock) size = node.content.size;
    return size === undefined;
  });
  return size ?? 0;
}
