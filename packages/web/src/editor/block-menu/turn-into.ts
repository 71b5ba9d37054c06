/** Turns a block into one of another kind, with its contents. Nothing of its text is left out. Pure. */
import { FORMULA_LANGUAGE } from "@satchel/core/document/html/stored-html.ts";
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { canJoin } from "@tiptap/pm/transform";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export const BLOCK_KINDS = [
  "paragraph",
  "heading1",
  "heading2",
  "heading3",
  "bulletList",
  "orderedList",
  "taskList",
  "blockquote",
  "codeBlock",
  "formulaBlock",
  "toggle",
  "callout",
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

const LIST_KINDS: ReadonlySet<BlockKind> = new Set(["bulletList", "orderedList", "taskList"]);
const ITEMS: ReadonlySet<string> = new Set(["listItem", "taskItem"]);

/** `at`: before a top-level block or a list item. An item leaves its list, which continues before and after it. */
export function turnInto(state: EditorState, at: number, kind: BlockKind): Transaction | undefined {
  const $at = state.doc.resolve(at);
  const block = $at.nodeAfter;
  if (block === null || kindOf(block, $at.parent) === kind) return undefined;
  const pieces = makeBlocks(state.schema, block, kind);
  if (pieces === undefined) return undefined;
  const { tr } = state;
  const isItem = ITEMS.has(block.type.name);
  const before = isItem ? partOfList($at.parent, 0, $at.index()) : undefined;
  const after = isItem ? partOfList($at.parent, $at.index() + 1, $at.parent.childCount) : undefined;
  const [from, to] = isItem ? [$at.before(), $at.after()] : [at, at + block.nodeSize];
  const all = [before, ...pieces, after].filter((piece) => piece !== undefined);
  tr.replaceWith(from, to, Fragment.fromArray(all));
  let start = from + (before?.nodeSize ?? 0);
  const end = start + pieces.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  joinLists(tr, end);
  if (joinLists(tr, start)) start -= 2;
  const offset = state.selection.from - (firstLineStart(state.doc, at) ?? state.selection.from);
  const line = firstLineStart(tr.doc, start) ?? start;
  const wanted = Math.max(line, Math.min(line + Math.max(0, offset), line + tr.doc.resolve(line).parent.content.size));
  return tr
    .setSelection(TextSelection.near(tr.doc.resolve(wanted)))
    .setMeta(OWN_UNDO_STEP, true)
    .scrollIntoView();
}

/** Kind of a block, if the menu has it. `parent`: the list, if the block is an item. */
export function kindOf({ type, attrs }: Node, parent: Node): BlockKind | undefined {
  if (type.name === "heading") return BLOCK_KINDS.find((kind) => kind === `heading${attrs.level}`);
  if (type.name === "codeBlock") return attrs.language === FORMULA_LANGUAGE ? "formulaBlock" : "codeBlock";
  const name = ITEMS.has(type.name) ? parent.type.name : type.name;
  return BLOCK_KINDS.find((kind) => kind === name);
}

function makeBlocks(schema: Schema, block: Node, kind: BlockKind): readonly Node[] | undefined {
  const blocks = contentsOf(schema, block);
  const [first, ...rest] = blocks;
  const { nodes } = schema;
  if (first === undefined || !nodes.paragraph || !nodes.toggle) return undefined;
  if (LIST_KINDS.has(kind)) return makeList(schema, kind, block.type.spec.code ? blocks.map((line) => [line]) : [blocks]);
  if (kind === "blockquote" || kind === "callout") {
    const wrapper = nodes[kind];
    return wrapper === undefined ? undefined : [wrapper.create(null, blocks)];
  }
  if (kind === "codeBlock" || kind === "formulaBlock") return makeCode(schema, blocks, kind === "formulaBlock");
  if (!isLine(first)) return kind === "paragraph" && first !== block ? blocks : undefined;
  const { textAlign, dir } = first.attrs;
  if (kind === "toggle") {
    const body = rest.length === 0 ? [nodes.paragraph.create()] : rest;
    const parts = [nodes.toggleTitle?.create(null, first.content), nodes.toggleBody?.create(null, body)];
    return [nodes.toggle.create({ dir }, Fragment.fromArray(parts.filter((part) => part !== undefined)))];
  }
  if (kind === "paragraph") return [nodes.paragraph.create({ textAlign, dir }, first.content), ...rest];
  const level = Number(kind.slice(-1));
  return nodes.heading === undefined ? undefined : [nodes.heading.create({ level, textAlign, dir }, first.content), ...rest];
}

/** Blocks inside of a container, or the block itself. Each line of code becomes a paragraph. */
function contentsOf(schema: Schema, block: Node): readonly Node[] {
  const { paragraph } = schema.nodes;
  if (paragraph === undefined) return [];
  if (block.type.spec.code)
    return block.textContent.split("\n").map((line) => paragraph.create(null, line === "" ? null : schema.text(line)));
  if (block.type.name === "toggle") return [paragraph.create(null, block.child(0).content), ...block.child(1).children];
  return ITEMS.has(block.type.name) || block.type.name === "blockquote" || block.type.name === "callout" ? block.children : [block];
}

function makeList({ nodes }: Schema, kind: BlockKind, items: readonly (readonly Node[])[]): readonly Node[] | undefined {
  const [list, item] = [nodes[kind], nodes[kind === "taskList" ? "taskItem" : "listItem"]];
  const { paragraph } = nodes;
  if (list === undefined || item === undefined || paragraph === undefined) return undefined;
  const asText = (line: Node): Node => (line.type.name === "heading" ? paragraph.create(line.attrs, line.content) : line);
  const isPossible = items.every(([first]) => first !== undefined && isLine(first));
  return isPossible
    ? [
        list.create(
          null,
          items.map((blocks) =>
            item.create(
              null,
              blocks.map((one, at) => (at === 0 ? asText(one) : one)),
            ),
          ),
        ),
      ]
    : undefined;
}

/** Code is text alone: a block with images, formulas or tables cannot become code without losing them. */
function makeCode(schema: Schema, blocks: readonly Node[], isFormula: boolean): readonly Node[] | undefined {
  const lines: string[] = [];
  let isText = true;
  const collect = (node: Node): void => {
    if (node.isTextblock) {
      node.forEach((child) => {
        isText &&= child.isText || child.type.name === "hardBreak";
      });
      lines.push(node.textBetween(0, node.content.size, undefined, "\n"));
    } else if (node.isLeaf || node.type.name === "table") isText = false;
    else node.forEach(collect);
  };
  for (const block of blocks) collect(block);
  const code = lines.join("\n");
  const { codeBlock } = schema.nodes;
  if (!isText || codeBlock === undefined) return undefined;
  return [codeBlock.create({ language: isFormula ? FORMULA_LANGUAGE : null }, code === "" ? null : schema.text(code))];
}

function isLine({ type }: Node): boolean {
  return type.name === "paragraph" || type.name === "heading";
}

/** Items `from` to `to` (exclusive) as a list of their own, with the numbers that they have. */
function partOfList(list: Node, from: number, to: number): Node | undefined {
  if (from >= to) return undefined;
  const start = Number(list.attrs.start ?? 1) + from;
  return list.type.create(list.type.name === "orderedList" ? { ...list.attrs, start } : list.attrs, list.children.slice(from, to));
}

/** Joins two lists of one kind; a list that was numbered apart continues the first one's numbers. */
function joinLists(transaction: Transaction, at: number): boolean {
  const { nodeBefore, nodeAfter } = transaction.doc.resolve(at);
  if (nodeBefore?.type !== nodeAfter?.type || !/List$/.test(nodeBefore?.type.name ?? "") || !canJoin(transaction.doc, at)) return false;
  transaction.join(at);
  return true;
}

function firstLineStart(doc: Node, at: number): number | undefined {
  let found: number | undefined;
  doc.nodeAt(at)?.descendants((node, offset) => {
    if (found === undefined && node.isTextblock) found = at + offset + 2;
    return found === undefined;
  });
  return doc.nodeAt(at)?.isTextblock ? at + 1 : found;
}
