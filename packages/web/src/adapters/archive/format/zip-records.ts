/** Zip records around the files. PKWARE APPNOTE 6.3.10, 4.3 and 4.5.3: sizes follow the data, names are UTF-8, zip64 is used if needed. */

export type ZippedFile = {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Offset of the local header. */
  readonly offset: number;
  /** True if the file is stored uncompressed. */
  readonly isStored: boolean;
  /** Written with `largeHeader`, because its sizes may not fit into 32 bits. */
  readonly isLarge?: boolean;
};

type Sums = Pick<ZippedFile, "crc" | "packedBytes" | "sizeBytes">;
/** `nameBytes`: length of the name that follows. */
type Header = Pick<ZippedFile, "crc" | "sizeBytes" | "isStored"> & { readonly nameBytes: number };
type Entry = Omit<ZippedFile, "name"> & { readonly nameBytes: number };
type Bytes = Uint8Array<ArrayBuffer>;

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** Flag bits: the name is UTF-8 (bit 11); sizes follow the data of a file that is packed while it is written (bit 3). */
const [UTF_8, SIZES_FOLLOW] = [0x0800, 0x0008];
const [STORED, DEFLATED] = [0, 8];
const [VERSION, VERSION_ZIP64] = [20, 45];
const MADE_ON_UNIX = 3 << 8;
const PLAIN_FILE = (0o100644 << 16) >>> 0;
/** Bytes before the name in a header and in a directory entry; below, offsets of the name length and file offset within an entry. */
export const [HEADER_BYTES, ENTRY_BYTES] = [30, 46];
const [NAME_LENGTH_AT, OFFSET_AT] = [28, 42];
const FAR_BYTES = 12;
/** Extra field with both sizes in eight bytes each. */
const LARGE_BYTES = 20;

/** Local header of a file that is packed while it is written. `time` here and below: result of `dosTime`. */
export function localHeader(name: Uint8Array, time: number): Bytes {
  const bytes = new Uint8Array(HEADER_BYTES + name.length);
  putHeader(viewOf(bytes), 0, { nameBytes: name.length, crc: 0, sizeBytes: 0, isStored: false, time });
  bytes.set(name, HEADER_BYTES);
  return bytes;
}

/** Writes the fixed part of a local header, which precedes the name. */
export function putHeader(
  view: DataView,
  at: number,
  { nameBytes, crc, sizeBytes, isStored, time }: Header & { readonly time: number },
): void {
  const [knownCrc, knownBytes] = isStored ? [crc, sizeBytes] : [0, 0];
  const fields = new Fields(view, at).u32(0x04034b50).u16(VERSION);
  putMethod(fields, isStored).u32(time).u32(knownCrc).u32(knownBytes).u32(knownBytes).u16(nameBytes).u16(0);
}

/** Local header of a stored file that may grow beyond four gigabytes: the extra field announces that eight-byte sizes follow the data. */
export function largeHeader(name: Uint8Array, time: number): Bytes {
  const bytes = new Uint8Array(HEADER_BYTES + name.length + LARGE_BYTES);
  const fields = new Fields(viewOf(bytes))
    .u32(0x04034b50)
    .u16(VERSION_ZIP64)
    .u16(UTF_8 | SIZES_FOLLOW)
    .u16(STORED);
  fields.u32(time).u32(0).u32(MAX_32).u32(MAX_32).u16(name.length).u16(LARGE_BYTES);
  bytes.set(name, HEADER_BYTES);
  new Fields(viewOf(bytes), HEADER_BYTES + name.length).u16(1).u16(16).u64(0).u64(0);
  return bytes;
}

/** Descriptor behind the data of a file that `largeHeader` opened. APPNOTE 4.3.9.2. */
export function largeDescriptor({ crc, packedBytes, sizeBytes }: Sums): Bytes {
  const bytes = new Uint8Array(24);
  new Fields(viewOf(bytes)).u32(0x08074b50).u32(crc).u64(packedBytes).u64(sizeBytes);
  return bytes;
}

export function dataDescriptor({ crc, packedBytes, sizeBytes }: Sums): Bytes {
  const bytes = new Uint8Array(16);
  new Fields(viewOf(bytes)).u32(0x08074b50).u32(crc).u32(packedBytes).u32(sizeBytes);
  return bytes;
}

export function directoryEntry(entry: ZippedFile, time: number): Bytes {
  if (entry.isLarge) return largeEntry(entry, time);
  const { name, offset, ...file } = entry;
  const isFar = offset >= MAX_32;
  const bytes = new Uint8Array(ENTRY_BYTES + name.length + (isFar ? FAR_BYTES : 0));
  const view = viewOf(bytes);
  putEntry(view, 0, { entry: { ...file, nameBytes: name.length, offset: Math.min(offset, MAX_32) }, time });
  bytes.set(name, ENTRY_BYTES);
  if (!isFar) return bytes;
  new Fields(view, 6).u16(VERSION_ZIP64);
  new Fields(view, 30).u16(FAR_BYTES);
  new Fields(view, ENTRY_BYTES + name.length).u16(1).u16(8).u64(offset);
  return bytes;
}

function largeEntry({ name, crc, packedBytes, sizeBytes, offset }: ZippedFile, time: number): Bytes {
  const moreBytes = LARGE_BYTES + 8;
  const bytes = new Uint8Array(ENTRY_BYTES + name.length + moreBytes);
  const fields = new Fields(viewOf(bytes))
    .u32(0x02014b50)
    .u16(MADE_ON_UNIX | VERSION_ZIP64)
    .u16(VERSION_ZIP64);
  fields
    .u16(UTF_8 | SIZES_FOLLOW)
    .u16(STORED)
    .u32(time)
    .u32(crc)
    .u32(MAX_32)
    .u32(MAX_32);
  fields.u16(name.length).u16(moreBytes).u16(0).u32(0).u32(PLAIN_FILE).u32(MAX_32);
  bytes.set(name, ENTRY_BYTES);
  new Fields(viewOf(bytes), ENTRY_BYTES + name.length)
    .u16(1)
    .u16(moreBytes - 4)
    .u64(sizeBytes)
    .u64(packedBytes)
    .u64(offset);
  return bytes;
}

/** Writes the fixed part of a directory entry for a file that begins within the first four gigabytes. */
export function putEntry(view: DataView, at: number, { entry, time }: { readonly entry: Entry; readonly time: number }): void {
  const { nameBytes, crc, packedBytes, sizeBytes, offset, isStored } = entry;
  const fields = new Fields(view, at)
    .u32(0x02014b50)
    .u16(MADE_ON_UNIX | VERSION_ZIP64)
    .u16(VERSION);
  putMethod(fields, isStored).u32(time).u32(crc).u32(packedBytes).u32(sizeBytes);
  fields.u16(nameBytes).u32(0).u32(0).u32(PLAIN_FILE).u32(offset);
}

function putMethod(fields: Fields, isStored: boolean): Fields {
  return fields.u16(isStored ? UTF_8 : UTF_8 | SIZES_FOLLOW).u16(isStored ? STORED : DEFLATED);
}

/** Shifts the file offsets of directory entries by `by` bytes. */
export function movedEntries(entries: Uint8Array, by: number): Bytes {
  const moved = new Uint8Array(entries);
  const view = viewOf(moved);
  for (let at = 0; at < moved.length; at += ENTRY_BYTES + view.getUint16(at + NAME_LENGTH_AT, true)) {
    const offset = view.getUint32(at + OFFSET_AT, true) + by;
    if (offset >= MAX_32)
      return joined(readEntries(entries).map(({ file, time }) => directoryEntry({ ...file, offset: file.offset + by }, time)));
    view.setUint32(at + OFFSET_AT, offset, true);
  }
  return moved;
}

/** Parses directory entries that do not use zip64. */
function readEntries(entries: Uint8Array): readonly { readonly file: ZippedFile; readonly time: number }[] {
  const view = viewOf(entries);
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
  const bytes = new Uint8Array(22 + (isLarge ? 76 : 0));
  const fields = new Fields(viewOf(bytes));
  if (isLarge) {
    fields
      .u32(0x06064b50)
      .u64(44)
      .u16(MADE_ON_UNIX | VERSION_ZIP64)
      .u16(VERSION_ZIP64)
      .u32(0)
      .u32(0);
    fields.u64(count).u64(count).u64(directoryBytes).u64(offset);
    fields
      .u32(0x07064b50)
      .u32(0)
      .u64(offset + directoryBytes)
      .u32(1);
  }
  const shown = Math.min(count, MAX_16);
  fields.u32(0x06054b50).u16(0).u16(0).u16(shown).u16(shown).u32(Math.min(directoryBytes, MAX_32)).u32(Math.min(offset, MAX_32)).u16(0);
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Writes little-endian values one after the other. */
class Fields {
  readonly #view: DataView;
  #at: number;

  constructor(view: DataView, at = 0) {
    this.#view = view;
    this.#at = at;
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }
}

/** Date and time in DOS format: two-second steps from 1980, in UTC so that the same backup is identical in every time zone. */
export function dosTime(atMs: number): number {
  const at = new Date(Math.max(atMs, Date.UTC(1980, 0, 1)));
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
