/** Reads a zip from any source. Reports every irregularity as `damaged`; never unpacks more than the declared size. */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchivedFile, ArchiveReader, ArchiveReadProblem } from "@satchel/core/ports/transfer/archive.ts";
import { type FileEntry, Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { ByteSource } from "../format/byte-source.ts";
import { type PackedRange, readDamagedText } from "./damaged-text.ts";
import { slimZip } from "./slim-directory.ts";

const MAX_FILES = 2_000_000;
const OPTIONS = { useWebWorkers: false, useCompressionStream: true, checkSignature: true, checkOverlappingEntry: true } as const;
const DAMAGED = { kind: "damaged" } as const;

/** `stored`: random access to a file that is stored uncompressed, without a checksum; undefined if the file is packed. */
export type ZipFileReader = ArchiveReader & { stored(path: string): Promise<ByteSource | undefined> };

/**
 * `isRead`: selects the files that the caller may ask for; of the others only path and size are kept, at the end of the list. All files if
 * omitted.
 */
export async function openZip(source: ByteSource, isRead?: (path: string) => boolean): Promise<Result<ZipFileReader, ArchiveReadProblem>> {
  try {
    const slim = isRead && (await slimZip(source, isRead));
    const entries = new Map<string, FileEntry>();
    const files: ArchivedFile[] = [];
    for await (const entry of new ZipReader(new SourceReader(slim?.source ?? source), OPTIONS).getEntriesGenerator()) {
      if (entry.directory) continue;
      if (files.length === MAX_FILES) return failed({ kind: "too-large" });
      if (isRead === undefined || isRead(entry.filename)) entries.set(entry.filename, entry);
      files.push({ path: entry.filename, sizeBytes: entry.uncompressedSize });
    }
    for (const other of slim?.others ?? []) files.push(other);
    if (files.length > MAX_FILES) return failed({ kind: "too-large" });
    return ok({
      files,
      read: (path, take) => readEntry(entries.get(path), path, take),
      async readDamaged(path, take) {
        const entry = entries.get(path);
        if (entry !== undefined) await readDamagedText(source, await positionOf(source, entry), take);
      },
      stored: (path) => sourceOfStored(source, entries.get(path)),
    });
  } catch {
    return failed(DAMAGED);
  }
}

class Ended extends Error {}
class TooLarge extends Error {}

async function readEntry(
  entry: FileEntry | undefined,
  path: string,
  take: (bytes: Uint8Array) => boolean | Promise<boolean>,
): Promise<Result<void, ArchiveReadProblem>> {
  if (entry === undefined) return failed({ kind: "damaged", path });
  let seenBytes = 0;
  let ended: Ended | TooLarge | undefined;
  const writable = new WritableStream<Uint8Array>({
    async write(bytes) {
      seenBytes += bytes.length;
      if (seenBytes > entry.uncompressedSize) ended = new TooLarge();
      else if (!(await take(bytes))) ended = new Ended();
      if (ended !== undefined) throw ended;
    },
  });
  try {
    await entry.getData(writable, OPTIONS);
    return ok(undefined);
  } catch {
    if (ended instanceof Ended) return ok(undefined);
    return failed(ended instanceof TooLarge ? { kind: "too-large" } : { kind: "damaged", path });
  }
}

const [HEADER_BYTES, NAME_LENGTH_AT, STORED] = [30, 26, 0];

/** Uses the header length of our own zips if the header is damaged. */
async function positionOf(source: ByteSource, entry: FileEntry): Promise<PackedRange> {
  const head = await source.read(entry.offset, HEADER_BYTES);
  const view = head && new DataView(head.buffer, head.byteOffset, head.length);
  const nameBytes = entry.rawFilename.length;
  const isSound = view?.byteLength === HEADER_BYTES && view.getUint16(NAME_LENGTH_AT, true) === nameBytes;
  const moreBytes = isSound ? view.getUint16(NAME_LENGTH_AT + 2, true) : 0;
  const from = entry.offset + HEADER_BYTES + nameBytes + moreBytes;
  return { isStored: entry.compressionMethod === STORED, from, to: Math.min(from + entry.compressedSize, source.sizeBytes) };
}

async function sourceOfStored(source: ByteSource, entry: FileEntry | undefined): Promise<ByteSource | undefined> {
  if (entry === undefined || entry.compressionMethod !== STORED || entry.encrypted) return undefined;
  const head = await source.read(entry.offset, HEADER_BYTES);
  if (head?.length !== HEADER_BYTES) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, HEADER_BYTES);
  const from = entry.offset + HEADER_BYTES + view.getUint16(NAME_LENGTH_AT, true) + view.getUint16(NAME_LENGTH_AT + 2, true);
  const sizeBytes = entry.compressedSize;
  if (from + sizeBytes > source.sizeBytes) return undefined;
  return { sizeBytes, read: (offset, length) => source.read(from + offset, Math.min(length, sizeBytes - offset)) };
}

class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super(source);
    this.#source = source;
    this.size = source.sizeBytes;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#source.read(offset, Math.min(length, this.#source.sizeBytes - offset));
    if (bytes === undefined) throw new Error("cut off");
    return bytes;
  }
}
