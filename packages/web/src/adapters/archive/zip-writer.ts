/**
 * Writes a zip from front to back, DEFLATE level 6 (B §9 "Backup"). fflate packs what is large, small-deflate.ts what is small; the records
 * around it are ours, because no library that packs ten thousand small files in a second writes zip64, without which a zip ends at 65,535
 * files (docs/decisions/0011).
 */
import type { ArchiveProblem, ArchiveWriter } from "@satchel/core/ports/archive.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import { ZipDeflate } from "fflate";
import type { ByteSink } from "./byte-sink.ts";
import { crc32 } from "./crc32.ts";
import { createSmallPacker, SMALL_MAX_BYTES } from "./small-deflate.ts";
import { dataDescriptor, directoryEntry, endOfDirectory, localHeader, type ZippedFile } from "./zip-records.ts";

const LEVEL = 6;
const FLUSH_BYTES = 262_144;
const MAX_FILE_BYTES = 0xffff_fffe;

export type ZipWriter = ArchiveWriter & {
  /** Writes the directory; nothing may follow. */
  end(): Promise<Result<void, ArchiveProblem>>;
};

type OpenFile = {
  readonly path: string;
  readonly offset: number;
  /** All there is so far of a file that may be done with one piece. */
  only: Uint8Array | undefined;
  packer: ZipDeflate | undefined;
  packedBytes: number;
  sizeBytes: number;
};

export function createZipWriter(sink: ByteSink, atMs: number): ZipWriter {
  const files: ZippedFile[] = [];
  let waiting: Uint8Array[] = [];
  let [waitingBytes, writtenBytes] = [0, 0];
  let file: OpenFile | undefined;
  const packSmall = createSmallPacker();

  const push = (bytes: Uint8Array): void => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    writtenBytes += bytes.length;
  };
  const flush = async (least: number): Promise<Result<void, ArchiveProblem>> => {
    if (waitingBytes < least) return ok(undefined);
    const bytes = joined(waiting, waitingBytes);
    [waiting, waitingBytes] = [[], 0];
    return sink.write(bytes);
  };
  const opened = (): OpenFile => {
    if (file === undefined) throw new Error("no file of the archive is open");
    return file;
  };

  const pack = (open: OpenFile, bytes: Uint8Array, isLast: boolean): number => {
    open.packer ??= createPacker(open.path, (packed) => {
      open.packedBytes += packed.length;
      push(packed);
    });
    open.packer.push(bytes, isLast);
    return open.packer.crc;
  };
  const packWhole = (open: OpenFile, bytes: Uint8Array): number => {
    if (bytes.length > SMALL_MAX_BYTES) return pack(open, bytes, true);
    const packed = packSmall(bytes);
    open.packedBytes = packed.length;
    push(packed);
    return crc32(bytes);
  };

  return {
    async open(path) {
      if (file !== undefined) throw new Error("two files of an archive at once");
      file = { path, offset: writtenBytes, only: undefined, packer: undefined, packedBytes: 0, sizeBytes: 0 };
      push(localHeader(encoder.encode(path), atMs));
    },
    async write(bytes) {
      const open = opened();
      const isFirst = open.sizeBytes === 0;
      if (open.sizeBytes + bytes.length > MAX_FILE_BYTES) return failed({ kind: "cannot-write", detail: "a file over 4 GB" });
      open.sizeBytes += bytes.length;
      if (isFirst) open.only = bytes.slice();
      else {
        if (open.only !== undefined) pack(open, open.only, false);
        open.only = undefined;
        pack(open, bytes.slice(), false);
      }
      return flush(FLUSH_BYTES);
    },
    async close() {
      const open = opened();
      const crc = open.packer === undefined ? packWhole(open, open.only ?? new Uint8Array(0)) : pack(open, new Uint8Array(0), true);
      const { path, offset, packedBytes, sizeBytes } = open;
      const done = { name: encoder.encode(path), offset, crc, packedBytes, sizeBytes };
      push(dataDescriptor(done));
      files.push(done);
      file = undefined;
      return flush(FLUSH_BYTES);
    },
    async end() {
      const offset = writtenBytes;
      for (const each of files) push(directoryEntry(each, atMs));
      push(endOfDirectory(files.length, writtenBytes - offset, offset));
      return flush(0);
    },
  };
}

const encoder = new TextEncoder();

function createPacker(path: string, take: (packed: Uint8Array) => void): ZipDeflate {
  const packer = new ZipDeflate(path, { level: LEVEL });
  packer.ondata = (error, packed) => {
    if (error !== null) throw error;
    take(packed);
  };
  return packer;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
