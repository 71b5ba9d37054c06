/**
 * Writes a zip from front to back, DEFLATE level 6 (B §9 "Backup"). The browser packs what is large, fflate what is small; the records
 * around it are ours, because no library that packs ten thousand small files in little time writes zip64, without which a zip ends at 65,535 files
 * (docs/decisions/0011).
 */
import type { ArchiveProblem, ArchiveWriter } from "@satchel/core/ports/archive.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import { deflateSync } from "fflate";
import type { ByteSink } from "./byte-sink.ts";
import { crc32 } from "./crc32.ts";
import { createStreamPacker, type StreamPacker } from "./stream-deflate.ts";
import { dataDescriptor, directoryEntry, endOfDirectory, localHeader, type ZippedFile } from "./zip-records.ts";

const LEVEL = 6;
/** To set up a stream takes longer than to pack so little. */
const SMALL_MAX_BYTES = 65_536;
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
  only: Uint8Array<ArrayBuffer> | undefined;
  packer: StreamPacker | undefined;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
};

export function createZipWriter(sink: ByteSink, atMs: number): ZipWriter {
  const files: ZippedFile[] = [];
  let waiting: Uint8Array[] = [];
  let [waitingBytes, writtenBytes] = [0, 0];
  let file: OpenFile | undefined;

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

  const take = (open: OpenFile, packed: Uint8Array): void => {
    open.packedBytes += packed.length;
    push(packed);
  };
  const stream = (open: OpenFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    open.packer ??= createStreamPacker((packed) => take(open, packed));
    return open.packer.write(bytes);
  };
  const write = async (open: OpenFile, bytes: Uint8Array): Promise<void> => {
    if (open.sizeBytes === 0) open.only = bytes.slice();
    else {
      if (open.only !== undefined) await stream(open, open.only);
      open.only = undefined;
      await stream(open, bytes.slice());
    }
  };
  const finish = async (open: OpenFile): Promise<void> => {
    const last = open.only ?? new Uint8Array(0);
    if (open.packer === undefined && last.length <= SMALL_MAX_BYTES) return take(open, deflateSync(last, { level: LEVEL }));
    await stream(open, last);
    await open.packer?.end();
  };

  return {
    async open(path) {
      if (file !== undefined) throw new Error("two files of an archive at once");
      file = { path, offset: writtenBytes, only: undefined, packer: undefined, crc: 0, packedBytes: 0, sizeBytes: 0 };
      push(localHeader(encoder.encode(path), atMs));
    },
    async write(bytes) {
      const open = opened();
      if (open.sizeBytes + bytes.length > MAX_FILE_BYTES) return failed({ kind: "cannot-write", detail: "a file over 4 GB" });
      await write(open, bytes);
      open.crc = crc32(bytes, open.crc);
      open.sizeBytes += bytes.length;
      return flush(FLUSH_BYTES);
    },
    async close() {
      const open = opened();
      await finish(open);
      const { path, offset, crc, packedBytes, sizeBytes } = open;
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

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
