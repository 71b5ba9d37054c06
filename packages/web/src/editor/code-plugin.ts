/**
 * Colours of code while it is written. Only blocks that an edit touched are coloured anew; the colours of all others move along with the
 * text. Nothing is fetched for a note without code.
 */
import { knownLanguage } from "@satchel/core/editor/code-ranges.ts";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createBlockCache } from "./block-cache.ts";
import { readyHighlighter, whenHighlighterIsReady } from "./code-highlighter.ts";

const codeKey = new PluginKey<DecorationSet>("code");

export const CodeColors = Extension.create({
  name: "codeColors",
  addProseMirrorPlugins: () => [createCodePlugin()],
});

/** Where code stands inside a top-level block, counted from the block's start. */
type CodeIn = readonly { readonly offset: number; readonly node: Node }[];

function createCodePlugin(): Plugin<DecorationSet> {
  const blocks = createBlockCache(findCode);
  return new Plugin<DecorationSet>({
    key: codeKey,
    state: {
      init: (_, { doc }) => colourAll(doc, blocks(doc).values),
      apply(transaction, colours) {
        if (transaction.getMeta(codeKey) === true) return colourAll(transaction.doc, blocks(transaction.doc).values);
        if (!transaction.docChanged) return colours;
        const { nodes, from, added } = blocks(transaction.doc);
        const moved = colours.map(transaction.mapping, transaction.doc);
        if (added.every((code) => code.length === 0)) return moved;
        const start = sizeOf(nodes.slice(0, from));
        const stale = moved.find(start, start + sizeOf(nodes.slice(from, from + added.length)));
        return moved.remove(stale).add(transaction.doc, colourBlocks(nodes, added, from, start));
      },
    },
    props: { decorations: (state) => codeKey.getState(state) },
    view: (view) => {
      let isAsked = false;
      const ask = (): void => {
        if (isAsked || readyHighlighter() !== undefined || !hasKnownCode(blocks(view.state.doc).values)) return;
        isAsked = true;
        whenHighlighterIsReady(() => {
          if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(codeKey, true).setMeta("addToHistory", false));
        });
      };
      ask();
      return { update: ask };
    },
  });
}

function findCode(block: Node): CodeIn {
  if (block.type.spec.code) return [{ offset: 0, node: block }];
  if (block.isTextblock) return [];
  const found: { offset: number; node: Node }[] = [];
  block.descendants((node, offset) => {
    if (node.type.spec.code) found.push({ offset: offset + 1, node });
    return !node.isTextblock;
  });
  return found;
}

function hasKnownCode(values: readonly CodeIn[]): boolean {
  return values.some((code) => code.some(({ node }) => knownLanguage(languageOf(node)) !== undefined));
}

function colourAll(doc: Node, values: readonly CodeIn[]): DecorationSet {
  return DecorationSet.create(doc, colourBlocks(doc.content.content, values, 0, 0));
}

function colourBlocks(nodes: readonly Node[], values: readonly CodeIn[], from: number, start: number): Decoration[] {
  const highlight = readyHighlighter();
  if (highlight === undefined) return [];
  let at = start;
  return values.flatMap((code, index) => {
    const blockAt = at;
    at += nodes[from + index]?.nodeSize ?? 0;
    return code.flatMap(({ offset, node }) => {
      const textAt = blockAt + offset + 1;
      const ranges = highlight(languageOf(node), node.textContent);
      return ranges.map(({ from: first, to, className }) => Decoration.inline(textAt + first, textAt + to, { class: className }));
    });
  });
}

function languageOf(node: Node): string | null {
  return typeof node.attrs.language === "string" ? node.attrs.language : null;
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((total, node) => total + node.nodeSize, 0);
}
