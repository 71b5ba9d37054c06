/** DEFLATE level 6 (B §9 "Backup") of one file after the other, by the browser itself: twice as quick as zlib in a module, but slow to begin. */
import { crc32 } from "./crc32.ts";

export type PackStream = {
  /** The bytes are used up when it answers. */
  write(bytes: Uint8Array): Promise<void>;
  /** The checksum of all that was written. */
  end(): Promise<number>;
};

export type StartPacking = (take: (packed: Uint8Array) => void) => PackStream;

export function startPacking(take: (packed: Uint8Array) => void): PackStream {
  let crc = 0;
  const { readable, writable } = new CompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const packed = readable.pipeTo(new WritableStream({ write: take }));
  return {
    write(bytes) {
      crc = crc32(bytes, crc);
      return writer.write(bytes as Uint8Array<ArrayBuffer>);
    },
    async end() {
      await writer.close();
      await packed;
      return crc;
    },
  };
}
