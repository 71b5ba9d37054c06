/** Files of a source over blobs: one that was chosen, and one inside of a zip. */
import { type ImportFile, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";

const PIECE_BYTES = 4_194_304;

export function blobFile(path: string, blob: Blob, modifiedMs: number | undefined): ImportFile {
  return { path, sizeBytes: blob.size, modifiedMs, bytes: (from = 0, to = blob.size) => piecesOf(blob, from, to) };
}

async function* piecesOf(blob: Blob, from = 0, to = blob.size): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += PIECE_BYTES) {
    try {
      yield new Uint8Array(await blob.slice(at, Math.min(at + PIECE_BYTES, to)).arrayBuffer());
    } catch {
      // The file was moved, changed or deleted since it was chosen.
      throw new SourceFailure("unreadable");
    }
  }
}

/** Of an entry in the directory of a zip: no more is kept of it, because the library's own entries take 8 KB each. */
export type ZippedFile = {
  readonly offset: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly crc32: number;
  readonly isStored: boolean;
  readonly modifiedMs: number | undefined;
};

export function zippedFile(path: string, zip: Blob, zipped: ZippedFile): ImportFile {
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

/** Its size and its checksum are what the directory says, or it is damaged. */
async function* checked(zip: Blob, zipped: ZippedFile): AsyncGenerator<Uint8Array> {
  let [seenBytes, crc] = [0, ~0];
  try {
    for await (const piece of unpack(await packedBytes(zip, zipped), zipped.isStored)) {
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

/** The header before them has a name and fields of its own lengths. */
async function packedBytes(zip: Blob, { offset, compressedSize }: ZippedFile): Promise<Blob> {
  const header = new DataView(await zip.slice(offset, offset + LOCAL_HEADER_BYTES).arrayBuffer());
  if (header.byteLength < LOCAL_HEADER_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) throw new SourceFailure("damaged");
  const start = offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  return zip.slice(start, start + compressedSize);
}

async function* unpack(packed: Blob, isStored: boolean): AsyncGenerator<Uint8Array> {
  if (isStored) return yield* piecesOf(packed);
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const reader = readable.getReader();
  // What fails here fails for the reader as well.
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

async function writePieces(packed: Blob, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  try {
    for await (const piece of piecesOf(packed)) await writer.write(piece);
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
