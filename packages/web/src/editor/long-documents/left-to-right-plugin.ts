/** Maintains the marks of left-to-right.ts in the editor. Each edit only checks the blocks that it touched. */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createBlockCache } from "../schema/block-cache.ts";
import { firstDirection, isLeftToRight, LEFT_TO_RIGHT, LONG_LINE, longLineDirection, MIRRORED, mayBeLongLine } from "./left-to-right.ts";

/** Marked ranges within a block, and their attributes. */
type Marked = { readonly from: number; readonly to: number; readonly attributes: Readonly<Record<string, string>> };
type Measured = { readonly isUncertain: boolean; readonly marked: readonly Marked[] };

export const LeftToRight = Extension.create({
  name: "leftToRight",
  addProseMirrorPlugins() {
    const measureBlocks = createBlockCache(measure);
    let [others, marks] = [0, 0];
    const look = (doc: Node) => {
      const { added, removed, ...blocks } = measureBlocks(doc);
      others += added.filter(isUncertain).length - removed.filter(isUncertain).length;
      marks += countMarks(added) - countMarks(removed);
      return blocks;
    };
    return [
      new Plugin({
        key: new PluginKey("leftToRight"),
        props: {
          attributes({ doc }) {
            look(doc);
            return others === 0 ? { [LEFT_TO_RIGHT]: "" } : {};
          },
          decorations({ doc }) {
            const { nodes, values } = look(doc);
            return others === 0 || marks === 0 ? null : DecorationSet.create(doc, toDecorations(nodes, values));
          },
        },
      }),
    ];
  },
});

function toDecorations(nodes: readonly Node[], values: readonly Measured[]): Decoration[] {
  let start = 0;
  return nodes.flatMap((node, at) => {
    const blockStart = start;
    start += node.nodeSize;
    const marked = values[at]?.marked ?? [];
    return marked.map(({ from, to, attributes }) => Decoration.node(blockStart + from, blockStart + to, attributes));
  });
}

function measure(block: Node): Measured {
  let isFound = false;
  const marked: Marked[] = [];
  const frames: { readonly node: Node; readonly at: number }[] = [];
  const look = (node: Node, at: number): void => {
    isFound ||= hasDirection(node);
    const direction = longDirectionOf(node);
    if (direction !== undefined) marked.push({ from: at, to: at + node.nodeSize, attributes: { [LONG_LINE]: direction } });
    if (FRAMES.has(node.type.name) && node.attrs.dir === null) frames.push({ node, at });
  };
  look(block, 0);
  block.descendants((node, at) => look(node, at + 1));
  // Only computed if the block contains right-to-left text, which few notes have.
  const mirrored = isFound ? frames.filter(({ node }) => firstDirection(firstLetters(node)) === "rtl") : [];
  for (const { node, at } of mirrored) marked.push({ from: at, to: at + node.nodeSize, attributes: { [MIRRORED]: "" } });
  return { isUncertain: isFound, marked };
}

/** Nodes whose elements MIRRORED_TAGS lists. */
const FRAMES: ReadonlySet<string> = new Set(["bulletList", "orderedList", "taskList", "blockquote", "callout", "toggle"]);

/** The first text that contains a letter. */
function firstLetters(frame: Node): string {
  let text = "";
  frame.descendants((node) => {
    if (text === "" && /\p{L}/u.test(node.text ?? "")) text = node.text ?? "";
    return text === "";
  });
  return text;
}

function longDirectionOf(node: Node): string | undefined {
  if (!node.isTextblock || node.type.spec.code === true || !mayBeLongLine(node.content.size)) return undefined;
  const { dir } = node.attrs as { readonly dir?: unknown };
  return longLineDirection(
    node.textBetween(0, node.content.size, "\n", (leaf) => (leaf.type.name === "hardBreak" ? "\n" : " ")),
    dir,
  );
}

/** File names count as text. */
function hasDirection({ text, attrs }: Node): boolean {
  const { dir, fileName } = attrs as { readonly dir?: unknown; readonly fileName?: unknown };
  return typeof dir === "string" || [text, fileName].some((shown) => typeof shown === "string" && !isLeftToRight(shown));
}

const isUncertain = (measured: Measured): boolean => measured.isUncertain;
const countMarks = (values: readonly Measured[]): number => values.reduce((sum, { marked }) => sum + marked.length, 0);
