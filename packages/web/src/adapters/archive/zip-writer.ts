/**
 * Writes a zip from front to back. The browser's own zlib packs; the records around it are ours, because no library that packs ten thousand
 * small files in little time writes zip64, without which a zip ends at 65,535 files (docs/decisions/0011).
 */
import type { ArchiveFile, ArchiveProblem, ArchiveWriter } from "@satchel/core/ports/archive.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import type { ByteSink } from "./byte-sink.ts";
import { joined } from "./joined.ts";
import { type StartPacking, startPacking } from "./pack-stream.ts";
import { dataDescriptor, directoryEntry, dosTime, endOfDirectory, localHeader, movedEntries, type ZippedFile } from "./zip-records.ts";

/** Less than a group's pages come to: they are written as they are, not first copied behind others. */
const FLUSH_BYTES = 262_144;
const KEPT_BYTES = 8_388_608;
const MAX_FILE_BYTES = 0xffff_fffe;

export type ZipWriter = ArchiveWriter & {
  /** Writes the directory; nothing may follow. */
  end(): Promise<Result<void, ArchiveProblem>>;
};

type Written = Promise<Result<void, ArchiveProblem>>;
type Packed = Pick<ZippedFile, "crc" | "packedBytes" | "sizeBytes">;

/** `startText`: packs what is opened as text. */
export function createZipWriter(sink: ByteSink, atMs: number, startText: StartPacking = startPacking): ZipWriter {
  const directory: Uint8Array[] = [];
  const time = dosTime(atMs);
  let waiting: Uint8Array[] = [];
  let [waitingBytes, writtenBytes, count, isOpen] = [0, 0, 0, false];

  const push = (bytes: Uint8Array): void => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    writtenBytes += bytes.length;
  };
  const flush = async (least: number): Written => {
    if (waitingBytes < least) return ok(undefined);
    const bytes = waiting.length === 1 ? (waiting[0] as Uint8Array<ArrayBuffer>) : joined(waiting);
    [waiting, waitingBytes] = [[], 0];
    return sink.write(bytes);
  };
  const begin = (path: string): Pick<ZippedFile, "name" | "offset"> => {
    if (isOpen) throw new Error("two files of an archive at once");
    const [name, offset] = [encoder.encode(path), writtenBytes];
    push(localHeader(name, time));
    return { name, offset };
  };
  const finish = (file: ZippedFile): Written => {
    push(dataDescriptor(file));
    directory.push(directoryEntry(file, time));
    count += 1;
    return flush(FLUSH_BYTES);
  };

  return {
    async open(path) {
      const begun = begin(path);
      isOpen = true;
      return packFile(startPacking, push, {
        written: () => flush(FLUSH_BYTES),
        ended(packed) {
          isOpen = false;
          return finish({ ...begun, ...packed, isStored: false });
        },
      });
    },
    async openText(path) {
      const kept = createKept();
      return packFile(startText, kept.push, {
        written: async () => ok(undefined),
        async ended(packed) {
          const begun = begin(path);
          for await (const bytes of kept.all()) {
            push(bytes);
            const flushed = await flush(FLUSH_BYTES);
            if (!flushed.ok) return flushed;
          }
          return finish({ ...begun, ...packed, isStored: false });
        },
      });
    },
    async add(packed) {
      if (isOpen) throw new Error("packed files inside of another");
      directory.push(movedEntries(packed.directory, writtenBytes));
      count += packed.count;
      push(packed.bytes);
      return flush(FLUSH_BYTES);
    },
    async end() {
      const offset = writtenBytes;
      for (const entries of directory) push(entries);
      push(endOfDirectory(count, writtenBytes - offset, offset));
      return flush(0);
    },
  };
}

const encoder = new TextEncoder();

type After = { written(): Written; ended(packed: Packed): Written };

function packFile(start: StartPacking, push: (packed: Uint8Array) => void, after: After): ArchiveFile {
  let [packedBytes, sizeBytes] = [0, 0];
  const packing = start((packed) => {
    packedBytes += packed.length;
    push(packed);
  });
  return {
    async write(bytes) {
      if (sizeBytes + bytes.length > MAX_FILE_BYTES) return failed({ kind: "cannot-write", detail: "a file over 4 GB" });
      await packing.write(bytes);
      sizeBytes += bytes.length;
      return after.written();
    },
    async close() {
      const crc = await packing.end();
      return after.ended({ crc, packedBytes, sizeBytes });
    },
  };
}

/** What is written aside: in memory while it is little, then in blobs, which a browser puts on the disk when they become many. */
function createKept() {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  return {
    push(packed: Uint8Array): void {
      pieces.push(new Uint8Array(packed));
      bytes += packed.length;
      if (bytes < KEPT_BYTES) return;
      blobs.push(new Blob(pieces));
      [pieces, bytes] = [[], 0];
    },
    async *all(): AsyncGenerator<Uint8Array> {
      for (const blob of blobs) yield new Uint8Array(await blob.arrayBuffer());
      yield* pieces;
    },
  };
}
