/** Focuses a text that a menu or the palette has opened, also after these have returned the focus at their end. */

/** Menus and dialogs have closed by then. */
const CLOSED_MS = 400;

/** Returns a function that stops it. */
export function focusText(view: { readonly focus: () => void }): () => void {
  let [frame, begunMs] = [0, 0];
  const focus = (nowMs: number): void => {
    begunMs ||= nowMs;
    const focused = document.activeElement;
    // A field with a list, such as the palette's, was opened since.
    if (focused === null || focused === document.body || focused.matches("[aria-haspopup]:not(input)")) view.focus();
    if (nowMs < begunMs + CLOSED_MS) frame = requestAnimationFrame(focus);
  };
  view.focus();
  frame = requestAnimationFrame(focus);
  return () => cancelAnimationFrame(frame);
}
