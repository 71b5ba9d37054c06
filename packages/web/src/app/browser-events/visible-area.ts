/**
 * Mirrors the area above an on-screen keyboard and keeps the caret inside, whether or not the browser resizes the page. visual.md, decision
 * 0007.
 */

type Viewport = Pick<VisualViewport, "height" | "width" | "offsetTop" | "scale" | "addEventListener">;
type Deps = { readonly viewport: Viewport; readonly root: HTMLElement; readonly pageHeight: () => number; readonly keepCaret: () => void };

/** A smaller difference is a browser toolbar. */
const KEYBOARD_MIN_PX = 100;

export function watchVisibleArea({ viewport, root, pageHeight, keepCaret }: Deps): void {
  const mirror = (): void => {
    // A page zoomed by pinching shows only a part on purpose.
    const isCovered = viewport.scale === 1 && pageHeight() - viewport.height > KEYBOARD_MIN_PX;
    setOrRemove(root, "--visible-height", isCovered ? viewport.height : undefined);
    setOrRemove(root, "--visible-top", isCovered ? viewport.offsetTop : undefined);
  };
  let tallest = { width: viewport.width, height: viewport.height };
  /** Marks an open keyboard, in browsers that resize the page and in others: the page is lower by that much than before at this width. */
  const mark = (): void => {
    if (viewport.scale !== 1) return;
    if (viewport.width !== tallest.width || viewport.height > tallest.height) tallest = { width: viewport.width, height: viewport.height };
    root.toggleAttribute("data-keyboard", tallest.height - viewport.height > KEYBOARD_MIN_PX);
  };
  viewport.addEventListener("resize", () => {
    mirror();
    mark();
    keepCaret();
  });
  viewport.addEventListener("scroll", mirror);
}

function setOrRemove(root: HTMLElement, name: string, px: number | undefined): void {
  if (px === undefined) root.style.removeProperty(name);
  else root.style.setProperty(name, `${px}px`);
}

/** Scrolls just far enough that the caret's line is visible, with some space below. */
export function scrollToCaret(document: Document): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return;
  const line = focused.isContentEditable ? caretLine(document) : isField(focused) ? focused.getBoundingClientRect() : undefined;
  const pane = line === undefined ? undefined : scrollingPane(focused);
  if (line === undefined || pane === undefined) return;
  const seen = pane.getBoundingClientRect();
  if (line.bottom + AIR_PX > seen.bottom) pane.scrollTop += line.bottom + AIR_PX - seen.bottom;
  else if (line.top < seen.top) pane.scrollTop -= seen.top - line.top;
}

const AIR_PX = 24;

function caretLine(document: Document): DOMRect | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const rect = range.getBoundingClientRect();
  if (rect.height > 0) return rect;
  // The range of an empty line has no box; its element has.
  const { startContainer } = range;
  return (startContainer instanceof Element ? startContainer : startContainer.parentElement)?.getBoundingClientRect();
}

function isField(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function scrollingPane(from: HTMLElement): HTMLElement | undefined {
  for (let element: HTMLElement | null = from; element !== null; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return undefined;
}
