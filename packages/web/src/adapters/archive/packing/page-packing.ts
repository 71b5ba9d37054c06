/** Writes and packs the readable pages of notes in this thread. */

import type { PagedNote } from "@satchel/core/model/backup/readable.ts";
import { loadWithRetry } from "@satchel/core/model/lazy/lazy-module.ts";
import type { PackedFiles } from "@satchel/core/ports/transfer/archive.ts";
import type { BackupOrder } from "@satchel/core/ports/transfer/backup-archives.ts";
import { notePages, type ReadNote, readPlainNote } from "@satchel/core/transfer/backup/pages/note-pages.ts";
import { browserTimers } from "../../browser/environment.ts";
import { transferWith } from "../../workers/calls.ts";
import { dosTime } from "../format/zip-records.ts";
import { createFilePacker } from "./pack-files.ts";
import { openZlib } from "./zlib.ts";

export type PageOrder = Pick<BackupOrder, "labels" | "nowMs">;
export type PagePacking = { pack(notes: readonly PagedNote[], order: PageOrder): Promise<readonly PackedFiles[]> };

export function createPagePacking(loadZlib: () => Promise<BufferSource>): PagePacking {
  const opening = loadZlib().then(openZlib).then(createFilePacker);
  // The first caller that packs gets the failure.
  opening.catch(() => undefined);
  const packAll: PagePacking["pack"] = async (notes, { labels, nowMs }) => {
    const [packer, time] = [await opening, dosTime(nowMs)];
    for (const note of notes) {
      const read = readPlainNote(note.content) ?? (await readAny(note.content));
      const { texts, images } = notePages(note, read, labels);
      for (const { path, text } of texts) packer.add(path, text, time);
      for (const { path, base64 } of images) packer.add(path, fromBase64(base64), time);
    }
    const packed = await packer.packed();
    return transferWith([packed], [packed.bytes.buffer, packed.directory.buffer, packed.manifest.buffer]);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Groups run one after the other because they share a packer. */
    pack(notes, order) {
      const packing = last.then(() => packAll(notes, order));
      last = packing.catch(() => undefined);
      return packing;
    },
  };
}

/** The content was validated as base64 when the note was read. */
function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** Loaded on demand: most libraries do not need it, and it would be three quarters of this worker's initial code. */
async function readAny(html: string): Promise<ReadNote> {
  const { readAnyNote } = await loadWithRetry(() => import("@satchel/core/document/html/canonical-html.ts"), browserTimers);
  return readAnyNote(html);
}
