/** Tools that format readers need, over blobs: text decoding, hashes, archives, collected bytes. */

import { type ImportFile, type ImportTools, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";
import { createStreamDigests } from "@satchel/crypto/digests/stream-digests.ts";
import { createPieceDecoder, decodeText, gunzipText } from "./decode-text.ts";
import { openNotesnook, openNotesnookFile } from "./open-notesnook.ts";
import { openSource } from "./open-source.ts";
import { openStandardNotes } from "./open-standard-notes.ts";
import { blobFile } from "./source-files.ts";
import type { Spool } from "./spool.ts";

/** Maximum bytes of a text that is read whole; no note is longer. */
const MAX_TEXT_BYTES = 268_435_456;

export async function createImportTools(spool: Spool): Promise<ImportTools> {
  const [whole, collected] = await Promise.all([createStreamDigests(), createStreamDigests()]);
  return {
    async text(file) {
      if (file.sizeBytes > MAX_TEXT_BYTES) throw new SourceFailure("too-large");
      return decodeText(await readWhole(file));
    },
    async *textPieces(file) {
      const decode = createPieceDecoder();
      for await (const bytes of file.bytes()) yield decode(bytes, false);
      yield decode(new Uint8Array(0), true);
    },
    async hash(file) {
      whole.sha256.start();
      let sizeBytes = 0;
      for await (const bytes of file.bytes()) {
        whole.sha256.update(bytes);
        sizeBytes += bytes.length;
      }
      return { sizeBytes, sha256: whole.sha256.hex(), bytes: () => file.bytes() };
    },
    collect: () => collectBytes(spool, collected),
    openStandardNotes,
    openNotesnook,
    openNotesnookFile,
    gunzipText,
    async openZip(file) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const bytes of file.bytes()) parts.push(new Uint8Array(bytes));
      const opened = await openSource([{ path: "part.zip", blob: new Blob(parts), modifiedMs: undefined }], spool);
      if (opened.files.length === 0) throw new SourceFailure("damaged");
      return opened.files;
    },
  };
}

function collectBytes(spool: Spool, { sha256, md5 }: Awaited<ReturnType<typeof createStreamDigests>>): ReturnType<ImportTools["collect"]> {
  const kept = spool.open();
  let sizeBytes = 0;
  sha256.start();
  md5.start();
  return {
    write(bytes) {
      sizeBytes += bytes.length;
      sha256.update(bytes);
      md5.update(bytes);
      kept.write(bytes);
    },
    async finish() {
      const hashes = { sha256: sha256.hex(), md5: md5.hex() };
      const blob = await kept.finish();
      return { sizeBytes, ...hashes, bytes: () => blobFile("", blob, { modifiedMs: undefined }).bytes(), release: () => kept.release?.() };
    },
  };
}

async function readWhole(file: ImportFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.sizeBytes);
  let length = 0;
  for await (const piece of file.bytes()) {
    if (length + piece.length > bytes.length) throw new SourceFailure("damaged");
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}
