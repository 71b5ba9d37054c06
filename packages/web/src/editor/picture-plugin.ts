/**
 * Pictures from files: picked, pasted or dropped. Each is made small in a worker while the person goes on writing; where it will stand is
 * marked, moves along with the text, and shows how far it is. Spec A §2.14, A §4 "Images and attachments", A §8 "Editor".
 */
import type { CompressedImage, ImageProblem } from "@satchel/core/editor/image-compression.ts";
import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { editorText } from "../text/editor.ts";
import type { EditorDoors, FindDoors } from "./editor-doors.ts";

export type PictureWay = "picked" | "pasted" | "dropped";

type Place = { readonly mark: HTMLElement };
type Request = { readonly add: Place; readonly at: number } | { readonly remove: Place };

const pictureKey = new PluginKey<DecorationSet>("pictures");

export const PictureFiles = Extension.create<{ doors: FindDoors }>({
  name: "pictureFiles",
  addOptions: () => ({ doors: () => undefined }),
  addProseMirrorPlugins() {
    return [createPicturePlugin(this.options.doors)];
  },
});

function createPicturePlugin(doors: FindDoors): Plugin<DecorationSet> {
  const take = (view: EditorView, files: readonly File[], at: number, way: PictureWay): boolean => {
    const open = doors();
    if (open === undefined || files.length === 0 || !view.editable) return false;
    void takePictures(view, files, at, way, open);
    return true;
  };
  return new Plugin<DecorationSet>({
    key: pictureKey,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, places) {
        const moved = places.map(transaction.mapping, transaction.doc);
        const request = transaction.getMeta(pictureKey) as Request | undefined;
        if (request === undefined) return moved;
        if ("remove" in request) return moved.remove(moved.find(undefined, undefined, (spec) => spec.place === request.remove));
        return moved.add(transaction.doc, [Decoration.widget(request.at, request.add.mark, { place: request.add, side: 1 })]);
      },
    },
    props: {
      decorations: (state) => pictureKey.getState(state),
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
  const places = files.map((file) => ({ file, place: { mark: createMark() } }));
  for (const { place } of places) view.dispatch(view.state.tr.setMeta(pictureKey, { add: place, at } satisfies Request));
  for (const { file, place } of places) {
    const made = await pictures.compress(file, (share) => showShare(place.mark, share));
    if (view.isDestroyed) return;
    // A note may refer to an original only once its bytes would survive a crash.
    const originalId = made.ok && made.value.wasCompressed ? await originals.keep(file) : undefined;
    if (view.isDestroyed) return;
    const stands = finishPlace(view, place, made.ok ? { image: made.value, alt: altOf(file, way), originalId } : undefined);
    if (!made.ok) tell({ id: "image-problem", problem: made.problem as ImageProblem, way });
    else if (stands) tellAdded(made.value, way, tell);
  }
}

type Finished = { readonly image: CompressedImage; readonly alt: string | null; readonly originalId: string | undefined };

/** False when the text around the place was deleted meanwhile: nobody wants the picture any more. */
function finishPlace(view: EditorView, place: Place, finished: Finished | undefined): boolean {
  const at = placeOf(view.state, place);
  const transaction = view.state.tr.setMeta(pictureKey, { remove: place } satisfies Request);
  if (at !== undefined && finished !== undefined) {
    const { dataUrl: src, dimensions } = finished.image;
    const type = view.state.schema.nodes.image;
    if (type !== undefined)
      transaction.replaceRangeWith(at, at, type.create({ src, alt: finished.alt, originalId: finished.originalId ?? null, ...dimensions }));
  }
  view.dispatch(transaction);
  return at !== undefined;
}

function placeOf(state: EditorState, place: Place): number | undefined {
  return pictureKey.getState(state)?.find(undefined, undefined, (spec) => spec.place === place)[0]?.from;
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
  const html = data?.getData("text/html") ?? "";
  const words = html.replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/gi, "").trim();
  return words === "" ? pictureFiles(data) : [];
}

function pictureFiles(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

/** What was selected is replaced, as by any paste. */
function pastePlace(view: EditorView): number {
  return view.state.selection.to;
}

function createMark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "picture-wait";
  mark.contentEditable = "false";
  mark.setAttribute("role", "progressbar");
  mark.setAttribute("aria-label", editorText.picture.preparing);
  showShare(mark, 0);
  return mark;
}

function showShare(mark: HTMLElement, share: number): void {
  const percent = Math.round(share * 100);
  mark.setAttribute("aria-valuenow", String(percent));
  mark.textContent = editorText.picture.progress(percent);
}
