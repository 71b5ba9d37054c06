/** A chosen file as bytes that can be read at any place. */
import type { ByteSource } from "./byte-source.ts";

export function createBlobSource(blob: Blob): ByteSource {
  return {
    sizeBytes: blob.size,
    async read(offset, length) {
      try {
        return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      } catch {
        // The file was moved or changed since it was chosen.
        return undefined;
      }
    },
  };
}
