/** Small files as they lie in a zip, packed one behind the other wherever there is a thread for it. */
import { type ManifestEntry, manifestLines } from "@satchel/core/backup/backup-format.ts";
import { BACKUP } from "@satchel/core/limits.ts";
import type { PackedFiles } from "@satchel/core/ports/archive.ts";
import { sha256Hex } from "@satchel/crypto/sha256-stream.ts";
import { crc32 } from "./crc32.ts";
import { Room } from "./room.ts";
import { dataDescriptor, ENTRY_BYTES, HEADER_BYTES, localHeader, putEntry, putStoredHeader } from "./zip-records.ts";
import type { StartDeflate } from "./zlib.ts";

/** What packing takes off a small page is a kilobyte or two, and its price more than all else of a backup's work. */
const STORED_MAX_BYTES = 8192;
const [FIRST_ROOM_BYTES, FIRST_ENTRIES_BYTES] = [4_194_304, 262_144];

/** Keeps its memory from one group of files to the next. `time` below: as `dosTime` says it. */
export function createFilePacker(startDeflate: StartDeflate) {
  const encoder = new TextEncoder();
  const [all, entries] = [new Room(FIRST_ROOM_BYTES), new Room(FIRST_ENTRIES_BYTES)];
  let summing: Promise<ManifestEntry>[] = [];

  const pack = (name: Uint8Array, content: Uint8Array, crc: number, time: number): number => {
    all.push(localHeader(name, time));
    const begin = all.length;
    const deflating = startDeflate(BACKUP.deflateLevel, (packed) => all.push(packed));
    deflating.write(content);
    deflating.end();
    const packedBytes = all.length - begin;
    all.push(dataDescriptor({ crc, packedBytes, sizeBytes: content.length }));
    return packedBytes;
  };

  return {
    add(path: string, text: string, time: number): void {
      const [offset, entry] = [all.length, entries.length];
      all.skip(HEADER_BYTES);
      all.pushText(path);
      const begin = all.length;
      all.pushText(text);
      const [name, content] = [all.part(offset + HEADER_BYTES, begin), all.part(begin, all.length)];
      const file = { nameBytes: name.length, crc: crc32(content), sizeBytes: content.length };
      summing.push(sha256Hex(content).then((sha256) => ({ path, sha256, sizeBytes: file.sizeBytes })));
      entries.skip(ENTRY_BYTES);
      entries.push(name);
      const isStored = file.sizeBytes <= STORED_MAX_BYTES;
      if (isStored) putStoredHeader(all.view, offset, file, time);
      else all.cut(offset);
      const packedBytes = isStored ? file.sizeBytes : pack(name.slice(), content.slice(), file.crc, time);
      putEntry(entries.view, entry, { ...file, packedBytes, offset, isStored }, time);
    },
    /** What was added since the last time. */
    async packed(): Promise<PackedFiles> {
      const [bytes, directory, summed] = [all.take(), entries.take(), summing];
      summing = [];
      const manifest = encoder.encode(manifestLines(await Promise.all(summed)));
      return { bytes, directory, count: summed.length, manifest };
    },
  };
}
