/** Images from picker, paste or drop, compressed in a worker as pending content. Spec A §2.14, A §4, A §8 "Editor". */

import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import { toForeignText } from "@satchel/core/document/paste/foreign-text.ts";
import { ATTACHMENT } from "@satchel/core/model/limits/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import { Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EditorHost, FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { beginPending, createNameSlice, type DocRange, type PendingContentHandle } from "../paste/pending-content.ts";
import { rasterizeSvg } from "./load-remote-image.ts";
import { isWithheld } from "./withheld-image.ts";

export type ImageSource = "picked" | "pasted" | "dropped";

export const ImageFiles = Extension.create<{ host: FindHost }>({
  name: "imageFiles",
  addOptions: () => ({ host: () => undefined }),
  addProseMirrorPlugins() {
    return [createImagePlugin(this.options.host)];
  },
});

function createImagePlugin(host: FindHost): Plugin {
  const take = (
    view: EditorView,
    files: readonly File[],
    { range, source }: { readonly range: DocRange; readonly source: ImageSource },
  ): boolean => {
    const open = host();
    if (open === undefined || files.length === 0 || !view.editable) return false;
    void insertImages(view, files, { range, source, host: open });
    return true;
  };
  return new Plugin({
    key: new PluginKey("images"),
    props: {
      handlePaste: (view, event) => take(view, pastedImages(event.clipboardData), { range: view.state.selection, source: "pasted" }),
      // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (isMoved || at === undefined || !take(view, imageFiles(event.dataTransfer), { range: { from: at, to: at }, source: "dropped" }))
          return false;
        event.preventDefault();
        return true;
      },
    },
  });
}

/** Inserts each image at its requested position, one after the other, and reports unreadable ones. */
export async function insertImages(
  view: EditorView,
  files: readonly File[],
  {
    range: { from, to },
    source,
    host: { imageCompressor, originals, notify },
  }: { readonly range: DocRange; readonly source: ImageSource; readonly host: EditorHost },
): Promise<void> {
  const marked = files.map((file, index) => ({
    file,
    pending: beginPending(view, index === 0 ? { from, to } : { from: to, to }, {
      sentences: editorText.image,
      placeholder: createNameSlice(view.state, file),
    }),
  }));
  for (const { file, pending } of marked) void insertUncompressed(view, file, { source, pending });
  for (const { file, pending } of marked) {
    if (pending.signal.aborted) continue;
    const rasterized = file.type === SVG ? await rasterizeSvg(file) : undefined;
    const readable = file.type === SVG ? rasterized?.file : file;
    const made = readable === undefined ? failed(UNREADABLE) : await imageCompressor.compress(readable, pending.showShare);
    // A note may refer to an original only once its bytes would survive a crash.
    const keeps = made.ok && made.value.wasCompressed && !pending.signal.aborted;
    const originalId = keeps ? await originals.keep(readable ?? file) : undefined;
    const own = { alt: altOf(file, source), originalId: originalId ?? null };
    const shownAs = rasterized === undefined ? {} : { width: rasterized.width, height: rasterized.height };
    const image = made.ok ? toImage(view, made.value, { own, shownAs }) : undefined;
    const isInserted = pending.finish((transaction, range) => {
      if (image !== undefined) transaction.replaceRangeWith(range.from, range.to, image);
    });
    if (!made.ok) notify({ id: "image-problem", problem: made.problem as ImageProblem, source });
    else if (isInserted) notifyAdded(made.value, source, notify);
  }
}

type ImageAttributes = { readonly own: object; readonly shownAs: object };

function toImage(
  view: EditorView,
  { dataUrl: src, shownDimensions }: CompressedImage,
  { own, shownAs }: ImageAttributes,
): Node | undefined {
  return view.state.schema.nodes.image?.create({ ...own, src, ...shownDimensions, ...shownAs });
}

/** The uncompressed image is the placeholder: if the window closes before compression, the draft holds it, or else its name. */
async function insertUncompressed(
  view: EditorView,
  file: File,
  { source, pending }: { readonly source: ImageSource; readonly pending: PendingContentHandle },
): Promise<void> {
  if (!STORED_TYPES.test(file.type) || file.size > ATTACHMENT.maxBytes) return;
  const src = await readDataUrl(file);
  const image = src === undefined || isWithheld(src) ? undefined : view.state.schema.nodes.image?.create({ src, alt: altOf(file, source) });
  if (image !== undefined) pending.setPlaceholder(new Slice(Fragment.from(image), 0, 0));
}

const SVG = "image/svg+xml";
const UNREADABLE: ImageProblem = { kind: "image-broken" };
const STORED_TYPES = /^image\/(?:jpeg|png|gif|webp|avif)$/;

function readDataUrl(file: File): Promise<string | undefined> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
}

const BYTES_PER_KB = 1024;

function notifyAdded(image: CompressedImage, source: ImageSource, notify: EditorHost["notify"]): void {
  const toKb = (bytes: number): number => Math.max(1, Math.round(bytes / BYTES_PER_KB));
  if (image.wasCompressed && image.compressedSize * 2 < image.originalSize)
    notify({ id: "image-compressed", fromKb: toKb(image.originalSize), toKb: toKb(image.compressedSize) });
  notify({ id: source === "pasted" ? "image-pasted" : "image-added" });
}

/** Clipboards name every image image.png. */
function altOf(file: File, source: ImageSource): string | null {
  return source === "pasted" ? null : file.name.replace(/\.[a-z0-9]{1,5}$/i, "");
}

/** Word and spreadsheets put an image of the text beside the text; then the text is pasted. */
function pastedImages(data: DataTransfer | null): readonly File[] {
  const files = imageFiles(data);
  return files.length === 0 || toForeignText(data?.getData("text/html") ?? "") === "" ? files : [];
}

function imageFiles(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}
