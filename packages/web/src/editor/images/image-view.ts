/** Node view of an image with its width handle, or of a remote image. The schema defines the markup; for keys see image-width.ts. */
import type { Editor, NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { remoteLoadsOf } from "./editor-remote-loads.ts";
import { enlargeImage } from "./enlarge-image.ts";
import { clampWidth, setImageWidth } from "./image-width.ts";
import { createCaption, createRemoteImage, offerToLoad } from "./remote-image.ts";
import { showOriginal } from "./show-original.ts";
import { createWithheldImage } from "./withheld-image.ts";

export function createImageView(host: FindHost, { node, view, editor, getPos }: NodeViewRendererProps): NodeView {
  const elsewhere = createRemoteImage(textOf(node, "src"), textOf(node, "remoteSrc"), textOf(node, "alt"));
  if (elsewhere !== undefined) return createRemoteView(elsewhere, editor, host);
  const withheld = createWithheldImage(textOf(node, "src"), textOf(node, "alt"));
  if (withheld !== undefined) return { dom: withheld, ignoreMutation: () => true };
  const image = createImageElement(node);
  const dom = document.createElement("span");
  dom.className = "image-frame";
  const handle = document.createElement("span");
  handle.className = "image-handle";
  followHandle(handle, image, (width) => {
    const at = getPos();
    if (at !== undefined) setImageWidth(view, at, { width, ratio: ratioOf(image) });
  });
  dom.append(image, handle, ...createCaption(textOf(node, "caption")));
  image.addEventListener("dblclick", () => enlargeImage(image));
  const [originalId, originals] = [textOf(node, "originalId"), host()?.originals];
  const destroy = originalId === null || originals === undefined ? () => undefined : showOriginal(image, originalId, originals);
  return { dom, destroy, ignoreMutation: () => true, stopEvent: (event) => event.target === handle };
}

function createRemoteView(dom: HTMLElement, editor: Editor, host: FindHost): NodeView {
  const loads = remoteLoadsOf(editor, host);
  const destroy = loads === undefined ? () => undefined : offerToLoad(dom, loads);
  return { dom, destroy, ignoreMutation: () => true, stopEvent: ({ target }) => target instanceof HTMLButtonElement };
}

function createImageElement(node: Node): HTMLImageElement {
  const image = document.createElement("img");
  image.alt = textOf(node, "alt") ?? "";
  image.draggable = true;
  const src = textOf(node, "src");
  if (src !== null) image.src = src;
  for (const side of ["width", "height"] as const) if (typeof node.attrs[side] === "number") image[side] = node.attrs[side];
  return image;
}

function ratioOf(image: HTMLImageElement): number {
  return image.naturalWidth === 0 ? image.height / Math.max(1, image.width) : image.naturalHeight / image.naturalWidth;
}

/** The displayed width follows the pointer; the note changes once, on release. */
function followHandle(handle: HTMLElement, image: HTMLImageElement, onWidth: (width: number) => void): void {
  let start: { readonly x: number; readonly width: number } | undefined;
  const widthAt = (event: PointerEvent): number => clampWidth((start?.width ?? 0) + event.clientX - (start?.x ?? 0), image);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    start = { x: event.clientX, width: image.offsetWidth };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (start !== undefined) image.style.width = `${widthAt(event)}px`;
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
    image.style.width = "";
  });
}

function textOf(node: Node, name: string): string | null {
  const value: unknown = node.attrs[name];
  return typeof value === "string" ? value : null;
}
