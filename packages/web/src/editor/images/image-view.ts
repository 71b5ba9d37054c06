/** Node view of an image with its caption and width handle, or of a remote image. The schema defines the markup. */
import type { Editor, NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { imageToolsText } from "../../text/editor/image-tools.ts";
import { addCaptionField } from "./caption-field.ts";
import { remoteLoadsOf } from "./editor-remote-loads.ts";
import { enlargeImage } from "./enlarge-image.ts";
import { clampWidth, setImageText, setImageWidth } from "./image-edits.ts";
import { createRemoteImage, offerToLoad } from "./remote-image.ts";
import { showOriginal } from "./show-original.ts";
import { createWithheldImage } from "./withheld-image.ts";

export function createImageView(host: FindHost, { node, view, editor, getPos }: NodeViewRendererProps): NodeView {
  const elsewhere = createRemoteImage(textOf(node, "src"), textOf(node, "remoteSrc"), textOf(node, "alt"));
  if (elsewhere !== undefined) return createRemoteView(elsewhere, editor, host);
  const withheld = createWithheldImage(textOf(node, "src"), textOf(node, "alt"));
  if (withheld !== undefined) return { dom: withheld, ignoreMutation: () => true };
  const image = document.createElement("img");
  image.draggable = true;
  const src = textOf(node, "src");
  if (src !== null) image.src = src;
  const dom = document.createElement("span");
  dom.className = "image-frame";
  const handle = document.createElement("span");
  handle.className = "image-handle";
  const whenPlaced = (run: (at: number) => void): void => {
    const at = getPos();
    if (at !== undefined) run(at);
  };
  dom.append(image, handle);
  followHandle(handle, image, (width) => whenPlaced((at) => setImageWidth(view, at, { width, ratio: ratioOf(image) })));
  const showCaption = addCaptionField(dom, {
    isEditable: () => view.editable,
    onChange: (words) => whenPlaced((at) => setImageText(view, at, { name: "caption", words })),
    onLeave: (key) => whenPlaced((at) => leaveCaption(view, at, key)),
  });
  showAttributes(image, node, showCaption);
  image.addEventListener("dblclick", () => enlargeImage(image));
  const [originalId, originals] = [textOf(node, "originalId"), host()?.originals];
  const destroy = originalId === null || originals === undefined ? () => undefined : showOriginal(image, originalId, originals);
  let shown = node;
  return {
    dom,
    destroy,
    update(next) {
      if (next.type !== node.type || SOURCES.some((name) => next.attrs[name] !== node.attrs[name])) return false;
      showAttributes(image, next, showCaption);
      const isSelected = dom.classList.contains("ProseMirror-selectednode");
      if (isSelected && next.attrs.width !== shown.attrs.width) showWidth(image, Number(next.attrs.width));
      shown = next;
      return true;
    },
    ignoreMutation: () => true,
    stopEvent: ({ target }) => target !== image && target instanceof Element && target.closest(OWN_EVENTS) !== null,
  };
}

/** An image with another source has other bytes, and gets a view of its own. */
const SOURCES = ["src", "originalId", "remoteSrc"];
const OWN_EVENTS = ".image-handle, .image-caption, .image-add-caption";

function createRemoteView(dom: HTMLElement, editor: Editor, host: FindHost): NodeView {
  const loads = remoteLoadsOf(editor, host);
  const destroy = loads === undefined ? () => undefined : offerToLoad(dom, loads);
  return { dom, destroy, ignoreMutation: () => true, stopEvent: ({ target }) => target instanceof HTMLButtonElement };
}

function showAttributes(image: HTMLImageElement, node: Node, showCaption: (caption: string) => void): void {
  image.alt = textOf(node, "alt") ?? "";
  image.style.width = "";
  for (const side of ["width", "height"] as const)
    if (typeof node.attrs[side] === "number") image[side] = node.attrs[side];
    else image.removeAttribute(side);
  const isSmall = Number(node.attrs.width ?? MIN_SIDE_PX) < MIN_SIDE_PX || Number(node.attrs.height ?? MIN_SIDE_PX) < MIN_SIDE_PX;
  image.parentElement?.toggleAttribute("data-small", isSmall);
  image.parentElement?.style.setProperty(WIDTH, String(node.attrs.width));
  showCaption(textOf(node, "caption") ?? "");
}

/** Stored width, for image-rows.css. */
const WIDTH = "--image-width";

/** A smaller image has no space for the button of its caption. */
const MIN_SIDE_PX = 120;

function leaveCaption(view: EditorView, at: number, key: "Enter" | "Escape"): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(key === "Enter" ? TextSelection.create(doc, at + 1) : NodeSelection.create(doc, at)).scrollIntoView());
  view.focus();
}

function ratioOf(image: HTMLImageElement): number {
  return image.naturalWidth === 0 ? image.height / Math.max(1, image.width) : image.naturalHeight / image.naturalWidth;
}

/** Shows the width over the image; the style sheet lets it fade. */
function showWidth(image: HTMLImageElement, width: number): void {
  const frame = image.parentElement;
  frame?.querySelector(".image-size")?.remove();
  const size = document.createElement("span");
  size.className = "image-size";
  size.textContent = imageToolsText.widthNow(width);
  frame?.append(size);
}

/** The displayed width follows the pointer; the note changes once, on release. */
function followHandle(handle: HTMLElement, image: HTMLImageElement, onWidth: (width: number) => void): void {
  let start: { readonly x: number; readonly width: number; readonly sign: number; readonly show: (width: number) => void } | undefined;
  const widthAt = ({ clientX }: PointerEvent): number =>
    start === undefined ? image.offsetWidth : clampWidth(start.width + start.sign * (clientX - start.x), image);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    // The handle is at the end of the line, which is on the left in text from right to left.
    const sign = getComputedStyle(image).direction === "rtl" ? -1 : 1;
    start = { x: event.clientX, width: image.offsetWidth, sign, show: previewOf(image) };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (start === undefined) return;
    const width = widthAt(event);
    start.show(width);
    showWidth(image, width);
  });
  handle.addEventListener("pointerup", (event) => {
    if (start === undefined) return;
    const width = widthAt(event);
    const hasMoved = event.clientX !== start.x;
    start.show(start.width);
    start = undefined;
    if (hasMoved) onWidth(width);
  });
  handle.addEventListener("pointercancel", () => {
    start?.show(start.width);
    start = undefined;
    image.style.width = "";
  });
}

/** Returns a function that shows the image in another width. The images of a row change together. */
function previewOf(image: HTMLImageElement): (width: number) => void {
  const frames = [...(image.closest(".image-row")?.querySelectorAll<HTMLElement>(":scope > .image-frame") ?? [])];
  const widths = frames.map((frame) => Number(frame.style.getPropertyValue(WIDTH)));
  const before = image.offsetWidth;
  return (width) => {
    if (frames.length === 0) image.style.width = `${width}px`;
    for (const [at, frame] of frames.entries()) frame.style.setProperty(WIDTH, String(((widths[at] ?? 0) * width) / before));
  };
}

function textOf(node: Node, name: string): string | null {
  const value: unknown = node.attrs[name];
  return typeof value === "string" ? value : null;
}
