/** Verifies a written zip in one pass: every file unpacks to the checksum in its directory. PKWARE APPNOTE 6.3.10, 4.3.7 and 4.3.12. */
import type { ByteSource } from "../format/byte-source.ts";
import { crc32 } from "../format/crc32.ts";
import { type DirectoryEntry, readDirectoryEntries } from "./slim-directory.ts";

const HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const WINDOW_BYTES = 4_194_304;

export type CheckWatch = { readonly isStopped: () => boolean; readonly onRead: (doneBytes: number, totalBytes: number) => void };

/** Returns the path of the first broken file among those that `isChecked` accepts; `""` stands for the directory itself. */
export async function findBroken(source: ByteSource, isChecked: (path: string) => boolean, watch: CheckWatch): Promise<string | undefined> {
  const entries = await readDirectoryEntries(source);
  if (entries === undefined) return "";
  const checked = entries.filter(({ path }) => isChecked(path)).sort((one, other) => one.offset - other.offset);
  const window = createWindow(source);
  for (const entry of checked) {
    if (watch.isStopped()) return undefined;
    if (!(await isSound(window, entry))) return entry.path;
    watch.onRead(entry.offset, source.sizeBytes);
  }
  return undefined;
}

async function isSound(window: ByteSource, entry: DirectoryEntry): Promise<boolean> {
  const head = await window.read(entry.offset, HEADER_BYTES);
  if (head?.length !== HEADER_BYTES) return false;
  const view = new DataView(head.buffer, head.byteOffset, HEADER_BYTES);
  if (view.getUint32(0, true) !== HEADER) return false;
  const dataAt = entry.offset + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (!entry.isStored) return isSoundPacked(window, entry, dataAt);
  const bytes = await window.read(dataAt, entry.packedBytes);
  return bytes?.length === entry.sizeBytes && crc32(bytes) === entry.crc;
}

/** Holds pages in memory only up to this packed size. */
async function isSoundPacked(window: ByteSource, { packedBytes, sizeBytes, crc }: DirectoryEntry, dataAt: number): Promise<boolean> {
  const packed = await window.read(dataAt, packedBytes);
  if (packed?.length !== packedBytes) return false;
  try {
    const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    let [seenBytes, seenCrc] = [0, 0];
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return seenBytes === sizeBytes && seenCrc === crc;
      seenCrc = crc32(value, seenCrc);
      seenBytes += value.length;
    }
  } catch {
    return false;
  }
}

/** Reads a whole window, so that the following small reads need no request. */
function createWindow(source: ByteSource): ByteSource {
  let [from, held] = [0, new Uint8Array(0) as Uint8Array];
  return {
    sizeBytes: source.sizeBytes,
    async read(offset, length) {
      if (offset < from || offset + length > from + held.length) {
        const bytes = await source.read(offset, Math.max(length, Math.min(WINDOW_BYTES, source.sizeBytes - offset)));
        if (bytes === undefined) return undefined;
        [from, held] = [offset, bytes];
      }
      return held.subarray(offset - from, offset - from + length);
    },
  };
}
