/**
 * Exports each note as a Word document with its images, and other files beside it. Own code, since a note needs only a small part of the
 * format (decision 0028).
 */
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import type { ExportSink, NoteWriter } from "../../note-writer.ts";
import { createVaultLayout } from "../../vault/vault-layout.ts";
import { writeDocxBody } from "./docx-body.ts";
import { docxParts } from "./docx-parts.ts";
import { type ImageSize, imageSizeOf } from "./image-size.ts";

/** Packs the parts of one document. */
export type PackDocx = (
  files: readonly { readonly path: string; readonly bytes: string | AsyncIterable<Uint8Array> }[],
) => Promise<AsyncIterable<Uint8Array>>;

export function createDocxWriter(sink: ExportSink, pack: PackDocx): NoteWriter {
  const layout = createVaultLayout(".docx");
  const written = new Set<string>();
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      const path = layout.pathOf(note.key) ?? "";
      const up = "../".repeat(path.split("/").length - 1);
      const sizes = await sizesOf(note);
      const beside = new Set<NoteFile>();
      const body = writeDocxBody(note, {
        note: (key) => relative(up, layout.pathOf(key)),
        file(file) {
          beside.add(file);
          return relative(up, layout.addFile(file).path) ?? "";
        },
        sizeOf: (file) => sizes.get(file),
      });
      const images = body.images.map((file, at) => ({ path: `media/image${at + 1}.${endOf(file)}`, file }));
      const parts = docxParts(
        note,
        body,
        images.map((image) => image.path),
      );
      const files = [
        ...parts.map((part) => ({ path: part.path, bytes: part.text })),
        ...images.map((image) => ({ path: `word/${image.path}`, bytes: image.file.bytes() })),
      ];
      await sink.bytes(path, await pack(files));
      for (const file of beside) {
        const target = layout.addFile(file).path;
        if (!written.has(target)) await sink.bytes(target, file.bytes());
        written.add(target);
      }
      return { output: path, text: body.xml };
    },
    async close() {},
  };
}

function relative(up: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : up + path.split("/").map(encodeURIComponent).join("/");
}

/** Bytes to read for an image's size; a photo's header can be long. */
const HEAD_BYTES = 1_048_576;

async function sizesOf({ files }: TransferNote): Promise<ReadonlyMap<NoteFile, ImageSize>> {
  const sizes = new Map<NoteFile, ImageSize>();
  for (const file of files) {
    if (!/^image\/(?:png|jpeg|gif)$/.test(file.mimeType)) continue;
    const size = imageSizeOf(await headOf(file));
    if (size !== undefined) sizes.set(file, size);
  }
  return sizes;
}

async function headOf(file: NoteFile): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(HEAD_BYTES, file.sizeBytes));
  let length = 0;
  for await (const piece of file.bytes()) {
    head.set(piece.subarray(0, head.length - length), length);
    length += piece.length;
    if (length >= head.length) break;
  }
  return head;
}

function endOf({ mimeType }: NoteFile): string {
  return mimeType === "image/jpeg" ? "jpg" : mimeType.slice("image/".length);
}
