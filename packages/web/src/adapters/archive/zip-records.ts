/** The records around the files of a zip. PKWARE APPNOTE 6.3.10, 4.3 and 4.5.3: sizes follow the data, names are UTF-8, zip64 where it is needed. */
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

type Bytes = Uint8Array<ArrayBuffer>;

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** The name is UTF-8 (bit 11); sizes follow the data of what is packed on its way (bit 3). */
const [UTF_8, SIZES_FOLLOW] = [0x0800, 0x0008];
const [STORED, DEFLATED] = [0, 8];
const [VERSION, VERSION_ZIP64] = [20, 45];
const MADE_ON_UNIX = 3 << 8;
const PLAIN_FILE = (0o100644 << 16) >>> 0;

/** `time` here and below: as `dosTime` says it. */
export function localHeader(name: Uint8Array, time: number): Bytes {
  const { bytes, put } = record(30 + name.length);
  put(4, 0x04034b50)(2, VERSION)(2, UTF_8 | SIZES_FOLLOW)(2, DEFLATED)(4, time)(4, 0)(4, 0)(4, 0)(2, name.length)(2, 0);
  bytes.set(name, 30);
  return bytes;
}

/** Of a file that lies there as it is. */
export function storedHeader(name: Uint8Array, { crc, sizeBytes }: Pick<ZippedFile, "crc" | "sizeBytes">, time: number): Bytes {
  const { bytes, put } = record(30 + name.length);
  put(4, 0x04034b50)(2, VERSION)(2, UTF_8)(2, STORED)(4, time)(4, crc)(4, sizeBytes)(4, sizeBytes)(2, name.length)(2, 0);
  bytes.set(name, 30);
  return bytes;
}

export function dataDescriptor({ crc, packedBytes, sizeBytes }: Pick<ZippedFile, "crc" | "packedBytes" | "sizeBytes">): Bytes {
  const { bytes, put } = record(16);
  put(4, 0x08074b50)(4, crc)(4, packedBytes)(4, sizeBytes);
  return bytes;
}

export function directoryEntry({ name, crc, packedBytes, sizeBytes, offset, isStored }: ZippedFile, time: number): Bytes {
  const isFar = offset >= MAX_32;
  const { bytes, put } = record(46 + name.length + (isFar ? 12 : 0));
  put(4, 0x02014b50)(2, MADE_ON_UNIX | VERSION_ZIP64)(2, isFar ? VERSION_ZIP64 : VERSION)(2, isStored ? UTF_8 : UTF_8 | SIZES_FOLLOW)(
    2,
    isStored ? STORED : DEFLATED,
  )(4, time);
  put(4, crc)(4, packedBytes)(4, sizeBytes)(2, name.length)(2, isFar ? 12 : 0)(2, 0)(2, 0)(2, 0)(4, PLAIN_FILE)(
    4,
    Math.min(offset, MAX_32),
  );
  bytes.set(name, 46);
  if (isFar) put(name.length, undefined)(2, 1)(2, 8)(8, offset);
  return bytes;
}

export function endOfDirectory(count: number, directoryBytes: number, offset: number): Bytes {
  const isLarge = count >= MAX_16 || directoryBytes >= MAX_32 || offset >= MAX_32;
  const { bytes, put } = record(22 + (isLarge ? 76 : 0));
  if (isLarge) {
    put(4, 0x06064b50)(8, 44)(2, MADE_ON_UNIX | VERSION_ZIP64)(2, VERSION_ZIP64)(4, 0)(4, 0);
    put(8, count)(8, count)(8, directoryBytes)(8, offset);
    put(4, 0x07064b50)(4, 0)(8, offset + directoryBytes)(4, 1);
  }
  const shown = Math.min(count, MAX_16);
  put(4, 0x06054b50)(2, 0)(2, 0)(2, shown)(2, shown)(4, Math.min(directoryBytes, MAX_32))(4, Math.min(offset, MAX_32))(2, 0);
  return bytes;
}

type Put = (width: number, value: number | undefined) => Put;

/** Writes little-endian values one after the other; an undefined one is left as it is. */
function record(length: number): { readonly bytes: Bytes; readonly put: Put } {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put: Put = (width, value) => {
    if (value !== undefined && width === 2) view.setUint16(at, value, true);
    if (value !== undefined && width === 4) view.setUint32(at, value, true);
    if (value !== undefined && width === 8) view.setBigUint64(at, BigInt(value), true);
    at += width;
    return put;
  };
  return { bytes, put };
}

/** Two seconds fine, from 1980 on, in universal time: the same backup is the same anywhere. */
export function dosTime(atMs: number): number {
  const at = new Date(Math.max(atMs, Date.UTC(1980, 0, 1)));
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
