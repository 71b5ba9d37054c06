/** Bytes that can be read at any place: a chosen file, or what a sealed backup holds. */
export type ByteSource = {
  readonly sizeBytes: number;
  /** Undefined: they are not what they should be. */
  read(offset: number, length: number): Promise<Uint8Array | undefined>;
};

const WINDOW_BYTES = 1_048_576;

/** A chosen file as bytes that can be read at any place. Each reading asks the browser: what follows a small one is read with it. */
export function createBlobSource(blob: Blob): ByteSource {
  let [from, held] = [0, new Uint8Array(0)];
  return {
    sizeBytes: blob.size,
    async read(offset, length) {
      const end = Math.min(offset + length, blob.size);
      // A copy: who asked may keep it.
      if (offset >= from && end <= from + held.length) return held.slice(offset - from, end - from);
      try {
        const bytes = new Uint8Array(await blob.slice(offset, Math.max(end, offset + WINDOW_BYTES)).arrayBuffer());
        if (length >= WINDOW_BYTES) return bytes;
        [from, held] = [offset, bytes];
        return bytes.slice(0, length);
      } catch {
        // The file was moved or changed since it was chosen.
        return undefined;
      }
    },
  };
}
