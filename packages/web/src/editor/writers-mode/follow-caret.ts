/** Typewriter scrolling: keeps the line with the caret at one height of the window while it is moved by keys. A click leaves the text in place. */
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";

/** Height of the line, as a share of the visible text. */
const HEIGHT = 0.45;

export function followCaret(editor: Editor): () => void {
  const scroller = editor.view.dom.closest<HTMLElement>("[data-scroller]");
  if (scroller === null) return () => undefined;
  let frame = 0;
  const place = (): void => {
    frame = 0;
    const { view } = editor;
    if (editor.isDestroyed || !view.hasFocus()) return;
    const { top, height } = scroller.getBoundingClientRect();
    scroller.scrollTop += view.coordsAtPos(view.state.selection.head).top - top - height * HEIGHT;
  };
  const handleTransaction = ({ transaction }: { readonly transaction: Transaction }): void => {
    const isByHand = transaction.docChanged || transaction.selectionSet;
    if (!isByHand || transaction.getMeta("pointer") !== undefined || transaction.getMeta("preventUpdate") === true) return;
    frame ||= requestAnimationFrame(place);
  };
  scroller.toggleAttribute("data-typewriter", true);
  editor.on("transaction", handleTransaction);
  return () => {
    cancelAnimationFrame(frame);
    editor.off("transaction", handleTransaction);
    scroller.removeAttribute("data-typewriter");
  };
}
