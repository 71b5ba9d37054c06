/**
 * Writes a zip from front to back. zlib packs; the records around it are ours, because no library that packs ten thousand small files in little
 * time writes zip64, without which a zip ends at 65,535 files (docs/decisions/0011).
 */
import type { ArchiveProblem, ArchiveWriter } from "@satchel/core/ports/archive.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import type { ByteSink } from "./byte-sink.ts";
import { crc32 } from "./crc32.ts";
import { joined } from "./joined.ts";
import { dataDescriptor, directoryEntry, endOfDirectory, localHeader, type ZippedFile } from "./zip-records.ts";
import type { Deflate, Packing } from "./zlib.ts";

const FLUSH_BYTES = 1_048_576;
const MAX_FILE_BYTES = 0xffff_fffe;

export type ZipWriter = ArchiveWriter & {
  /** Writes the directory; nothing may follow. */
  end(): Promise<Result<void, ArchiveProblem>>;
};

type OpenFile = {
  readonly path: string;
  readonly offset: number;
  readonly packing: Packing;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
};

export function createZipWriter(sink: ByteSink, atMs: number, deflate: Deflate): ZipWriter {
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
    const bytes = joined(waiting);
    [waiting, waitingBytes] = [[], 0];
    return sink.write(bytes);
  };
  const opened = (): OpenFile => {
    if (file === undefined) throw new Error("no file of the archive is open");
    return file;
  };
  const begin = (path: string): number => {
    if (file !== undefined) throw new Error("two files of an archive at once");
    const offset = writtenBytes;
    push(localHeader(encoder.encode(path), atMs));
    return offset;
  };
  const finish = (done: ZippedFile): Promise<Result<void, ArchiveProblem>> => {
    push(dataDescriptor(done));
    files.push(done);
    return flush(FLUSH_BYTES);
  };

  return {
    async open(path) {
      const offset = begin(path);
      const open: OpenFile = {
        path,
        offset,
        packing: deflate((packed) => {
          open.packedBytes += packed.length;
          push(packed);
        }),
        crc: 0,
        packedBytes: 0,
        sizeBytes: 0,
      };
      file = open;
    },
    async write(bytes) {
      const open = opened();
      if (open.sizeBytes + bytes.length > MAX_FILE_BYTES) return failed({ kind: "cannot-write", detail: "a file over 4 GB" });
      open.packing.write(bytes);
      open.crc = crc32(bytes, open.crc);
      open.sizeBytes += bytes.length;
      return flush(FLUSH_BYTES);
    },
    async close() {
      const open = opened();
      open.packing.end();
      const { path, offset, crc, packedBytes, sizeBytes } = open;
      file = undefined;
      return finish({ name: encoder.encode(path), offset, crc, packedBytes, sizeBytes });
    },
    async add({ path, packed, crc, sizeBytes }) {
      const offset = begin(path);
      push(packed);
      return finish({ name: encoder.encode(path), offset, crc, packedBytes: packed.length, sizeBytes });
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
