/** Mirrors the area above an on-screen keyboard and keeps the caret in it, whether or not the browser resizes. visual.md, decision 0007. */

type Viewport = Pick<VisualViewport, "height" | "width" | "offsetTop" | "scale" | "addEventListener">;
type Deps = { readonly viewport: Viewport; readonly root: HTMLElement; readonly pageHeight: () => number; readonly keepCaret: () => void };

/** Less than this is a bar of the browser that comes and goes. */
const KEYBOARD_MIN_PX = 100;

export function watchVisibleArea({ viewport, root, pageHeight, keepCaret }: Deps): void {
  const mirror = (): void => {
    // A page that was zoomed with two fingers shows a part on purpose.
    const isCovered = viewport.scale === 1 && pageHeight() - viewport.height > KEYBOARD_MIN_PX;
    setOrRemove(root, "--visible-height", isCovered ? viewport.height : undefined);
    setOrRemove(root, "--visible-top", isCovered ? viewport.offsetTop : undefined);
  };
  let tallest = { width: viewport.width, height: viewport.height };
  /** Whether one is open, in both kinds of browsers: the page is that much lower than it has been at this width. */
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

/** Scrolls whatever holds the caret just so far that its line is seen, with some air below. */
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
  // An empty line has no box of its own; its element has.
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
