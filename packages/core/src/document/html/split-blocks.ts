/**
 * Splits canonical HTML into a flat list of blocks that a merge compares one by one, and joins them again: `joinBlocks(splitBlocks(html))`
 * is `html`. A block is a paragraph, heading, code block, rule or table row; the lists, items, quotations, callouts, toggles and tables
 * around it are its path. Paths contain kinds and no numbers, so that adding an item above or checking one leaves its neighbors unchanged.
 * sync.md "Merge units". After a merge, `toCanonicalHtml` makes tables rectangular.
 */
import { readStoredHtml } from "./read-stored-html.ts";
import { isText, type StoredElement } from "./stored-doc.ts";
import { type ElementRule, type NodeName, STORED_NODES } from "./stored-html.ts";
import { EMPTY_BLOCK, printAttributes, STORED_SOURCE, writeBlock } from "./write-stored-html.ts";

export type ContainerKind =
  | "bulletList"
  | "orderedList"
  | "taskList"
  | "listItem"
  | "taskItem"
  | "blockquote"
  | "callout"
  | "toggle"
  | "table";

export type Block = {
  /** Containers around the block, outermost first. */
  readonly path: readonly ContainerKind[];
  /** Attributes of the containers that begin with this block, each ` name="value"`; empty for others. Same length as `path`. */
  readonly attributes: readonly string[];
  /** Index in `path` of the outermost list item that begins here; the path's length if none does. */
  readonly itemAt: number;
  /** Set for adjacent containers of the same kind: from this index on, `path` is a new container although it looks like the one before. */
  readonly freshAt?: number;
  /** The block itself: `<p>…</p>`, `<tr>…</tr>`. */
  readonly html: string;
};

export function splitBlocks(html: string): readonly Block[] {
  if (html === "") return [];
  const blocks: Block[] = [];
  let before: readonly StoredElement[] = [];
  for (const position of leafPositionsOf(readStoredHtml(html).content, [])) {
    blocks.push(toBlock(position, before));
    before = position.containers;
  }
  return blocks;
}

export function joinBlocks(blocks: readonly Block[]): string {
  const open: ContainerKind[] = [];
  let html = "";
  for (const block of blocks) {
    const shared = sharedDepth(open, block);
    while (open.length > shared) html += endTags(open.pop());
    for (const kind of block.path.slice(shared)) {
      html += startTags(kind, block.attributes[open.length] ?? "");
      open.push(kind);
    }
    html += block.html;
  }
  while (open.length > 0) html += endTags(open.pop());
  return html === EMPTY_BLOCK ? "" : html;
}

/** Two blocks are equal in a merge exactly if their keys are equal. */
export function blockKey(block: Block): string {
  return JSON.stringify([block.path, block.attributes, block.itemAt, block.freshAt ?? null, block.html]);
}

type LeafPosition = { readonly containers: readonly StoredElement[]; readonly leaf: StoredElement };

function* leafPositionsOf(nodes: readonly StoredElement[], containers: readonly StoredElement[]): Generator<LeafPosition> {
  for (const node of nodes) {
    if (node.type === "toggleBody") yield* leafPositionsOf(childrenOf(node), containers);
    else if (CONTAINERS.has(node.type)) yield* leafPositionsOf(childrenOf(node), [...containers, node]);
    else yield { containers, leaf: node };
  }
}

const CONTAINERS: ReadonlySet<NodeName> = new Set<ContainerKind>([
  "bulletList",
  "orderedList",
  "taskList",
  "listItem",
  "taskItem",
  "blockquote",
  "callout",
  "toggle",
  "table",
]);

/** Containers that begin with their first block, so that two adjacent ones are always distinct. */
const ITEMS: ReadonlySet<NodeName> = new Set<ContainerKind>(["listItem", "taskItem", "toggle"]);

function toBlock({ containers, leaf }: LeafPosition, before: readonly StoredElement[]): Block {
  const begunAt = commonLength(containers, before, (one, other) => one === other);
  const item = containers.findIndex((container, index) => index >= begunAt && ITEMS.has(container.type));
  const path = containers.map((container) => container.type as ContainerKind);
  const block: Block = {
    path,
    attributes: containers.map((container, index) => (index < begunAt ? "" : ownAttributes(container))),
    itemAt: item === -1 ? path.length : item,
    html: writeBlock(leaf, STORED_SOURCE),
  };
  const looksShared = sharedDepth(
    before.map((container) => container.type as ContainerKind),
    block,
  );
  return looksShared > begunAt ? { ...block, freshAt: begunAt } : block;
}

/** Number of containers that the block shares with the open ones. An item that begins with the block is always new. */
function sharedDepth(open: readonly ContainerKind[], block: Block): number {
  const alike = commonLength(open, block.path, (one, other) => one === other);
  return Math.min(alike, block.itemAt, block.freshAt ?? alike);
}

function commonLength<Value>(some: readonly Value[], others: readonly Value[], isSame: (one: Value, other: Value) => boolean): number {
  let length = 0;
  while (length < some.length && length < others.length && isSame(some[length] as Value, others[length] as Value)) length++;
  return length;
}

function ownAttributes(container: StoredElement): string {
  const rule: ElementRule = STORED_NODES[container.type];
  return printAttributes({ tag: rule.tag, attributes: rule.attributes }, container.attrs);
}

function startTags(kind: ContainerKind, own: string): string {
  const rule: ElementRule = STORED_NODES[kind];
  const fixed = printAttributes({ tag: rule.tag, attributes: [], fixed: rule.fixed ?? {} }, {});
  return `<${rule.tag}${fixed}${own}>${rule.inner === undefined ? "" : `<${rule.inner}>`}`;
}

function endTags(kind: ContainerKind | undefined): string {
  if (kind === undefined) return "";
  const rule: ElementRule = STORED_NODES[kind];
  return `${rule.inner === undefined ? "" : `</${rule.inner}>`}</${rule.tag}>`;
}

function childrenOf(node: StoredElement): readonly StoredElement[] {
  return (node.content ?? []).filter((child): child is StoredElement => !isText(child));
}
