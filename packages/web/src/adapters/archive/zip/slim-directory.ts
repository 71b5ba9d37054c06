/**
 * Zip directory with only the entries that are read, because the library needs kilobytes of memory for each entry. PKWARE APPNOTE 6.3.10,
 * 4.3.12 to 4.3.16.
 */
import type { ArchivedFile } from "@satchel/core/ports/transfer/archive.ts";
import type { ByteSource } from "../format/byte-source.ts";
import { endOfDirectory, joined } from "../format/zip-records.ts";

export type SlimZip = { readonly source: ByteSource; readonly others: readonly ArchivedFile[] };

type Directory = { readonly offset: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number };
type Split = { readonly kept: readonly Uint8Array[]; readonly others: readonly ArchivedFile[] };

const [END_BYTES, LOCATOR_BYTES, LARGE_END_BYTES, ENTRY_BYTES] = [22, 20, 56, 46];
const [END, LOCATOR, LARGE_END, ENTRY] = [0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50];
const [MAX_16, MAX_32] = [0xffff, 0xffff_ffff];
const UTF_8 = 0x0800;
const MOST_DIRECTORY_BYTES = 1_073_741_824;

/** Returns undefined if the directory is not in the plain form that common writers produce; the library then reads all of it. */
export async function slimZip(source: ByteSource, isRead: (path: string) => boolean): Promise<SlimZip | undefined> {
  const directory = await readDirectory(source);
  const split = directory && splitEntries(directory, isRead);
  if (directory === undefined || split === undefined) return undefined;
  const keptBytes = split.kept.reduce((sum, { length }) => sum + length, 0);
  const tail = joined([...split.kept, endOfDirectory(split.kept.length, keptBytes, directory.offset)]);
  return { source: withTail(source, directory.offset, tail), others: split.others };
}

/** Returns undefined if there is a comment, or anything between the directory and its end record. */
async function readDirectory(source: ByteSource): Promise<Directory | undefined> {
  const endAt = source.sizeBytes - END_BYTES;
  const end = await readView(source, endAt, END_BYTES);
  if (end === undefined || end.getUint32(0, true) !== END || end.getUint16(20, true) !== 0) return undefined;
  const [count, length, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (count !== MAX_16 && length !== MAX_32 && offset !== MAX_32) return readEntries(source, { count, length, offset, endAt });
  const locator = await readView(source, endAt - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator === undefined || locator.getUint32(0, true) !== LOCATOR) return undefined;
  const largeAt = Number(locator.getBigUint64(8, true));
  const large = await readView(source, largeAt, LARGE_END_BYTES);
  if (large === undefined || large.getUint32(0, true) !== LARGE_END) return undefined;
  const [largeCount, largeLength, largeOffset] = [32, 40, 48].map((at) => Number(large.getBigUint64(at, true))) as [number, number, number];
  return readEntries(source, { count: largeCount, length: largeLength, offset: largeOffset, endAt: largeAt });
}

type DirectoryLocation = { readonly count: number; readonly length: number; readonly offset: number; readonly endAt: number };

async function readEntries(source: ByteSource, { count, length, offset, endAt }: DirectoryLocation): Promise<Directory | undefined> {
  if (offset + length !== endAt || length > MOST_DIRECTORY_BYTES) return undefined;
  const bytes = await source.read(offset, length);
  return bytes?.length === length ? { offset, count, bytes: new Uint8Array(bytes) } : undefined;
}

function splitEntries({ bytes, count }: Directory, isRead: (path: string) => boolean): Split | undefined {
  const [kept, others]: [Uint8Array[], ArchivedFile[]] = [[], []];
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (; at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY; ) {
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const moreBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const [sizeBytes, path] = [
      view.getUint32(at + 24, true),
      pathOf(bytes.subarray(at + ENTRY_BYTES, nameEnd), view.getUint16(at + 8, true)),
    ];
    if (path === undefined) return undefined;
    // The extra field behind the name may change the entry's meaning.
    if (isRead(path) || path.endsWith("/") || moreBytes > 0) kept.push(bytes.subarray(at, nameEnd + moreBytes));
    else others.push({ path, sizeBytes });
    at = nameEnd + moreBytes;
  }
  return at === bytes.length && kept.length + others.length === count ? { kept, others } : undefined;
}

export type DirectoryEntry = {
  readonly path: string;
  readonly isStored: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Offset of the local header. */
  readonly offset: number;
};

/** Reads all entries of a zip that we wrote. Returns undefined if the directory does not have our form. */
export async function readDirectoryEntries(source: ByteSource): Promise<readonly DirectoryEntry[] | undefined> {
  const directory = await readDirectory(source);
  if (directory === undefined) return undefined;
  const { bytes, count } = directory;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: DirectoryEntry[] = [];
  let at = 0;
  for (; at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY; ) {
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const path = pathOf(bytes.subarray(at + ENTRY_BYTES, nameEnd), view.getUint16(at + 8, true));
    if (path === undefined) return undefined;
    const moreBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const crc = view.getUint32(at + 16, true);
    // Our writer puts values that do not fit at the start of the extra field, in this order.
    let largeAt = nameEnd + 4;
    const [sizeBytes, packedBytes, offset] = [24, 20, 42].map((fieldOffset) => {
      const near = view.getUint32(at + fieldOffset, true);
      if (near !== MAX_32 || largeAt + 8 > bytes.length) return near;
      largeAt += 8;
      return Number(view.getBigUint64(largeAt - 8, true));
    }) as [number, number, number];
    entries.push({ path, isStored: view.getUint16(at + 10, true) === 0, crc, packedBytes, sizeBytes, offset });
    at = nameEnd + moreBytes;
  }
  return at === bytes.length && entries.length === count ? entries : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns undefined if the name is in an unknown encoding. */
function pathOf(name: Uint8Array, flags: number): string | undefined {
  if ((flags & UTF_8) === 0 && name.some((byte) => byte > 0x7f)) return undefined;
  try {
    return decoder.decode(name);
  } catch {
    return undefined;
  }
}

function withTail(source: ByteSource, offset: number, tail: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    sizeBytes: offset + tail.length,
    async read(from, length) {
      const end = from + length;
      const head = from < offset ? await source.read(from, Math.min(end, offset) - from) : new Uint8Array(0);
      if (head === undefined || end <= offset) return head;
      const rest = tail.subarray(Math.max(0, from - offset), end - offset);
      return head.length === 0 ? rest : joined([head, rest]);
    },
  };
}

async function readView(source: ByteSource, offset: number, length: number): Promise<DataView | undefined> {
  const bytes = offset < 0 ? undefined : await source.read(offset, length);
  return bytes?.length === length ? new DataView(bytes.buffer, bytes.byteOffset, length) : undefined;
}
