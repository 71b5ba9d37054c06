/**
 * Finds the files of a zip without its directory, by the header before each file. A cut-off archive has no directory, because that is its
 * last part. Format: APPNOTE 6.3.10, sections 4.3.7 and 4.3.9.
 */
import type { ZipBytes, ZippedFile } from "./source-files.ts";

export type ArchiveEntry = ZippedFile & { readonly filename: string; readonly encrypted: boolean };

const HEADER = { signature: 0x04034b50, bytes: 30 } as const;
const DESCRIPTOR = { signature: 0x08074b50, bytes: 16 } as const;
const [IS_ENCRYPTED, ARE_SIZES_AFTER, IS_UTF8] = [0x1, 0x8, 0x800];
const [STORED, DEFLATED] = [0, 8];

/** Yields the files up to the first that is incomplete. */
export async function* localEntries(zip: ZipBytes): AsyncGenerator<ArchiveEntry> {
  for (let at = 0; at + HEADER.bytes <= zip.blob.size; ) {
    const head = await viewOf(zip, at, HEADER.bytes);
    if (head.getUint32(0, true) !== HEADER.signature) return;
    const [flags, method, nameBytes] = [head.getUint16(6, true), head.getUint16(8, true), head.getUint16(26, true)];
    const dataAt = at + HEADER.bytes + nameBytes + head.getUint16(28, true);
    const own = { crc32: head.getUint32(14, true), compressedSize: head.getUint32(18, true), uncompressedSize: head.getUint32(22, true) };
    const sizes = (flags & ARE_SIZES_AFTER) === 0 ? { ...own, endAt: dataAt + own.compressedSize } : await findDescriptor(zip, dataAt);
    if (sizes === undefined || sizes.endAt > zip.blob.size || (method !== STORED && method !== DEFLATED)) return;
    const name = await zip.read(zip.blob, at + HEADER.bytes, at + HEADER.bytes + nameBytes);
    const filename = new TextDecoder((flags & IS_UTF8) === 0 ? "windows-1252" : "utf-8").decode(name);
    const { endAt, ...found } = sizes;
    const isStored = method === STORED;
    if (!filename.endsWith("/"))
      yield { ...found, filename, offset: at, isStored, encrypted: (flags & IS_ENCRYPTED) !== 0, modifiedMs: undefined };
    at = endAt;
  }
}

async function viewOf(zip: ZipBytes, at: number, length: number): Promise<DataView> {
  const bytes = await zip.read(zip.blob, at, at + length);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const WINDOW_BYTES = 65_536;

type Sizes = Pick<ZippedFile, "crc32" | "compressedSize" | "uncompressedSize"> & { readonly endAt: number };

/** Finds the sizes behind a file's data: a signature whose size field is its own distance from the data. Undefined if there is none. */
async function findDescriptor(zip: ZipBytes, dataAt: number): Promise<Sizes | undefined> {
  for (let from = dataAt; from + DESCRIPTOR.bytes <= zip.blob.size; from += WINDOW_BYTES) {
    const view = await viewOf(zip, from, Math.min(WINDOW_BYTES + DESCRIPTOR.bytes, zip.blob.size - from));
    for (let at = 0; at < WINDOW_BYTES && at + DESCRIPTOR.bytes <= view.byteLength; at += 1) {
      if (view.getUint8(at) !== 0x50 || view.getUint32(at, true) !== DESCRIPTOR.signature) continue;
      const compressedSize = view.getUint32(at + 8, true);
      if (compressedSize !== from + at - dataAt) continue;
      const endAt = from + at + DESCRIPTOR.bytes;
      return { crc32: view.getUint32(at + 4, true), compressedSize, uncompressedSize: view.getUint32(at + 12, true), endAt };
    }
  }
  return undefined;
}
