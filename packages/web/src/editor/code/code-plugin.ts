/** Syntax colors of rendered code blocks (far-blocks.ts), updated after edits. Notes without code load only this plugin. */
import { knownLanguage } from "@satchel/core/document/code-ranges.ts";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { withGaps } from "../long-documents/far-gap.ts";
import { farKey } from "../long-documents/far-state.ts";
import { covers, toIndices, toStretches } from "../long-documents/near-blocks.ts";
import { type BlockValues, createBlockCache } from "../schema/block-cache.ts";
import { readyHighlighter, whenHighlighterIsReady } from "./code-highlighter.ts";

const codeKey = new PluginKey<DecorationSet>("code");

export const CodeColors = Extension.create({
  name: "codeColors",
  addProseMirrorPlugins: () => [createCodePlugin()],
});

/** Code nodes within a top-level block, with offsets from the block's start. */
type CodeIn = readonly { readonly offset: number; readonly node: Node }[];

function createCodePlugin(): Plugin<DecorationSet> {
  const blocks = createBlockCache(findCode);
  const highlightRendered = (colours: DecorationSet, state: EditorState): DecorationSet => {
    const uncoloured = blocksWithCode(state.doc, blocks(state.doc).values).filter(
      ({ from, to }) => isRendered(state, from, to) && colours.find(from, to).length === 0,
    );
    return uncoloured.length === 0 ? colours : colours.add(renderedDoc(state), uncoloured.flatMap(colourBlock));
  };
  return new Plugin<DecorationSet>({
    key: codeKey,
    state: {
      init: (_, state) => highlightRendered(DecorationSet.empty, state),
      // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
      apply(transaction, before, stateBefore, state) {
        const colours = transaction.docChanged ? recolour(before, transaction, { ...blocks(transaction.doc), state }) : before;
        const isMore = transaction.getMeta(codeKey) === true || farKey.getState(stateBefore)?.arranged !== farKey.getState(state)?.arranged;
        return isMore ? highlightRendered(colours, state) : colours;
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

type BlockWithCode = { readonly from: number; readonly to: number; readonly code: CodeIn };

function blocksWithCode(
  { content }: Node,
  values: readonly CodeIn[],
  { first = 0, start = 0 }: { readonly first?: number; readonly start?: number } = {},
): readonly BlockWithCode[] {
  let to = start;
  return values.flatMap((code, index) => {
    const from = to;
    to += content.child(first + index).nodeSize;
    return code.length === 0 ? [] : [{ from, to, code }];
  });
}

function isRendered(state: EditorState, from: number, to: number): boolean {
  const far = farKey.getState(state);
  return far === undefined || !far.isLong || covers(far.near, { from, to });
}

/** Document reduced to the rendered blocks of a long note, because ProseMirror visits all blocks for each new color. */
function renderedDoc(state: EditorState): Node {
  const far = farKey.getState(state);
  return far?.isLong ? withGaps(state.doc, toStretches(toIndices(state.doc, far.near), state.doc.childCount)) : state.doc;
}

function recolour(
  before: DecorationSet,
  { doc, mapping }: Transaction,
  { nodes, from, added, state }: BlockValues<CodeIn> & { readonly state: EditorState },
): DecorationSet {
  const moved = before.map(mapping, doc);
  if (added.every((code) => code.length === 0)) return moved;
  const start = sizeOf(nodes.slice(0, from));
  const stale = moved.find(start, start + sizeOf(nodes.slice(from, from + added.length)));
  return moved.remove(stale).add(renderedDoc(state), blocksWithCode(doc, added, { first: from, start }).flatMap(colourBlock));
}

function colourBlock({ from, code }: BlockWithCode): Decoration[] {
  const highlight = readyHighlighter();
  if (highlight === undefined) return [];
  return code.flatMap(({ offset, node }) => {
    const textAt = from + offset + 1;
    const ranges = highlight(languageOf(node), node.textContent);
    return ranges.map((range) => Decoration.inline(textAt + range.from, textAt + range.to, { class: range.className }));
  });
}

function languageOf(node: Node): string | null {
  return typeof node.attrs.language === "string" ? node.attrs.language : null;
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((total, node) => total + node.nodeSize, 0);
}
