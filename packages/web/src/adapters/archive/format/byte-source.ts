/** Bytes with random access: a chosen file, or the content of a sealed backup. */
export type ByteSource = {
  readonly sizeBytes: number;
  /** Returns undefined if the bytes are damaged or unavailable. */
  read(offset: number, length: number): Promise<Uint8Array | undefined>;
};

const WINDOW_BYTES = 1_048_576;

/** Random access to a chosen file. Each read is a request to the browser, so a small read fetches a whole window. */
export function createBlobSource(blob: Blob): ByteSource {
  let [from, held] = [0, new Uint8Array(0)];
  return {
    sizeBytes: blob.size,
    async read(offset, length) {
      const end = Math.min(offset + length, blob.size);
      // A copy, because the caller may keep it.
      if (offset >= from && end <= from + held.length) return held.slice(offset - from, end - from);
      try {
        const bytes = new Uint8Array(await blob.slice(offset, Math.max(end, offset + WINDOW_BYTES)).arrayBuffer());
        if (length >= WINDOW_BYTES) return bytes;
        [from, held] = [offset, bytes];
        return bytes.slice(0, length);
      } catch {
        // The file was moved or changed after it was chosen.
        return undefined;
      }
    },
  };
}
