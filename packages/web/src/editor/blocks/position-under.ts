/** Puts a panel under a place of the text, or above where there is more space; never over it, and always on the page. */
import type { Editor } from "@tiptap/core";

const GAP_PX = 6;

export function positionUnder(panel: HTMLElement | null, editor: Editor, position: number): void {
  if (panel === null) return;
  const caret = editor.view.coordsAtPos(position);
  const [above, below] = [caret.top - 2 * GAP_PX, window.innerHeight - caret.bottom - 2 * GAP_PX];
  const isBelow = panel.offsetHeight <= below || below >= above;
  const height = Math.min(panel.offsetHeight, Math.max(0, isBelow ? below : above));
  panel.style.top = `${Math.max(GAP_PX, isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - height)}px`;
  panel.style.left = `${Math.max(GAP_PX, Math.min(caret.left, window.innerWidth - panel.offsetWidth - GAP_PX))}px`;
}
