/** The records around the files of a zip. PKWARE APPNOTE 6.3.10, 4.3 and 4.5.3: sizes follow the data, names are UTF-8, zip64 where it is needed. */
import { joined } from "./joined.ts";

export type ZippedFile = {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its local header begins. */
  readonly offset: number;
  /** It lies there as it is. */
  readonly isStored: boolean;
};

type Stored = Pick<ZippedFile, "crc" | "sizeBytes"> & { readonly nameBytes: number };
type Entered = Omit<ZippedFile, "name"> & { readonly nameBytes: number };
type Bytes = Uint8Array<ArrayBuffer>;

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** The name is UTF-8 (bit 11); sizes follow the data of what is packed on its way (bit 3). */
const [UTF_8, SIZES_FOLLOW] = [0x0800, 0x0008];
const [STORED, DEFLATED] = [0, 8];
const [VERSION, VERSION_ZIP64] = [20, 45];
const MADE_ON_UNIX = 3 << 8;
const PLAIN_FILE = (0o100644 << 16) >>> 0;
/** What stands before the names. In an entry of the directory: where the length of its name stands, and where its file begins. */
export const [HEADER_BYTES, ENTRY_BYTES] = [30, 46];
const [NAME_LENGTH_AT, OFFSET_AT] = [28, 42];
const FAR_BYTES = 12;

/** `time` here and below: as `dosTime` says it. */
export function localHeader(name: Uint8Array, time: number): Bytes {
  return new Fields(HEADER_BYTES + name.length)
    .u32(0x04034b50)
    .u16(VERSION, UTF_8 | SIZES_FOLLOW, DEFLATED)
    .u32(time, 0, 0, 0)
    .u16(name.length, 0)
    .set(name).bytes;
}

/** Of a file that lies there as it is; its name follows. */
export function putStoredHeader(view: DataView, at: number, { nameBytes, crc, sizeBytes }: Stored, time: number): void {
  view.setUint32(at, 0x04034b50, true);
  view.setUint16(at + 4, VERSION, true);
  view.setUint16(at + 6, UTF_8, true);
  view.setUint16(at + 8, STORED, true);
  view.setUint32(at + 10, time, true);
  view.setUint32(at + 14, crc, true);
  view.setUint32(at + 18, sizeBytes, true);
  view.setUint32(at + 22, sizeBytes, true);
  view.setUint32(at + 26, nameBytes, true);
}

export function dataDescriptor({ crc, packedBytes, sizeBytes }: Pick<ZippedFile, "crc" | "packedBytes" | "sizeBytes">): Bytes {
  return new Fields(16).u32(0x08074b50, crc, packedBytes, sizeBytes).bytes;
}

export function directoryEntry({ name, offset, ...file }: ZippedFile, time: number): Bytes {
  const isFar = offset >= MAX_32;
  const fields = new Fields(ENTRY_BYTES + name.length + (isFar ? FAR_BYTES : 0));
  putEntry(fields.view, 0, { ...file, nameBytes: name.length, offset: Math.min(offset, MAX_32) }, time);
  fields.bytes.set(name, ENTRY_BYTES);
  if (!isFar) return fields.bytes;
  fields.view.setUint16(6, VERSION_ZIP64, true);
  fields.view.setUint16(30, FAR_BYTES, true);
  return fields.from(ENTRY_BYTES + name.length).u16(1, 8).u64(offset).bytes;
}

/** Of a file that begins within the first four gigabytes; its name follows. */
export function putEntry(view: DataView, at: number, { nameBytes, crc, packedBytes, sizeBytes, offset, isStored }: Entered, time: number): void {
  view.setUint32(at, 0x02014b50, true);
  view.setUint16(at + 4, MADE_ON_UNIX | VERSION_ZIP64, true);
  view.setUint16(at + 6, VERSION, true);
  view.setUint16(at + 8, isStored ? UTF_8 : UTF_8 | SIZES_FOLLOW, true);
  view.setUint16(at + 10, isStored ? STORED : DEFLATED, true);
  view.setUint32(at + 12, time, true);
  view.setUint32(at + 16, crc, true);
  view.setUint32(at + 20, packedBytes, true);
  view.setUint32(at + 24, sizeBytes, true);
  view.setUint32(at + NAME_LENGTH_AT, nameBytes, true);
  view.setUint32(at + 32, 0, true);
  view.setUint16(at + 36, 0, true);
  view.setUint32(at + 38, PLAIN_FILE, true);
  view.setUint32(at + OFFSET_AT, offset, true);
}

/** Entries of files that were packed as if nothing lay before them, where they lie `by` bytes further on. */
export function movedEntries(entries: Uint8Array, by: number): Bytes {
  const moved = new Uint8Array(entries);
  const view = new DataView(moved.buffer);
  for (let at = 0; at < moved.length; at += ENTRY_BYTES + view.getUint16(at + NAME_LENGTH_AT, true)) {
    const offset = view.getUint32(at + OFFSET_AT, true) + by;
    if (offset >= MAX_32) return joined(readEntries(entries).map(({ file, time }) => directoryEntry({ ...file, offset: file.offset + by }, time)));
    view.setUint32(at + OFFSET_AT, offset, true);
  }
  return moved;
}

/** Of entries without zip64. */
function readEntries(entries: Uint8Array): readonly { readonly file: ZippedFile; readonly time: number }[] {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const read: { readonly file: ZippedFile; readonly time: number }[] = [];
  for (let at = 0; at < entries.length; ) {
    const [isStored, time] = [view.getUint16(at + 10, true) === STORED, view.getUint32(at + 12, true)];
    const [crc, packedBytes, sizeBytes] = [view.getUint32(at + 16, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const offset = view.getUint32(at + OFFSET_AT, true);
    const end = at + ENTRY_BYTES + view.getUint16(at + NAME_LENGTH_AT, true);
    read.push({ time, file: { name: entries.slice(at + ENTRY_BYTES, end), crc, packedBytes, sizeBytes, offset, isStored } });
    at = end;
  }
  return read;
}

export function endOfDirectory(count: number, directoryBytes: number, offset: number): Bytes {
  const isLarge = count >= MAX_16 || directoryBytes >= MAX_32 || offset >= MAX_32;
  const fields = new Fields(22 + (isLarge ? 76 : 0));
  if (isLarge) {
    fields.u32(0x06064b50).u64(44).u16(MADE_ON_UNIX | VERSION_ZIP64, VERSION_ZIP64).u32(0, 0);
    fields.u64(count, count, directoryBytes, offset);
    fields.u32(0x07064b50, 0).u64(offset + directoryBytes).u32(1);
  }
  const shown = Math.min(count, MAX_16);
  return fields.u32(0x06054b50).u16(0, 0, shown, shown).u32(Math.min(directoryBytes, MAX_32), Math.min(offset, MAX_32)).u16(0).bytes;
}

/** Little-endian values, one after the other. */
class Fields {
  readonly bytes: Bytes;
  readonly view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.view = new DataView(this.bytes.buffer);
  }

  from(at: number): this {
    this.#at = at;
    return this;
  }

  u16(...values: readonly number[]): this {
    for (const value of values) {
      this.view.setUint16(this.#at, value, true);
      this.#at += 2;
    }
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) {
      this.view.setUint32(this.#at, value, true);
      this.#at += 4;
    }
    return this;
  }

  u64(...values: readonly number[]): this {
    for (const value of values) {
      this.view.setBigUint64(this.#at, BigInt(value), true);
      this.#at += 8;
    }
    return this;
  }

  set(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }
}

/** Two seconds fine, from 1980 on, in universal time: the same backup is the same anywhere. */
export function dosTime(atMs: number): number {
  const at = new Date(Math.max(atMs, Date.UTC(1980, 0, 1)));
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
