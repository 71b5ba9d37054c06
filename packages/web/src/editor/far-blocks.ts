/**
 * In a long note only the blocks near the window and around both ends of the selection are laid out; the others wait as boxes of the height
 * they had last. With `content-visibility: auto` the browser looks at every block on every frame, which in 1 MB takes longer than the rest of
 * a keystroke. Marks elements; the document knows nothing of it.
 */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const FarBlocks = Extension.create({
  name: "farBlocks",
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("farBlocks"), view: createFarBlocksView })],
});

const LONG_FROM_BLOCKS = 300;
/** Before the note has a place on the screen: more than any screen holds. */
const FIRST_BLOCKS = 100;
const AROUND_SELECTION_BLOCKS = 20;
const AROUND_WINDOW_PX = 1200;
/** So many new blocks, pasted or undone, are looked at again; fewer are drawn like near ones. */
const AGAIN_FROM_BLOCKS = 50;

/** Indices of blocks, the end not included. */
type Range = { readonly from: number; readonly to: number };

function createFarBlocksView(view: EditorView): PluginView {
  const { dom } = view;
  const blocks = dom.children;
  let near: ReadonlySet<Element> = new Set();
  let inWindow: Range = { from: 0, to: FIRST_BLOCKS };
  let lookedAt = 0;

  const mark = (before: Iterable<Element>): void => {
    const ends = endsOfSelection(view).map((at) => ({ from: at - AROUND_SELECTION_BLOCKS, to: at + AROUND_SELECTION_BLOCKS }));
    // Without the first and the last, Ctrl+Home and Ctrl+End stop short.
    const firstAndLast = [blocks.length - 1, 0].map((at) => ({ from: at, to: at + 1 }));
    near = new Set([inWindow, ...ends, ...firstAndLast].flatMap((range) => elementsIn(blocks, range)));
    unseenByEditor(view, () => {
      dom.setAttribute("data-long", "");
      for (const block of near) block.removeAttribute("data-far");
      for (const block of before) if (!near.has(block)) block.setAttribute("data-far", "");
    });
  };
  const arrange = (before: Iterable<Element>): void => {
    const isPlaced = dom.getClientRects().length > 0;
    if (isPlaced) inWindow = blocksBetween(blocks, -AROUND_WINDOW_PX, innerHeight + AROUND_WINDOW_PX);
    keepInPlace(blocks[blocksBetween(blocks, 0, innerHeight).from], () => mark(before));
  };
  const lookAgain = (): void => {
    lookedAt = blocks.length;
    if (blocks.length >= LONG_FROM_BLOCKS) arrange([...blocks]);
    else if (isLong(dom)) unseenByEditor(view, () => unmark(dom));
  };
  const followWindow = (): void => {
    if (!isLong(dom) || dom.getClientRects().length === 0) return;
    const seen = elementsIn(blocks, blocksBetween(blocks, 0, innerHeight));
    const edge = [seen[0], seen.at(-1)].some((block) => block !== undefined && !near.has(block));
    const { from, to } = blocksBetween(blocks, -AROUND_WINDOW_PX / 2, innerHeight + AROUND_WINDOW_PX / 2);
    if (edge || from < inWindow.from || to > inWindow.to) arrange(near);
  };
  const handleScroll = (event: Event): void => {
    if (event.target instanceof Node && event.target.contains(dom)) followWindow();
  };

  lookAgain();
  const frame = requestAnimationFrame(followWindow);
  document.addEventListener("scroll", handleScroll, { capture: true, passive: true });
  window.addEventListener("resize", followWindow);
  return {
    update(_, before) {
      if (before.doc !== view.state.doc && Math.abs(blocks.length - lookedAt) >= AGAIN_FROM_BLOCKS) lookAgain();
      if (isLong(dom) && endsOfSelection(view).some((at) => blocks[at]?.hasAttribute("data-far"))) arrange(near);
    },
    destroy() {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", handleScroll, { capture: true });
      window.removeEventListener("resize", followWindow);
    },
  };
}

function isLong(dom: Element): boolean {
  return dom.hasAttribute("data-long");
}

function unmark(dom: Element): void {
  dom.removeAttribute("data-long");
  for (const block of dom.children) block.removeAttribute("data-far");
}

function endsOfSelection({ state }: EditorView): readonly number[] {
  return [state.selection.$anchor.index(0), state.selection.$head.index(0)];
}

function elementsIn(blocks: HTMLCollection, { from, to }: Range): Element[] {
  const found: Element[] = [];
  for (let at = Math.max(0, from); at < Math.min(to, blocks.length); at++) found.push(blocks[at] as Element);
  return found;
}

/** By the places of the blocks' boxes, far ones included; blocks follow each other from top to bottom. */
function blocksBetween(blocks: HTMLCollection, top: number, bottom: number): Range {
  const from = firstWhere(blocks, (box) => box.bottom > top);
  return {
    from,
    to: Math.max(
      from + 1,
      firstWhere(blocks, (box) => box.top >= bottom),
    ),
  };
}

function firstWhere(blocks: HTMLCollection, holds: (box: DOMRect) => boolean): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds((blocks[middle] as Element).getBoundingClientRect())) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Blocks that are laid out for the first time have other heights than was thought: what is being read stays where it is. */
function keepInPlace(block: Element | undefined, change: () => void): void {
  const before = block?.getBoundingClientRect().top ?? 0;
  change();
  const moved = (block?.getBoundingClientRect().top ?? 0) - before;
  if (moved !== 0) scrollerOf(block)?.scrollBy(0, moved);
}

function scrollerOf(block: Element | undefined): Element | undefined {
  for (let element = block?.parentElement ?? null; element !== null; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  return undefined;
}

/** ProseMirror would take a changed attribute for something the person did to the block. */
function unseenByEditor(view: EditorView, change: () => void): void {
  const { domObserver } = view as unknown as { readonly domObserver: { stop(): void; start(): void } };
  domObserver.stop();
  change();
  domObserver.start();
}
