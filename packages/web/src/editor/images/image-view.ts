/**
 * How a picture looks while the note is edited: the picture with a handle to its width, or what stands for one on another server.
 * Its markup is the schema's. Keys for the width: image-width.ts.
 */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import type { FindDoors } from "../editor-doors.ts";
import { clampWidth, setPictureWidth } from "./image-width.ts";
import { createPictureElsewhere } from "./remote-image.ts";
import { showOriginal } from "./show-original.ts";

export function createImageView(doors: FindDoors, { node, view, getPos }: NodeViewRendererProps): NodeView {
  const elsewhere = createPictureElsewhere(textOf(node, "src"), textOf(node, "remoteSrc"), textOf(node, "alt"));
  if (elsewhere !== undefined) return { dom: elsewhere };
  const picture = createPicture(node);
  const dom = document.createElement("span");
  dom.className = "picture";
  const handle = document.createElement("span");
  handle.className = "picture-handle";
  followHandle(handle, picture, (width) => {
    const at = getPos();
    if (at !== undefined) setPictureWidth(view, at, width, ratioOf(picture));
  });
  dom.append(picture, handle);
  const [originalId, originals] = [textOf(node, "originalId"), doors()?.originals];
  const destroy = originalId === null || originals === undefined ? () => undefined : showOriginal(picture, originalId, originals);
  return { dom, destroy, ignoreMutation: () => true, stopEvent: (event) => event.target === handle };
}

function createPicture(node: Node): HTMLImageElement {
  const picture = document.createElement("img");
  picture.alt = textOf(node, "alt") ?? "";
  picture.draggable = true;
  const src = textOf(node, "src");
  if (src !== null) picture.src = src;
  for (const side of ["width", "height"] as const) if (typeof node.attrs[side] === "number") picture[side] = node.attrs[side];
  return picture;
}

function ratioOf(picture: HTMLImageElement): number {
  return picture.naturalWidth === 0 ? picture.height / Math.max(1, picture.width) : picture.naturalHeight / picture.naturalWidth;
}

/** The width follows the pointer on screen; the note changes once, when it is let go. */
function followHandle(handle: HTMLElement, picture: HTMLImageElement, onWidth: (width: number) => void): void {
  let start: { readonly x: number; readonly width: number } | undefined;
  const widthAt = (event: PointerEvent): number => clampWidth((start?.width ?? 0) + event.clientX - (start?.x ?? 0), picture);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    start = { x: event.clientX, width: picture.offsetWidth };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (start !== undefined) picture.style.width = `${widthAt(event)}px`;
  });
  handle.addEventListener("pointerup", (event) => {
    if (start === undefined) return;
    const width = widthAt(event);
    const hasMoved = event.clientX !== start.x;
    start = undefined;
    if (hasMoved) onWidth(width);
  });
  handle.addEventListener("pointercancel", () => {
    start = undefined;
    picture.style.width = "";
  });
}

function textOf(node: Node, name: string): string | null {
  const value: unknown = node.attrs[name];
  return typeof value === "string" ? value : null;
}
