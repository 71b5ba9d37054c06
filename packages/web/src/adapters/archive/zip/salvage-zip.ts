/** Reads a zip without a usable directory from its local headers, even if it is truncated. PKWARE APPNOTE 6.3.10, 4.3.7 to 4.3.9. */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchivedFile, ArchiveReader, ArchiveReadProblem } from "@satchel/core/ports/transfer/archive.ts";
import type { ByteSource } from "../format/byte-source.ts";
import { crc32 } from "../format/crc32.ts";
import { type PackedRange, readAround, readDamagedText } from "./damaged-text.ts";

/** `sums` is missing if the end of the file is missing. */
type Found = ArchivedFile & PackedRange & { readonly sums?: Sums };
type Sums = { readonly crc: number; readonly packedBytes: number; readonly sizeBytes: number };
type Header = {
  readonly path: string;
  readonly isStored: boolean;
  readonly dataAt: number;
  /** Undefined if the sums follow the data. */
  readonly sums: Sums | undefined;
  /** True if the sizes behind the data take eight bytes each. */
  readonly isLarge: boolean;
};

const [HEADER, DESCRIPTOR, DIRECTORY] = [0x04034b50, 0x08074b50, 0x02014b50];
const [HEADER_BYTES, DESCRIPTOR_BYTES, LARGE_DESCRIPTOR_BYTES] = [30, 16, 24];
const [ENCRYPTED, SIZES_FOLLOW] = [0x0001, 0x0008];
const [STORED, DEFLATED, MAX_VERSION] = [0, 8, 63];
const [FIRST_STEP_BYTES, WINDOW_BYTES] = [4096, 1_048_576];
const MAX_FILES = 2_000_000;
const MAX_32 = 0xffff_ffff;

/** Returns undefined if nothing in it looks like a file of a zip. */
export async function salvageZip(source: ByteSource): Promise<ArchiveReader | undefined> {
  const found = await findFiles(patched(source));
  if (found.length === 0) return undefined;
  const byPath = new Map(found.map((file) => [file.path, file]));
  return {
    isSalvaged: true,
    damage: [{ kind: "archive-damaged", path: "" }],
    files: found.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    read: (path, take) => readFound(patched(source), byPath.get(path), { path, take }),
    async readDamaged(path, take) {
      const file = byPath.get(path);
      if (file !== undefined) await readDamagedText(source, file, take);
    },
  };
}

/** Fills unreadable bytes with zeros, which checksums reveal. Serves small reads from one window, because each file needs several. */
export function patched(source: ByteSource): ByteSource {
  let window = { from: 0, bytes: new Uint8Array(0) as Uint8Array };
  return {
    sizeBytes: source.sizeBytes,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, source.sizeBytes - offset));
      // In a truncated header, the name would be beyond the end.
      if (wanted === 0) return new Uint8Array(0);
      if (wanted > WINDOW_BYTES / 2) return readAround(source, offset, wanted);
      if (offset < window.from || offset + wanted > window.from + window.bytes.length)
        window = { from: offset, bytes: await readAround(source, offset, Math.min(WINDOW_BYTES, source.sizeBytes - offset)) };
      return window.bytes.subarray(offset - window.from, offset - window.from + wanted);
    },
  };
}

async function findFiles(source: ByteSource): Promise<readonly Found[]> {
  const found: Found[] = [];
  let at: number | undefined = 0;
  while (found.length < MAX_FILES) {
    at = await findSignature(source, at, {
      signature: HEADER,
      accepts: async (position) => (await readHeader(source, position)) !== undefined,
    });
    const header: Header | undefined = at === undefined ? undefined : await readHeader(source, at);
    if (header === undefined) break;
    const { path, isStored, dataAt, isLarge } = header;
    const sums: Sums | undefined = header.sums ?? (await findSums(source, dataAt, isLarge));
    const end: number = sums === undefined ? await endOfPart(source, dataAt) : dataAt + sums.packedBytes;
    const isCut = end > source.sizeBytes;
    const packed = { isStored, from: dataAt, to: Math.min(end, source.sizeBytes) };
    if (!path.endsWith("/"))
      found.push({
        path,
        sizeBytes: sums?.sizeBytes ?? packed.to - packed.from,
        ...packed,
        ...(sums === undefined || isCut ? {} : { sums }),
      });
    at = packed.to;
  }
  return found;
}

async function readHeader(source: ByteSource, at: number): Promise<Header | undefined> {
  const head = await viewAt(source, at, HEADER_BYTES);
  if (head.byteLength < HEADER_BYTES || head.getUint32(0, true) !== HEADER) return undefined;
  const [version, flags, method] = [head.getUint16(4, true), head.getUint16(6, true), head.getUint16(8, true)];
  const [nameBytes, moreBytes] = [head.getUint16(26, true), head.getUint16(28, true)];
  if ((version & 0xff) > MAX_VERSION || (flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED) || nameBytes === 0)
    return undefined;
  const path = toPath((await source.read(at + HEADER_BYTES, nameBytes)) ?? new Uint8Array(0));
  if (path === undefined) return undefined;
  const dataAt = at + HEADER_BYTES + nameBytes + moreBytes;
  const more = await viewAt(source, at + HEADER_BYTES + nameBytes, moreBytes);
  const sums = { crc: head.getUint32(14, true), ...largeSizes(more, head.getUint32(18, true), head.getUint32(22, true)) };
  const isLarge = more.byteLength >= 4 && more.getUint16(0, true) === 1;
  return { path, isStored: method === STORED, dataAt, isLarge, sums: (flags & SIZES_FOLLOW) === 0 ? sums : undefined };
}

/** Reads sizes that do not fit into 32 bits from the extra field. APPNOTE 4.5.3. */
function largeSizes(more: DataView, packedBytes: number, sizeBytes: number): Pick<Sums, "packedBytes" | "sizeBytes"> {
  for (let at = 0; at + 4 <= more.byteLength; at += 4 + more.getUint16(at + 2, true)) {
    if (more.getUint16(at, true) !== 1 || at + 20 > more.byteLength) continue;
    const [large, largePacked] = [Number(more.getBigUint64(at + 4, true)), Number(more.getBigUint64(at + 12, true))];
    return { packedBytes: packedBytes === MAX_32 ? largePacked : packedBytes, sizeBytes: sizeBytes === MAX_32 ? large : sizeBytes };
  }
  return { packedBytes, sizeBytes };
}

/** Finds the descriptor behind the data. Its packed size must match its distance, which tells it from data that looks similar. */
async function findSums(source: ByteSource, dataAt: number, isLarge: boolean): Promise<Sums | undefined> {
  let sums: Sums | undefined;
  const length = isLarge ? LARGE_DESCRIPTOR_BYTES : DESCRIPTOR_BYTES;
  await findSignature(source, dataAt, {
    signature: DESCRIPTOR,
    accepts: async (at) => {
      const view = await viewAt(source, at, length);
      if (view.byteLength < length) return false;
      const sizeAt = (position: number) => (isLarge ? Number(view.getBigUint64(position, true)) : view.getUint32(position, true));
      if (sizeAt(8) !== at - dataAt) return false;
      sums = { crc: view.getUint32(4, true), packedBytes: at - dataAt, sizeBytes: sizeAt(length === DESCRIPTOR_BYTES ? 12 : 16) };
      return true;
    },
  });
  return sums;
}

/** Returns the end of a file whose length is lost: the next file, the directory, or the end of the zip. */
async function endOfPart(source: ByteSource, dataAt: number): Promise<number> {
  const next = await findSignature(source, dataAt, {
    signature: HEADER,
    accepts: async (at) => (await readHeader(source, at)) !== undefined,
  });
  const directory = await findSignature(source, dataAt, { signature: DIRECTORY, accepts: async () => true });
  return Math.min(next ?? source.sizeBytes, directory ?? source.sizeBytes);
}

async function findSignature(
  source: ByteSource,
  from: number,
  { signature, accepts }: { readonly signature: number; readonly accepts: (at: number) => Promise<boolean> },
): Promise<number | undefined> {
  const third = (signature >>> 16) & 0xff;
  let step = FIRST_STEP_BYTES / 2;
  for (let start = from; start < source.sizeBytes; start += step) {
    step = Math.min(step * 2, WINDOW_BYTES);
    // Reads three more bytes, because a signature may cross the boundary.
    const bytes = (await source.read(start, step + 3)) ?? new Uint8Array(0);
    for (let at = bytes.indexOf(0x50); at !== -1 && at < step; at = bytes.indexOf(0x50, at + 1)) {
      const isThere = bytes[at + 1] === 0x4b && bytes[at + 2] === third && bytes[at + 3] === signature >>> 24;
      if (isThere && (await accepts(start + at))) return start + at;
    }
  }
  return undefined;
}

async function readFound(
  source: ByteSource,
  file: Found | undefined,
  { path, take }: { readonly path: string; readonly take: (bytes: Uint8Array) => boolean | Promise<boolean> },
): Promise<Result<void, ArchiveReadProblem>> {
  if (file === undefined) return failed({ kind: "damaged", path });
  let [crc, sizeBytes] = [0, 0];
  try {
    const packed = piecesOf(source, file);
    const pieces = file.isStored ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = pieces.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      crc = crc32(piece.value, crc);
      sizeBytes += piece.value.length;
      if (file.sums !== undefined && sizeBytes > file.sums.sizeBytes) return failed({ kind: "too-large" });
      if (!(await take(piece.value))) {
        await reader.cancel();
        return ok(undefined);
      }
    }
  } catch {
    return failed({ kind: "damaged", path });
  }
  const isWhole = file.sums !== undefined && crc === file.sums.crc && sizeBytes === file.sums.sizeBytes;
  return isWhole ? ok(undefined) : failed({ kind: "damaged", path });
}

function piecesOf(source: ByteSource, { from, to }: PackedRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = from;
  return new ReadableStream({
    async pull(controller) {
      const bytes = at >= to ? undefined : await source.read(at, Math.min(WINDOW_BYTES, to - at));
      if (bytes === undefined || bytes.length === 0) return controller.close();
      at += bytes.length;
      controller.enqueue(new Uint8Array(bytes));
    },
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function toPath(name: Uint8Array): string | undefined {
  try {
    const path = decoder.decode(name);
    return path.includes("\0") || path === "" ? undefined : path;
  } catch {
    return undefined;
  }
}

async function viewAt(source: ByteSource, at: number, length: number): Promise<DataView> {
  const bytes = (await source.read(at, length)) ?? new Uint8Array(0);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
