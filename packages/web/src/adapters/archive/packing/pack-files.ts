/** Packs small files into zip form, one behind the other; runs in any thread. */
import { type ManifestEntry, manifestLines } from "@satchel/core/model/backup/backup-format.ts";
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import type { PackedFiles } from "@satchel/core/ports/transfer/archive.ts";
import { sha256Hex } from "@satchel/crypto/digests/stream-digests.ts";
import { ByteArena } from "../format/byte-arena.ts";
import { crc32 } from "../format/crc32.ts";
import { dataDescriptor, ENTRY_BYTES, HEADER_BYTES, putEntry, putHeader } from "../format/zip-records.ts";
import type { StartDeflate } from "./zlib.ts";

/** Packing saves only a kilobyte or two on a small page, but would take more time than the rest of the backup. */
const STORED_MAX_BYTES = 8192;
const [FIRST_ARENA_BYTES, FIRST_ENTRIES_BYTES] = [4_194_304, 262_144];

/** The packer reuses its memory from one group of files to the next. `time` below: result of `dosTime`. */
export function createFilePacker(startDeflate: StartDeflate) {
  const encoder = new TextEncoder();
  const [all, entries] = [new ByteArena(FIRST_ARENA_BYTES), new ByteArena(FIRST_ENTRIES_BYTES)];
  let summing: Promise<ManifestEntry>[] = [];

  /** Replaces the last content in the arena with its packed form. */
  const pack = (content: Uint8Array, crc: number): number => {
    const [begin, sizeBytes] = [all.length - content.length, content.length];
    const deflating = startDeflate(BACKUP.deflateLevel, (packed) => all.push(packed));
    const whole = content.slice();
    all.cut(begin);
    deflating.write(whole);
    deflating.end();
    const packedBytes = all.length - begin;
    all.push(dataDescriptor({ crc, packedBytes, sizeBytes }));
    return packedBytes;
  };

  return {
    add(path: string, file: string | Uint8Array, time: number): void {
      const [offset, entry] = [all.length, entries.length];
      all.skip(HEADER_BYTES);
      all.pushText(path);
      const begin = all.length;
      if (typeof file === "string") all.pushText(file);
      else all.push(file);
      const [name, content] = [all.part(offset + HEADER_BYTES, begin), all.part(begin, all.length)];
      const [crc, sizeBytes] = [crc32(content), content.length];
      const about = { nameBytes: name.length, crc, sizeBytes, isStored: sizeBytes <= STORED_MAX_BYTES };
      putHeader(all.view, offset, { ...about, time });
      entries.skip(ENTRY_BYTES);
      entries.push(name);
      summing.push(sha256Hex(content).then((sha256) => ({ path, sha256, sizeBytes })));
      const packedBytes = about.isStored ? sizeBytes : pack(content, crc);
      putEntry(entries.view, entry, { entry: { ...about, packedBytes, offset }, time });
    },
    /** Files added since the previous call. */
    async packed(): Promise<PackedFiles> {
      const [bytes, directory, summed] = [all.take(), entries.take(), summing];
      summing = [];
      const manifest = encoder.encode(manifestLines(await Promise.all(summed)));
      return { bytes, directory, count: summed.length, manifest };
    },
  };
}
