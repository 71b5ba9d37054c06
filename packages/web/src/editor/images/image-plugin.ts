/** Images from picker, paste or drop, compressed in a worker as pending content. Spec A §2.14, A §4, A §8 "Editor". */

import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { Dimensions } from "@satchel/core/document/images/image-size.ts";
import { toForeignText } from "@satchel/core/document/paste/foreign-text.ts";
import { ATTACHMENT } from "@satchel/core/model/limits/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EditorHost, FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { filesText } from "../../text/editor/image-tools.ts";
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

type Placed = { readonly source: ImageSource; readonly host: EditorHost };

/** Inserts each image at its requested position, one after the other, and reports unreadable ones. */
export async function insertImages(
  view: EditorView,
  files: readonly File[],
  { range: { from, to }, source, host }: Placed & { readonly range: DocRange },
): Promise<void> {
  const marked = files.map((file, index) => ({
    file,
    pending: beginPending(view, index === 0 ? { from, to } : { from: to, to }, {
      sentences: editorText.image,
      placeholder: createNameSlice(view.state, file),
      file: file.name,
    }),
  }));
  for (const { file, pending } of marked) void insertUncompressed(view, file, { pending, own: { alt: altOf(file, source) } });
  for (const each of marked) await insertImage(view, { ...each, source, host, own: { alt: altOf(each.file, source) } });
}

/** The image at `at` keeps its description, caption and width. It stays if the file is unreadable or the user cancels. */
export async function replaceImage(
  view: EditorView,
  file: File,
  { at, host }: { readonly at: number; readonly host: EditorHost },
): Promise<void> {
  const image = view.state.doc.nodeAt(at);
  if (image === null) return;
  const { alt, caption, width } = image.attrs;
  const pending = beginPending(view, { from: at, to: at + image.nodeSize }, { sentences: editorText.image, file: file.name });
  void insertUncompressed(view, file, { pending, own: { alt, caption } });
  await insertImage(view, { file, pending, source: "picked", host, own: { alt, caption }, width: width as number | null });
}

type Insertion = Placed & {
  readonly file: File;
  readonly pending: PendingContentHandle;
  readonly own: object;
  readonly width?: number | null;
};

async function insertImage(view: EditorView, { file, pending, source, host, own, width = null }: Insertion): Promise<void> {
  if (pending.signal.aborted) return;
  const rasterized = file.type === SVG ? await rasterizeSvg(file) : undefined;
  const readable = file.type === SVG ? rasterized?.file : file;
  const made = readable === undefined ? failed(UNREADABLE) : await host.imageCompressor.compress(readable, pending.showShare);
  // A note may refer to an original only once its bytes would survive a crash.
  const keeps = made.ok && made.value.wasCompressed && !pending.signal.aborted;
  const originalId = keeps ? await host.originals.keep(readable ?? file) : undefined;
  const image = made.ok
    ? view.state.schema.nodes.image?.create({
        ...own,
        originalId: originalId ?? null,
        src: made.value.dataUrl,
        ...withWidth(rasterized ?? made.value.shownDimensions, width),
      })
    : undefined;
  const problem =
    image === undefined ? filesText.notAdded(file.name) : keeps && originalId === undefined ? filesText.smaller(file.name) : undefined;
  const insert = image && ((transaction: Transaction, range: DocRange) => transaction.replaceRangeWith(range.from, range.to, image));
  const isInserted = pending.finish(insert, problem);
  if (!made.ok) host.notify({ id: "image-problem", problem: made.problem as ImageProblem, source });
  else if (isInserted) notifyAdded(made.value, source, host.notify);
}

/** `width`: width that the image had, or null for its own one. */
function withWidth(own: Dimensions, width: number | null): Dimensions {
  return width === null
    ? { width: own.width, height: own.height }
    : { width, height: Math.max(1, Math.round((width * own.height) / own.width)) };
}

/** The uncompressed image is the placeholder: if the window closes before compression, the draft holds it, or else its name. */
async function insertUncompressed(
  view: EditorView,
  file: File,
  { pending, own }: { readonly pending: PendingContentHandle; readonly own: object },
): Promise<void> {
  if (!STORED_TYPES.test(file.type) || file.size > ATTACHMENT.maxBytes) return;
  const src = await readDataUrl(file);
  const image = src === undefined || isWithheld(src) ? undefined : view.state.schema.nodes.image?.create({ ...own, src });
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
