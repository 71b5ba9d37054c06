/** Keeps the marks of left-to-right.ts on the text while it is edited. Each edit costs a look at the blocks that it touched. */
import { isLeftToRight } from "@satchel/core/document/html/text-direction.ts";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createBlockCache } from "../schema/block-cache.ts";
import { LEFT_TO_RIGHT, LONG_LINE, longLineDirection, mayBeLongLine } from "./left-to-right.ts";

type LongLine = { readonly from: number; readonly to: number; readonly direction: string };
/** `longLines`: their places within the block. */
type Measured = { readonly isUncertain: boolean; readonly longLines: readonly LongLine[] };

export const LeftToRight = Extension.create({
  name: "leftToRight",
  addProseMirrorPlugins() {
    const measureBlocks = createBlockCache(measure);
    let [others, long] = [0, 0];
    const look = (doc: Node) => {
      const { added, removed, ...blocks } = measureBlocks(doc);
      others += added.filter(isUncertain).length - removed.filter(isUncertain).length;
      long += countLong(added) - countLong(removed);
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
            return others === 0 || long === 0 ? null : DecorationSet.create(doc, toDecorations(nodes, values));
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
    const lines = values[at]?.longLines ?? [];
    return lines.map(({ from, to, direction }) => Decoration.node(blockStart + from, blockStart + to, { [LONG_LINE]: direction }));
  });
}

function measure(block: Node): Measured {
  let isFound = false;
  const longLines: LongLine[] = [];
  const look = (node: Node, at: number): void => {
    isFound ||= hasDirection(node);
    const direction = longDirectionOf(node);
    if (direction !== undefined) longLines.push({ from: at, to: at + node.nodeSize, direction });
  };
  look(block, 0);
  block.descendants((node, at) => look(node, at + 1));
  return { isUncertain: isFound, longLines };
}

function longDirectionOf(node: Node): string | undefined {
  if (!node.isTextblock || node.type.spec.code === true || !mayBeLongLine(node.content.size)) return undefined;
  const { dir } = node.attrs as { readonly dir?: unknown };
  return longLineDirection(
    node.textBetween(0, node.content.size, "\n", (leaf) => (leaf.type.name === "hardBreak" ? "\n" : " ")),
    dir,
  );
}

/** A file is shown by its name. */
function hasDirection({ text, attrs }: Node): boolean {
  const { dir, fileName } = attrs as { readonly dir?: unknown; readonly fileName?: unknown };
  return typeof dir === "string" || [text, fileName].some((shown) => typeof shown === "string" && !isLeftToRight(shown));
}

const isUncertain = (measured: Measured): boolean => measured.isUncertain;
const countLong = (values: readonly Measured[]): number => values.reduce((sum, { longLines }) => sum + longLines.length, 0);
