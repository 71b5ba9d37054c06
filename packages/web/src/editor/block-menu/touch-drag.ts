/**
 * Moves a block with a finger on its handle. A line shows where the block lands; at the upper and lower edge the note scrolls. Images that are
 * dragged onto another image go beside it. Loads with the first touch of a handle. Decision 0054.
 */
import type { EditorView } from "@tiptap/pm/view";
import { imagesOf, joinImages } from "../image-rows/arrange-images.ts";
import { blockUnder } from "../typing/block-moves/block-move.ts";
import { moveBlockTo } from "./block-edits.ts";
import css from "./touch-drag.module.css";

/** Movement, in pixels, from which a touch is a drag. */
const DRAG_FROM_PX = 8;
const EDGE_PX = 56;
const SCROLL_PX = 10;

type Landing = {
  /** Position of the block that is beside the landing place. */
  readonly beside: number;
  readonly side: "above" | "below" | "left" | "right";
  readonly box: DOMRect;
};

type Touch = {
  readonly view: EditorView;
  readonly handle: HTMLElement;
  readonly press: PointerEvent;
  /** Position of the block. */
  readonly at: number;
  readonly onHold: (isHeld: boolean) => void;
};

/** Follows a finger until it is lifted. */
export function dragByTouch({ view, handle, press, at, onHold }: Touch): void {
  const { doc } = view.state;
  const line = document.createElement("div");
  line.className = css.landing as string;
  line.dataset.dropLine = "";
  let [isDragged, landing, frame, last]: [boolean, Landing | undefined, number, PointerEvent] = [false, undefined, 0, press];
  const look = (): void => {
    landing = view.state.doc === doc ? findLanding(view, at, last) : undefined;
    showLanding(line, landing);
  };
  const scroll = (): void => {
    if (scrollAtEdge(view, last.clientY)) look();
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== press.pointerId) return;
    last = event;
    if (!isDragged && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < DRAG_FROM_PX) return;
    if (!isDragged) {
      isDragged = true;
      onHold(true);
      view.dom.ownerDocument.body.append(line);
      frame = requestAnimationFrame(scroll);
    }
    look();
  };
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== press.pointerId) return;
    listening.abort();
    cancelAnimationFrame(frame);
    line.remove();
    if (!isDragged) return;
    onHold(false);
    // A change from another device may have moved the block.
    if (event.type === "pointerup" && landing !== undefined && !view.isDestroyed && view.state.doc === doc) drop(view, at, landing);
  };
  const listening = new AbortController();
  const { signal } = listening;
  handle.addEventListener("pointermove", move, { signal });
  handle.addEventListener("pointerup", end, { signal });
  handle.addEventListener("pointercancel", end, { signal });
}

function drop(view: EditorView, at: number, { beside, side }: Landing): void {
  const { state } = view;
  const isAbove = side === "above" || side === "left";
  const target = isAbove ? beside : beside + (state.doc.nodeAt(beside)?.nodeSize ?? 0);
  const isBeside = side === "left" || side === "right";
  const transaction = isBeside ? joinImages(state, { from: at, to: beside, isBefore: isAbove }) : moveBlockTo(state, at, target);
  if (transaction !== undefined) view.dispatch(transaction);
  view.focus();
}

/** Items land in lists of their kind, and other blocks beside the note's own blocks. Undefined where nothing would move. */
function findLanding(view: EditorView, at: number, { clientX: x, clientY: y }: PointerEvent): Landing | undefined {
  const moved = view.state.doc.nodeAt(at);
  const parent = view.state.doc.resolve(at).parent;
  const element = elementAt(view, y, parent.type.name === "doc" ? undefined : "li");
  const beside = element && blockUnder(view, element);
  if (moved === null || element === undefined || beside === undefined) return undefined;
  const target = view.state.doc.nodeAt(beside);
  const isSelf = beside >= at && beside < at + moved.nodeSize;
  if (target === null || isSelf || view.state.doc.resolve(beside).parent.type !== parent.type) return undefined;
  const box = element.getBoundingClientRect();
  const share = (y - box.top) / box.height;
  const canJoin = imagesOf(moved) !== undefined && imagesOf(target) !== undefined && share > 0.25 && share < 0.75;
  if (canJoin) return { beside, box, side: x < box.left + box.width / 2 ? "left" : "right" };
  const side = share < 0.5 ? "above" : "below";
  const edge = side === "above" ? beside : beside + target.nodeSize;
  return edge === at || edge === at + moved.nodeSize ? undefined : { beside, box, side };
}

/** Block or item at a height of the window. Between two blocks, the one above. */
function elementAt(view: EditorView, y: number, items: string | undefined): HTMLElement | undefined {
  const { left, width } = view.dom.getBoundingClientRect();
  for (const above of [0, 8, 16, 24]) {
    const found = view.dom.ownerDocument.elementFromPoint(left + width / 2, y - above);
    const block = items === undefined ? childOf(view.dom, found) : found?.closest<HTMLElement>(items);
    if (block != null && view.dom.contains(block)) return block;
  }
  return undefined;
}

function childOf(dom: HTMLElement, inner: Element | null): HTMLElement | null {
  let element = inner;
  while (element !== null && element.parentElement !== dom) element = element.parentElement;
  return element instanceof HTMLElement ? element : null;
}

function showLanding(line: HTMLElement, landing: Landing | undefined): void {
  line.hidden = landing === undefined;
  if (landing === undefined) return;
  const { side, box } = landing;
  const isUpright = side === "left" || side === "right";
  const at = { left: side === "right" ? box.right : box.left, top: side === "below" ? box.bottom : box.top };
  const size = { width: isUpright ? 0 : box.width, height: isUpright ? box.height : 0 };
  for (const [name, px] of Object.entries({ ...at, ...size })) line.style.setProperty(name, `${px}px`);
}

/** Returns true if it has scrolled. */
function scrollAtEdge(view: EditorView, y: number): boolean {
  const scroller = view.dom.closest("[data-scroller]");
  if (scroller === null) return false;
  const { top, bottom } = scroller.getBoundingClientRect();
  const before = scroller.scrollTop;
  if (y < top + EDGE_PX) scroller.scrollTop -= SCROLL_PX;
  else if (y > Math.min(bottom, window.visualViewport?.height ?? bottom) - EDGE_PX) scroller.scrollTop += SCROLL_PX;
  return scroller.scrollTop !== before;
}
