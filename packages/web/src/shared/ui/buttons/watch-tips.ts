/**
 * Decides which tooltip of a page is open: at once for keyboard focus, after a delay under a resting pointer, and without a delay soon after
 * another one. Never for touch.
 */

/** An open tooltip. `isSwapped` is true if it follows another one without a pause. */
export type OpenTip = { readonly target: HTMLElement; readonly isSwapped: boolean };

const OPEN_DELAY_MS = 500;
/** A tooltip that opens this soon after another one needs no delay. */
const WARM_MS = 500;

/** Calls `show` with each change. Returns a function that stops watching. */
export function watchTips(page: Document, show: (tip: OpenTip | undefined) => void): () => void {
  let open: HTMLElement | undefined;
  let hovered: HTMLElement | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let cooling: ReturnType<typeof setTimeout> | undefined;
  let isByKey = false;

  const openAt = (target: HTMLElement): void => {
    clearTimeout(opening);
    clearTimeout(cooling);
    const isSwapped = open !== undefined || cooling !== undefined;
    open = target;
    show({ target, isSwapped });
  };
  const close = (): void => {
    clearTimeout(opening);
    if (open === undefined) return;
    open = undefined;
    clearTimeout(cooling);
    cooling = setTimeout(() => {
      cooling = undefined;
    }, WARM_MS);
    show(undefined);
  };
  const handleOver = ({ target, pointerType }: PointerEvent): void => {
    const over = pointerType === "touch" ? undefined : tipAt(target);
    if (over === hovered) return;
    hovered = over;
    close();
    if (over === undefined) return;
    if (cooling === undefined) opening = setTimeout(() => over.isConnected && openAt(over), OPEN_DELAY_MS);
    else openAt(over);
  };
  const handleLeave = (): void => {
    hovered = undefined;
    close();
  };
  const handleFocus = ({ target }: FocusEvent): void => {
    const focused = isByKey ? tipAt(target) : undefined;
    if (focused === target) openAt(focused as HTMLElement);
  };
  const handleDown = (): void => {
    isByKey = false;
    close();
  };
  const handleKey = (event: KeyboardEvent): void => {
    isByKey = true;
    // The key closes the tooltip alone, and not also the dialog around it.
    if (open !== undefined && event.key === "Escape") event.stopPropagation();
    close();
  };

  const ending = new AbortController();
  const listen = <Name extends keyof DocumentEventMap>(name: Name, handle: (event: DocumentEventMap[Name]) => void): void =>
    page.addEventListener(name, handle, { capture: true, passive: true, signal: ending.signal });
  listen("pointerover", handleOver);
  listen("pointerdown", handleDown);
  listen("keydown", handleKey);
  listen("focusin", handleFocus);
  listen("focusout", close);
  page.documentElement.addEventListener("pointerleave", handleLeave, { signal: ending.signal });
  return () => {
    ending.abort();
    close();
    clearTimeout(cooling);
  };
}

/** Returns the element with a tooltip that contains `target`, unless it is a disabled control. */
function tipAt(target: EventTarget | null): HTMLElement | undefined {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  return found === null || found.matches(":disabled") ? undefined : found;
}
