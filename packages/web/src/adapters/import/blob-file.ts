/** A blob as a file of a source. */
import { type ImportFile, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";

const PIECE_BYTES = 4_194_304;

export function blobFile(path: string, blob: Blob, modifiedMs: number | undefined): ImportFile {
  return {
    path,
    sizeBytes: blob.size,
    modifiedMs,
    async *bytes(from = 0, to = blob.size) {
      for (let at = from; at < to; at += PIECE_BYTES) {
        try {
          yield new Uint8Array(await blob.slice(at, Math.min(at + PIECE_BYTES, to)).arrayBuffer());
        } catch {
          // The file was moved, changed or deleted since it was chosen.
          throw new SourceFailure("unreadable");
        }
      }
    },
  };
}
