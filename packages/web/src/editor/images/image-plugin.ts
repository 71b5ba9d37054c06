/**
 * Pictures from files: picked, pasted or dropped. Each is made small in a worker while the user goes on writing, as pending
 * content. Spec A §2.14, A §4 "Images and attachments", A §8 "Editor".
 */

import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import { toForeignText } from "@satchel/core/document/paste/foreign-text.ts";
import { ATTACHMENT } from "@satchel/core/model/limits.ts";
import { Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { editorText } from "../../text/editor.ts";
import type { EditorDoors, FindDoors } from "../editor-doors.ts";
import { beginPending, nameInPlace, type PendingContentHandle } from "../paste/pending-content.ts";

export type PictureWay = "picked" | "pasted" | "dropped";

export const PictureFiles = Extension.create<{ doors: FindDoors }>({
  name: "pictureFiles",
  addOptions: () => ({ doors: () => undefined }),
  addProseMirrorPlugins() {
    return [createPicturePlugin(this.options.doors)];
  },
});

function createPicturePlugin(doors: FindDoors): Plugin {
  const take = (view: EditorView, files: readonly File[], at: number, way: PictureWay): boolean => {
    const open = doors();
    if (open === undefined || files.length === 0 || !view.editable) return false;
    void takePictures(view, files, at, way, open);
    return true;
  };
  return new Plugin({
    key: new PluginKey("pictures"),
    props: {
      handlePaste: (view, event) => take(view, pastedPictures(event.clipboardData), pastePlace(view), "pasted"),
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (isMoved || at === undefined || !take(view, pictureFiles(event.dataTransfer), at, "dropped")) return false;
        event.preventDefault();
        return true;
      },
    },
  });
}

/** Puts each picture where it was asked for, one after the other; what cannot be read says why. */
export async function takePictures(
  view: EditorView,
  files: readonly File[],
  at: number,
  way: PictureWay,
  { pictures, originals, tell }: EditorDoors,
): Promise<void> {
  const marked = files.map((file) => ({
    file,
    pending: beginPending(view, { from: at, to: at }, editorText.picture, nameInPlace(view.state, file)),
  }));
  for (const { file, pending } of marked) void standInUncompressed(view, file, way, pending);
  for (const { file, pending } of marked) {
    if (pending.signal.aborted) continue;
    const made = await pictures.compress(file, pending.showShare);
    // A note may refer to an original only once its bytes would survive a crash.
    const keeps = made.ok && made.value.wasCompressed && !pending.signal.aborted;
    const originalId = keeps ? await originals.keep(file) : undefined;
    const image = made.ok ? toImage(view, made.value, { alt: altOf(file, way), originalId: originalId ?? null }) : undefined;
    const isInserted = pending.finish((transaction, place) => {
      if (image !== undefined) transaction.replaceRangeWith(place.from, place.to, image);
    });
    if (!made.ok) tell({ id: "image-problem", problem: made.problem as ImageProblem, way });
    else if (isInserted) tellAdded(made.value, way, tell);
  }
}

function toImage(view: EditorView, { dataUrl: src, dimensions }: CompressedImage, own: object): Node | undefined {
  return view.state.schema.nodes.image?.create({ ...own, src, ...dimensions });
}

/** Until it is compressed the picture as it is belongs to the text: the draft holds it if the window closes meanwhile, or else its name. */
async function standInUncompressed(view: EditorView, file: File, way: PictureWay, pending: PendingContentHandle): Promise<void> {
  if (!STORED_TYPES.test(file.type) || file.size > ATTACHMENT.maxBytes) return;
  const src = await readDataUrl(file);
  const image = src === undefined ? undefined : view.state.schema.nodes.image?.create({ src, alt: altOf(file, way) });
  if (image !== undefined) pending.setStandIn(new Slice(Fragment.from(image), 0, 0));
}

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

function tellAdded(image: CompressedImage, way: PictureWay, tell: EditorDoors["tell"]): void {
  const toKb = (bytes: number): number => Math.max(1, Math.round(bytes / BYTES_PER_KB));
  if (image.wasCompressed) tell({ id: "image-compressed", fromKb: toKb(image.originalSize), toKb: toKb(image.compressedSize) });
  tell({ id: way === "pasted" ? "image-pasted" : "image-added" });
}

/** Clipboards call every picture image.png. */
function altOf(file: File, way: PictureWay): string | null {
  return way === "pasted" ? null : file.name.replace(/\.[a-z0-9]{1,5}$/i, "");
}

/** Word and spreadsheets put a picture of the text beside the text: then the text is meant. */
function pastedPictures(data: DataTransfer | null): readonly File[] {
  const files = pictureFiles(data);
  return files.length === 0 || toForeignText(data?.getData("text/html") ?? "") === "" ? files : [];
}

function pictureFiles(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

/** What was selected is replaced, as by any paste. */
function pastePlace(view: EditorView): number {
  return view.state.selection.to;
}
