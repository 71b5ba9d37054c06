/** Finds the blocks of a long note near the window, has them rendered, and keeps the visible text in place. */
import type { Node } from "@tiptap/pm/model";
import type { PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { heightOf, keepHeight } from "./far-gap.ts";
import { renderAllRows } from "./far-rows.ts";
import { type FarRequest, farKey } from "./far-state.ts";
import { covers, type Range, toIndices, toStretches } from "./near-blocks.ts";
import { renderGaps } from "./render-gaps.ts";

const AROUND_WINDOW_PX = 1200;
const AROUND_TYPING_PX = 300;
const NARROW_AFTER_MS = 200;

/** A near block, or all blocks of a gap, with the element that has their height. */
type Shown = { readonly element: HTMLElement; readonly blocks: Range; readonly isNear: boolean };

export function createFarBlocksView(view: EditorView): PluginView {
  let [frame, timer] = [0, 0];
  let narrowed: object | undefined;
  const farBlocks = () => farKey.getState(view.state);
  const ask = (request: FarRequest): void => view.dispatch(view.state.tr.setMeta(farKey, request).setMeta("addToHistory", false));

  const look = (): Look | undefined => {
    const far = farBlocks();
    if (far === undefined || !far.isLong || far.isWhole || view.dom.getClientRects().length === 0) return undefined;
    const { doc } = view.state;
    const near = toIndices(doc, far.near);
    return { doc, near, shown: findShown(view.dom, doc, near) };
  };
  const renderAround = ({ doc, shown }: Look, aroundPx: number): void => {
    measure(doc, shown);
    const anchor = blockAt(doc, shown, 0);
    ask(windowBlocks(doc, shown, aroundPx));
    keepScrollAnchor(findShown(view.dom, doc, toIndices(doc, farBlocks()?.near ?? [])), anchor);
  };
  const renderWindow = (atLeastPx: number): void => {
    const here = look();
    if (here === undefined || covers(here.near, windowBlocks(here.doc, here.shown, atLeastPx))) return;
    renderAround(here, AROUND_WINDOW_PX);
  };
  const followWindow = (): void => renderWindow(AROUND_WINDOW_PX / 2);
  /** Keeps only close blocks rendered after the first key, because the browser walks all rendered blocks at each key. */
  const narrow = (): void => {
    if (farBlocks()?.arranged === narrowed || view.composing) return;
    const here = look();
    if (here !== undefined) renderAround(here, AROUND_TYPING_PX);
    narrowed = farBlocks()?.arranged;
  };
  const scheduleNarrow = (): void => {
    timer ||= window.setTimeout(() => {
      timer = 0;
      narrow();
    }, NARROW_AFTER_MS);
  };
  const finalize = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => renderWindow(AROUND_TYPING_PX / 2));
  };
  const handleScroll = (event: Event): void => {
    if (event.target instanceof globalThis.Node && event.target.contains(view.dom)) followWindow();
  };
  const renderAll = (): void => {
    if (farBlocks()?.isLong === true) ask("whole");
    renderAllRows(view);
  };
  const renderNear = (): void => {
    if (farBlocks()?.isWhole === true) ask({ from: 0, to: 0 });
  };

  renderGaps(view);
  if (farBlocks()?.isLong === true) finalize();
  document.addEventListener("scroll", handleScroll, { capture: true, passive: true });
  window.addEventListener("resize", followWindow);
  window.addEventListener("beforeprint", renderAll);
  window.addEventListener("afterprint", renderNear);
  return {
    update(_, before) {
      const far = farBlocks();
      if (farKey.getState(before)?.arranged !== far?.arranged) finalize();
      else if (far?.arranged !== narrowed && before.doc !== view.state.doc) scheduleNarrow();
    },
    destroy() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", handleScroll, { capture: true });
      window.removeEventListener("resize", followWindow);
      window.removeEventListener("beforeprint", renderAll);
      window.removeEventListener("afterprint", renderNear);
    },
  };
}

/** The document and the rendered parts of it. */
type Look = { readonly doc: Node; readonly near: readonly Range[]; readonly shown: readonly Shown[] };

function windowBlocks(doc: Node, shown: readonly Shown[], aroundPx: number): Range {
  return { from: blockAt(doc, shown, -aroundPx).index, to: blockAt(doc, shown, innerHeight + aroundPx).index + 1 };
}

function findShown(dom: HTMLElement, doc: Node, near: readonly Range[]): readonly Shown[] {
  const elements = ([...dom.children] as HTMLElement[]).filter((element) => !element.classList.contains("ProseMirror-widget"));
  const shown: Shown[] = [];
  for (const { from, to, isNear } of toStretches(near, doc.childCount))
    for (let at = from; at < to; at = (shown.at(-1) as Shown).blocks.to) {
      const element = elements[shown.length];
      if (element === undefined) return shown;
      shown.push({ element, blocks: { from: at, to: isNear ? at + 1 : to }, isNear });
    }
  return shown;
}

type ScrollAnchor = { readonly index: number; readonly top: number };

/** Finds the block at a height of the window, or the last one above it, by bisection. */
function blockAt(doc: Node, shown: readonly Shown[], y: number): ScrollAnchor {
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

/** Measures from top to top, so that the space between blocks is included. */
function measure(doc: Node, shown: readonly Shown[]): void {
  const tops = shown.map(({ element }) => element.getBoundingClientRect().top);
  for (const [at, { blocks, isNear }] of shown.entries()) {
    const [top, next] = [tops[at], tops[at + 1]];
    if (isNear && top !== undefined && next !== undefined) keepHeight(doc.child(blocks.from), next - top);
  }
}

/** Newly rendered blocks differ from their estimated height: scrolls so that the visible text stays in place. */
function keepScrollAnchor(shown: readonly Shown[], { index, top }: ScrollAnchor): void {
  const element = shown.find(({ isNear, blocks }) => isNear && blocks.from === index)?.element;
  const moved = (element?.getBoundingClientRect().top ?? top) - top;
  if (moved !== 0) scrollerOf(element)?.scrollBy(0, moved);
}

function scrollerOf(block: Element | undefined): Element | undefined {
  for (let element = block?.parentElement ?? null; element !== null; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  return undefined;
}
