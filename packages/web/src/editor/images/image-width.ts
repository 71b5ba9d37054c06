/** Width of an image, set by its handle, or by keys while it is selected. The height follows. Decision 0029 "image width". */
import { Extension } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const [MIN_PX, STEP_PX] = [40, 40];

export const ImageWidthKeys = Extension.create({
  name: "imageWidthKeys",
  addKeyboardShortcuts() {
    return {
      "Alt-Shift-ArrowLeft": () => changeSelected(this.editor.view, -STEP_PX),
      "Alt-Shift-ArrowRight": () => changeSelected(this.editor.view, STEP_PX),
    };
  },
});

/** Limits the width to its column. */
export function clampWidth(width: number, image: HTMLElement): number {
  const column = image.closest("p, summary, h1, h2, h3, h4, h5, h6, li, td, th, .note-content")?.clientWidth ?? width;
  return Math.round(Math.max(MIN_PX, Math.min(width, column)));
}

export function setImageWidth(view: EditorView, at: number, { width, ratio }: { readonly width: number; readonly ratio: number }): void {
  const node = view.state.doc.nodeAt(at);
  if (node?.type.name !== "image") return;
  const wasSelected = view.state.selection instanceof NodeSelection && view.state.selection.from === at;
  const transaction = view.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, width, height: Math.max(1, Math.round(width * ratio)) });
  if (wasSelected) transaction.setSelection(NodeSelection.create(transaction.doc, at));
  view.dispatch(transaction);
}

function changeSelected(view: EditorView, byPx: number): boolean {
  const { selection } = view.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return false;
  const shown = view.nodeDOM(selection.from);
  const image = shown instanceof HTMLElement ? shown.querySelector("img") : null;
  if (image === null) return false;
  const { width, height } = sizeOf(image, selection.node.attrs);
  if (width === 0) return false;
  setImageWidth(view, selection.from, { width: clampWidth(width + byPx, image), ratio: height / width });
  return true;
}

/** Displayed size; an image that is not rendered at the moment has the size that was set. */
function sizeOf({ offsetWidth, offsetHeight }: HTMLElement, { width, height }: Readonly<Record<string, unknown>>) {
  if (offsetWidth > 0) return { width: offsetWidth, height: offsetHeight };
  return typeof width === "number" && typeof height === "number" ? { width, height } : { width: 0, height: 0 };
}
