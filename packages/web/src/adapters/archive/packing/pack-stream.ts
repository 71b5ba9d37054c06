/**
 * Packs one file after the other with the browser's own DEFLATE level 6 (B §9 "Backup"): twice as fast as the zlib module, but slow to
 * start.
 */
import { crc32 } from "../format/crc32.ts";

export type PackStream = {
  /** The caller may reuse the bytes once this resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** Returns the checksum of all bytes written. */
  end(): Promise<number>;
};

export type StartPacking = (take: (packed: Uint8Array) => void) => PackStream;

/** Stores files that do not shrink, such as most images, without packing them: packing would take most of a large backup's time. */
export function startPacking(take: (packed: Uint8Array) => void): PackStream {
  let crc = 0;
  let deflating: Deflating | undefined;
  return {
    async write(bytes) {
      crc = crc32(bytes, crc);
      deflating ??= (await doesShrink(bytes)) ? startDeflating(take) : startCopying(take);
      await deflating.write(bytes);
    },
    async end() {
      await (deflating ?? startDeflating(take)).end();
      return crc;
    },
  };
}

type Deflating = { write(bytes: Uint8Array): Promise<void>; end(): Promise<void> };

function startDeflating(take: (packed: Uint8Array) => void): Deflating {
  const { readable, writable } = new CompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const packed = readable.pipeTo(new WritableStream({ write: take }));
  return {
    write: (bytes) => writer.write(bytes as Uint8Array<ArrayBuffer>),
    async end() {
      await writer.close();
      await packed;
    },
  };
}

const SAMPLE_BYTES = 32_768;
/** Packed share of the sample, above which a file counts as incompressible. */
const LEAST_SHARE = 0.98;

/** Tests the end of the first piece, because an image may begin with text. */
async function doesShrink(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length < SAMPLE_BYTES) return true;
  let packedBytes = 0;
  const sample = startDeflating((packed) => {
    packedBytes += packed.length;
  });
  await sample.write(bytes.subarray(-SAMPLE_BYTES));
  await sample.end();
  return packedBytes < SAMPLE_BYTES * LEAST_SHARE;
}

const [BLOCK_BYTES, BLOCK_HEAD_BYTES, LAST] = [65_535, 5, 1];

/** Writes DEFLATE's stored blocks, which any level produces for incompressible bytes. RFC 1951, 3.2.4. */
function startCopying(take: (packed: Uint8Array) => void): Deflating {
  const putHead = (view: DataView, at: number, { length, last }: { readonly length: number; readonly last: number }): void => {
    view.setUint8(at, last);
    view.setUint16(at + 1, length, true);
    view.setUint16(at + 3, length ^ 0xffff, true);
  };
  return {
    async write(bytes) {
      const copied = new Uint8Array(bytes.length + Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_HEAD_BYTES);
      const view = new DataView(copied.buffer);
      let to = 0;
      for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
        const block = bytes.subarray(at, at + BLOCK_BYTES);
        putHead(view, to, { length: block.length, last: 0 });
        copied.set(block, to + BLOCK_HEAD_BYTES);
        to += BLOCK_HEAD_BYTES + block.length;
      }
      take(copied);
    },
    async end() {
      const head = new Uint8Array(BLOCK_HEAD_BYTES);
      putHead(new DataView(head.buffer), 0, { length: 0, last: LAST });
      take(head);
    },
  };
}

/** For incompressible content. Passes the bytes on without a copy, so the caller must not reuse them. */
export function startStoring(take: (packed: Uint8Array) => void): PackStream {
  let crc = 0;
  return {
    async write(bytes) {
      crc = crc32(bytes, crc);
      take(bytes);
    },
    end: async () => crc,
  };
}
