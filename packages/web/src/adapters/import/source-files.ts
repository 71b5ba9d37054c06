/** Source files over blobs: a chosen file, or a file inside a zip. */
import { type ImportFile, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";

const PIECE_BYTES = 4_194_304;

const WINDOW_BYTES = 1_048_576;
const SMALL_BYTES = 262_144;

/** Reads all bytes of a range. */
export type BlobReads = (blob: Blob, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Each read of a browser's blob is a message to another process. An export may need tens of thousands of small reads, so they are served
 * from a larger window.
 */
export function createBlobReads(): BlobReads {
  let kept: { readonly blob: Blob; readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;
  const load: BlobReads = async (blob, from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
  return async (blob, from, to) => {
    const end = Math.min(to, blob.size);
    // A blob that is read whole is not read again soon, so it is not kept.
    if (end - from > SMALL_BYTES || (from === 0 && end === blob.size)) return load(blob, from, end);
    let window = kept;
    if (window === undefined || window.blob !== blob || from < window.at || end > window.at + window.bytes.length) {
      window = { blob, at: from, bytes: await load(blob, from, from + WINDOW_BYTES) };
      kept = window;
    }
    return window.bytes.slice(from - window.at, end - window.at);
  };
}

export function blobFile(
  path: string,
  blob: Blob,
  { modifiedMs, read = createBlobReads() }: { readonly modifiedMs: number | undefined; readonly read?: BlobReads },
): ImportFile {
  return { path, sizeBytes: blob.size, modifiedMs, bytes: (from = 0, to = blob.size) => piecesOf(blob, { from, to, read }) };
}

type Part = { readonly from: number; readonly to: number; readonly read: BlobReads };

async function* piecesOf(blob: Blob, { from, to, read }: Part): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += PIECE_BYTES) {
    try {
      yield await read(blob, at, Math.min(at + PIECE_BYTES, to));
    } catch {
      // The file was moved, changed or deleted after it was chosen.
      throw new SourceFailure("unreadable");
    }
  }
}

/** The part of a zip's directory entry that is kept, because the library's own entries take 8 KB each. */
export type ZippedFile = {
  readonly offset: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly crc32: number;
  readonly isStored: boolean;
  readonly modifiedMs: number | undefined;
};

/** An archive and its reader. */
export type ZipBytes = { readonly blob: Blob; readonly read: BlobReads };

export function zippedFile(path: string, zip: ZipBytes, zipped: ZippedFile): ImportFile {
  const { uncompressedSize, modifiedMs } = zipped;
  return {
    path,
    sizeBytes: uncompressedSize,
    modifiedMs,
    async *bytes(from = 0, to = uncompressedSize) {
      let at = 0;
      for await (const piece of checked(zip, zipped)) {
        const [start, end] = [Math.max(0, from - at), Math.min(piece.length, to - at)];
        at += piece.length;
        if (end > start) yield piece.subarray(start, end);
        if (at >= to && to < uncompressedSize) return;
      }
    },
  };
}

/** Throws if size or checksum differ from the directory's. */
async function* checked(zip: ZipBytes, zipped: ZippedFile): AsyncGenerator<Uint8Array> {
  let [seenBytes, crc] = [0, ~0];
  try {
    for await (const piece of unpack(await packedPieces(zip, zipped), zipped.isStored)) {
      seenBytes += piece.length;
      if (seenBytes > zipped.uncompressedSize) throw new SourceFailure("damaged");
      crc = addToCrc(crc, piece);
      yield piece;
    }
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure("damaged");
  }
  if (seenBytes !== zipped.uncompressedSize || ~crc >>> 0 !== zipped.crc32) throw new SourceFailure("damaged");
}

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER = 0x04034b50;

/** Skips the local header, whose name and extra field have their own lengths. */
async function packedPieces(
  { blob, read }: ZipBytes,
  { offset, compressedSize }: ZippedFile,
): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const bytes = await read(blob, offset, offset + LOCAL_HEADER_BYTES);
  const header = new DataView(bytes.buffer);
  if (bytes.length < LOCAL_HEADER_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) throw new SourceFailure("damaged");
  const from = offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  return piecesOf(blob, { from, to: Math.min(from + compressedSize, blob.size), read });
}

async function* unpack(packed: AsyncIterable<Uint8Array<ArrayBuffer>>, isStored: boolean): AsyncGenerator<Uint8Array> {
  if (isStored) return yield* packed;
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const reader = readable.getReader();
  // The reader sees the same failure.
  const writing = writePieces(packed, writable.getWriter()).catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await writing;
  }
}

async function writePieces(
  packed: AsyncIterable<Uint8Array<ArrayBuffer>>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    for await (const piece of packed) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (0xedb88320 & -(value & 1));
  return value;
});

function addToCrc(crc: number, bytes: Uint8Array): number {
  let value = crc;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return value;
}
