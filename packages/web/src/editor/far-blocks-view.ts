/**
 * Sees which blocks of a long note are near the window, hides those that are not, keeps the room of each gap, and leaves in place what is
 * being read.
 */
import type { Node } from "@tiptap/pm/model";
import type { PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { editorText } from "../text/editor.ts";
import { covers, guessHeight, type Heights, type Range, toIndices, toStretches } from "./near-blocks.ts";
import { FAR_ATTRIBUTE, type FarRequest, farKey } from "./stand-in.ts";

const AROUND_WINDOW_PX = 1200;

/** A near block, or all blocks of a gap, with the element that has their height. */
type Shown = { readonly element: HTMLElement; readonly blocks: Range; readonly isNear: boolean };

export function createFarBlocksView(view: EditorView): PluginView {
  const measured = new WeakMap<Node, number>();
  const heightOf: Heights = (block) => measured.get(block) ?? guessHeight(block);
  let shown: readonly Shown[] = [];
  let [frame, settling] = [0, 0];
  const farBlocks = () => farKey.getState(view.state);
  const ask = (request: FarRequest): void => view.dispatch(view.state.tr.setMeta(farKey, request).setMeta("addToHistory", false));

  const hideFar = (): void => {
    const near = farBlocks()?.near;
    if (near === undefined || farBlocks()?.isLong !== true) return;
    const { doc } = view.state;
    const blocks = [...view.dom.children].filter((element) => !element.classList.contains("ProseMirror-widget")) as HTMLElement[];
    unseenByEditor(view, () => {
      shown = toStretches(toIndices(doc, near), doc.childCount).flatMap(({ from, to, isNear }) =>
        isNear ? showNear(blocks, { from, to }) : [showGap(blocks, { from, to }, doc, heightOf)],
      );
    });
  };
  const followWindow = (): void => {
    const near = farBlocks()?.near;
    if (near === undefined || farBlocks()?.isLong !== true || farBlocks()?.isWhole || view.dom.getClientRects().length === 0) return;
    const { doc } = view.state;
    const between = (around: number): Range => ({
      from: blockAt(doc, shown, -around, heightOf).index,
      to: blockAt(doc, shown, innerHeight + around, heightOf).index + 1,
    });
    if (covers(toIndices(doc, near), between(AROUND_WINDOW_PX / 2))) return;
    measure(doc, shown, measured);
    const place = blockAt(doc, shown, 0, heightOf);
    ask(between(AROUND_WINDOW_PX));
    keepInPlace(shown, place);
  };
  const settle = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(followWindow);
    clearTimeout(settling);
    settling = window.setTimeout(() => ask("drawn"));
  };
  const handleScroll = (event: Event): void => {
    if (event.target instanceof globalThis.Node && event.target.contains(view.dom)) followWindow();
  };
  const drawAll = (): void => {
    if (farBlocks()?.isLong === true) ask("whole");
  };
  const drawNear = (): void => {
    if (farBlocks()?.isWhole === true) ask({ from: 0, to: 0 });
  };

  hideFar();
  if (farBlocks()?.isLong === true) settle();
  document.addEventListener("scroll", handleScroll, { capture: true, passive: true });
  window.addEventListener("resize", followWindow);
  window.addEventListener("beforeprint", drawAll);
  window.addEventListener("afterprint", drawNear);
  return {
    update(_, before) {
      const isArranged = farKey.getState(before)?.arranged !== farBlocks()?.arranged;
      const isOther = before.doc.childCount !== view.state.doc.childCount || shown.some(({ element }) => !element.isConnected);
      if (isArranged || isOther) hideFar();
      if (isArranged) settle();
    },
    destroy() {
      cancelAnimationFrame(frame);
      clearTimeout(settling);
      document.removeEventListener("scroll", handleScroll, { capture: true });
      window.removeEventListener("resize", followWindow);
      window.removeEventListener("beforeprint", drawAll);
      window.removeEventListener("afterprint", drawNear);
    },
  };
}

function showNear(elements: readonly HTMLElement[], { from, to }: Range): Shown[] {
  return elements.slice(from, to).map((element, at) => {
    if (element.hasAttribute(FAR_ATTRIBUTE)) show(element);
    return { element, blocks: { from: from + at, to: from + at + 1 }, isNear: true };
  });
}

function show(element: HTMLElement): void {
  for (const name of [FAR_ATTRIBUTE, "role", "aria-label"]) element.removeAttribute(name);
  element.style.removeProperty("height");
}

/** A gap is told to those who hear the page, since what lies in it is not there to be read. */
function showGap(elements: readonly HTMLElement[], { from, to }: Range, doc: Node, heightOf: Heights): Shown {
  const [first, ...others] = elements.slice(from, to) as [HTMLElement, ...HTMLElement[]];
  for (const element of others) {
    if (element.getAttribute(FAR_ATTRIBUTE) === "gap") show(element);
    if (!element.hasAttribute(FAR_ATTRIBUTE)) element.setAttribute(FAR_ATTRIBUTE, "");
  }
  let height = 0;
  for (let index = from; index < to; index++) height += heightOf(doc.child(index));
  first.setAttribute(FAR_ATTRIBUTE, "gap");
  first.setAttribute("role", "separator");
  first.setAttribute("aria-label", editorText.farBlocks(to - from));
  first.style.height = `${Math.round(height)}px`;
  return { element: first, blocks: { from, to }, isNear: false };
}

type Place = { readonly index: number; readonly top: number };

/** The block at a height of the window, or the last one above it: blocks follow each other from top to bottom. */
function blockAt(doc: Node, shown: readonly Shown[], y: number, heightOf: Heights): Place {
  let [low, high] = [0, shown.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shown[middle] as Shown).element.getBoundingClientRect().bottom > y) high = middle;
    else low = middle + 1;
  }
  const at = shown[low];
  if (at === undefined) return { index: 0, top: 0 };
  let { top } = at.element.getBoundingClientRect();
  let index = at.blocks.from;
  for (; index < at.blocks.to - 1; index++) {
    const height = heightOf(doc.child(index));
    if (top + height > y) break;
    top += height;
  }
  return { index, top };
}

/** From the top of one to the top of the next, so that the space between them is counted. */
function measure(doc: Node, shown: readonly Shown[], measured: WeakMap<Node, number>): void {
  const tops = shown.map(({ element }) => element.getBoundingClientRect().top);
  for (const [at, { blocks, isNear }] of shown.entries()) {
    const [top, next] = [tops[at], tops[at + 1]];
    if (isNear && top !== undefined && next !== undefined) measured.set(doc.child(blocks.from), next - top);
  }
}

/** Blocks that are drawn for the first time have other heights than was thought: what is being read stays where it is. */
function keepInPlace(shown: readonly Shown[], { index, top }: Place): void {
  const element = shown.find(({ isNear, blocks }) => isNear && blocks.from === index)?.element;
  const moved = (element?.getBoundingClientRect().top ?? top) - top;
  if (moved !== 0) scrollerOf(element)?.scrollBy(0, moved);
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
