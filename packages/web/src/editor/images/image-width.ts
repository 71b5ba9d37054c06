/** Keys of a selected image, and its width, set by its handle or by keys. The height follows. Decision 0029 "image width". */
import { Extension } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { openCaption } from "./caption-field.ts";
import { selectedImage } from "./image-text.ts";

const [MIN_PX, STEP_PX] = [40, 40];

export const ImageKeys = Extension.create({
  name: "imageKeys",
  addKeyboardShortcuts() {
    return {
      "Alt-Shift-ArrowLeft": () => changeSelected(this.editor.view, -STEP_PX),
      "Alt-Shift-ArrowRight": () => changeSelected(this.editor.view, STEP_PX),
      Enter: ({ editor: { view } }) => {
        const image = selectedImage(view.state);
        return image !== undefined && openCaption(view, image.from);
      },
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
  const width = shownWidth(view);
  return width !== undefined && setSelectedWidth(view, width + byPx);
}

/** Displayed width of the selected image; undefined if there is none, or if it has not been measured. */
export function shownWidth(view: EditorView): number | undefined {
  const { width = 0 } = shownSize(view) ?? {};
  return width === 0 ? undefined : width;
}

/** Returns false if no image with a known size is selected. */
export function setSelectedWidth(view: EditorView, width: number): boolean {
  const selected = selectedImage(view.state);
  const image = shownSize(view);
  if (selected === undefined || image === undefined || image.width === 0) return false;
  setImageWidth(view, selected.from, { width: clampWidth(width, image.element), ratio: image.height / image.width });
  return true;
}

/** An image that is not rendered at the moment has the size that was set. */
function shownSize(view: EditorView) {
  const selected = selectedImage(view.state);
  const shown = selected === undefined ? undefined : view.nodeDOM(selected.from);
  const element = shown instanceof HTMLElement ? shown.querySelector("img") : null;
  if (selected === undefined || element === null) return undefined;
  const { offsetWidth, offsetHeight } = element;
  if (offsetWidth > 0) return { element, width: offsetWidth, height: offsetHeight };
  const { width, height } = selected.node.attrs as Readonly<Record<string, unknown>>;
  return typeof width === "number" && typeof height === "number" ? { element, width, height } : undefined;
}
