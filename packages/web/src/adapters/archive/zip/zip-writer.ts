/** Streams a zip with zlib and our own records: no fast library writes zip64 for over 65,535 files (decision 0011). */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchiveFile, ArchiveProblem, ArchiveWriter } from "@satchel/core/ports/transfer/archive.ts";
import type { ByteSink } from "../format/byte-sink.ts";
import {
  dataDescriptor,
  directoryEntry,
  dosTime,
  endOfDirectory,
  joined,
  largeDescriptor,
  largeHeader,
  localHeader,
  movedEntries,
  type ZippedFile,
} from "../format/zip-records.ts";
import { type StartPacking, startPacking, startStoring } from "../packing/pack-stream.ts";

/** Smaller than the pages of one group, so that they are written directly, not first copied behind others. */
const FLUSH_BYTES = 262_144;
const KEPT_BYTES = 8_388_608;
const MAX_FILE_BYTES = 0xffff_fffe;

export type ZipWriter = ArchiveWriter & {
  /** Opens a file of any size that is stored as it is written: sealed content does not shrink. */
  openLarge(path: string): Promise<ArchiveFile>;
  /** Writes the directory. No file may follow. */
  end(): Promise<Result<void, ArchiveProblem>>;
};

type Written = Promise<Result<void, ArchiveProblem>>;
type Packed = Pick<ZippedFile, "crc" | "packedBytes" | "sizeBytes">;

/** `startText` packs the files that are opened as text. */
export function createZipWriter(sink: ByteSink, atMs: number, startText: StartPacking = startPacking): ZipWriter {
  const directory: Uint8Array[] = [];
  const time = dosTime(atMs);
  let waiting: Uint8Array[] = [];
  let [waitingBytes, writtenBytes, count, isOpen] = [0, 0, 0, false];
  let following: Following | undefined;

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
  const begin = (path: string, header = localHeader): Pick<ZippedFile, "name" | "offset"> => {
    if (isOpen) throw new Error("two files of an archive at once");
    const [name, offset] = [encoder.encode(path), writtenBytes];
    push(header(name, time));
    return { name, offset };
  };
  const pushKept = async (kept: Kept): Written => {
    for await (const bytes of kept.all()) {
      push(bytes);
      const flushed = await flush(FLUSH_BYTES);
      if (!flushed.ok) return flushed;
    }
    return ok(undefined);
  };
  const addAll = ({ kept, parts }: Following): Written => {
    for (const part of parts) {
      directory.push(movedEntries(part.directory, writtenBytes + part.at));
      count += part.count;
    }
    return pushKept(kept);
  };
  const finish = (file: ZippedFile): Written => {
    push(file.isLarge ? largeDescriptor(file) : dataDescriptor(file));
    directory.push(directoryEntry(file, time));
    count += 1;
    return flush(FLUSH_BYTES);
  };

  return {
    async open(path) {
      const begun = begin(path);
      isOpen = true;
      return packFile(startPacking, push, {
        after: {
          written: () => flush(FLUSH_BYTES),
          ended(packed) {
            isOpen = false;
            return finish({ ...begun, ...packed, isStored: false });
          },
        },
      });
    },
    async openLarge(path) {
      const begun = begin(path, largeHeader);
      isOpen = true;
      const after: After = {
        written: () => flush(FLUSH_BYTES),
        ended(packed) {
          isOpen = false;
          return finish({ ...begun, ...packed, isStored: true, isLarge: true });
        },
      };
      return packFile(startStoring, push, { after, maxBytes: Number.MAX_SAFE_INTEGER });
    },
    async openText(path) {
      const kept = createKept();
      return packFile(startText, kept.push, {
        after: {
          written: async () => ok(undefined),
          async ended(packed) {
            const begun = begin(path);
            const pushed = await pushKept(kept);
            return pushed.ok ? finish({ ...begun, ...packed, isStored: false }) : pushed;
          },
        },
      });
    },
    async openInPlace(path) {
      const begun = begin(path);
      isOpen = true;
      following = { kept: createKept(), parts: [] };
      return packFile(startText, (packed) => push(new Uint8Array(packed)), {
        after: {
          written: () => flush(FLUSH_BYTES),
          async ended(packed) {
            isOpen = false;
            const finished = await finish({ ...begun, ...packed, isStored: false });
            const added = following;
            following = undefined;
            return finished.ok && added !== undefined ? addAll(added) : finished;
          },
        },
      });
    },
    async add(packed) {
      if (following !== undefined) {
        following.parts.push({ directory: packed.directory, at: following.kept.bytes(), count: packed.count });
        following.kept.keep(packed.bytes as Uint8Array<ArrayBuffer>);
        return ok(undefined);
      }
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

function packFile(
  start: StartPacking,
  push: (packed: Uint8Array) => void,
  { after, maxBytes = MAX_FILE_BYTES }: { readonly after: After; readonly maxBytes?: number },
): ArchiveFile {
  let [packedBytes, sizeBytes] = [0, 0];
  const packing = start((packed) => {
    packedBytes += packed.length;
    push(packed);
  });
  return {
    async write(bytes) {
      if (sizeBytes + bytes.length > maxBytes) return failed({ kind: "cannot-write", detail: "a file over 4 GB" });
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

type Kept = ReturnType<typeof createKept>;
/** Files packed elsewhere while another file is being written; `at` is their offset behind the first of them. */
type Following = { readonly kept: Kept; readonly parts: { readonly directory: Uint8Array; readonly at: number; readonly count: number }[] };

/** Buffer for files that must wait: in memory while small, then in blobs, which a browser moves to disk when there are many. */
function createKept() {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, allBytes] = [0, 0];
  const keep = (owned: Uint8Array<ArrayBuffer>): void => {
    pieces.push(owned);
    bytes += owned.length;
    allBytes += owned.length;
    if (bytes < KEPT_BYTES) return;
    blobs.push(new Blob(pieces));
    [pieces, bytes] = [[], 0];
  };
  return {
    /** Copies the bytes, because the packer reuses its memory. */
    push: (packed: Uint8Array): void => keep(new Uint8Array(packed)),
    keep,
    bytes: () => allBytes,
    async *all(): AsyncGenerator<Uint8Array> {
      for (const blob of blobs) yield new Uint8Array(await blob.arrayBuffer());
      yield* pieces;
    },
  };
}
