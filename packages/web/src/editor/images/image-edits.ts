/** Edits of one image: its texts, and its width, set by its handle or by keys. The height follows. Decision 0029 "image width". */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isRowBlock, relayRow } from "../image-rows/arrange-images.ts";
import { TYPED_ATTRIBUTE } from "../typing/undo-steps.ts";
import { openCaption } from "./caption-field.ts";

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
  const { tr: transaction } = view.state;
  const $at = view.state.doc.resolve(at);
  // All images of a row change, because they have one height.
  if (isRowBlock($at.parent)) relayRow(transaction, $at.before(), Number(node.attrs.height) * (width / shownIn(view, at, node)));
  else transaction.setNodeMarkup(at, undefined, { ...node.attrs, width, height: Math.max(1, Math.round(width * ratio)) });
  if (wasSelected) transaction.setSelection(NodeSelection.create(transaction.doc, at));
  view.dispatch(transaction);
}

/** A row is shown in proportion to its column, so that its images may be larger or smaller than their stored widths. */
function shownIn(view: EditorView, at: number, { attrs }: Node): number {
  const frame = view.nodeDOM(at);
  return (frame instanceof HTMLElement && frame.offsetWidth) || Number(attrs.width);
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

/** Keeps the image selected, so that its bar stays open. */
export function setImageText(
  { state, dispatch }: Pick<EditorView, "state" | "dispatch">,
  at: number,
  { name, words }: { readonly name: "alt" | "caption"; readonly words: string },
): void {
  const node = state.doc.nodeAt(at);
  if (node?.type.name !== "image") return;
  // One step replaces the node, because the history does not group changes of attributes.
  const transaction = state.tr.setNodeMarkup(at, undefined, { ...node.attrs, [name]: words === "" ? null : words });
  dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)).setMeta(TYPED_ATTRIBUTE, true));
}

/** Returns undefined if something else is selected. */
export function selectedImage({ selection }: EditorState): NodeSelection | undefined {
  return selection instanceof NodeSelection && selection.node.type.name === "image" ? selection : undefined;
}
