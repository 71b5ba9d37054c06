/** Small files as they lie in a zip, packed one behind the other wherever there is a thread for it. */
import { BACKUP } from "@satchel/core/limits.ts";
import type { CreateDigest, PackedFile, PackedFiles } from "@satchel/core/ports/archive.ts";
import { crc32 } from "./crc32.ts";
import { dataDescriptor, dosTime, localHeader, storedHeader } from "./zip-records.ts";
import type { StartDeflate } from "./zlib.ts";

export type PackTools = { readonly startDeflate: StartDeflate; readonly createDigest: CreateDigest };

/** What packing takes off a small page is a kilobyte or two, and its price more than all else of a backup's work. */
const STORED_MAX_BYTES = 8192;
const FIRST_ROOM_BYTES = 2_097_152;

export function createFilePacker({ startDeflate, createDigest }: PackTools, atMs: number) {
  const [encoder, time] = [new TextEncoder(), dosTime(atMs)];
  const files: PackedFile[] = [];
  const all = createGrowing();
  const store = (name: Uint8Array, bytes: Uint8Array, crc: number): number => {
    all.push(storedHeader(name, { crc, sizeBytes: bytes.length }, time));
    all.push(bytes);
    return bytes.length;
  };
  const pack = (name: Uint8Array, bytes: Uint8Array, crc: number): number => {
    all.push(localHeader(name, time));
    const begin = all.length();
    const deflating = startDeflate(BACKUP.deflateLevel, all.push);
    deflating.write(bytes);
    deflating.end();
    const packedBytes = all.length() - begin;
    all.push(dataDescriptor({ crc, packedBytes, sizeBytes: bytes.length }));
    return packedBytes;
  };
  return {
    add(path: string, bytes: Uint8Array): void {
      const [name, offset] = [encoder.encode(path), all.length()];
      const isStored = bytes.length <= STORED_MAX_BYTES;
      const [crc, sizeBytes] = [crc32(bytes), bytes.length];
      const packedBytes = isStored ? store(name, bytes, crc) : pack(name, bytes, crc);
      files.push({ path, offset, packedBytes, crc, sizeBytes, isStored, sha256: sha256Of(bytes, createDigest) });
    },
    packed: (): PackedFiles => ({ bytes: all.bytes(), files }),
  };
}

/** Bytes behind one another in one buffer: thousands of small ones, each of its own, take longer to get and to give back than to fill. */
function createGrowing() {
  let room = new Uint8Array(FIRST_ROOM_BYTES);
  let length = 0;
  return {
    push(bytes: Uint8Array): void {
      if (length + bytes.length > room.length) {
        const larger = new Uint8Array(Math.max(room.length * 2, length + bytes.length));
        larger.set(room.subarray(0, length));
        room = larger;
      }
      room.set(bytes, length);
      length += bytes.length;
    },
    length: () => length,
    bytes: (): Uint8Array => room.slice(0, length),
  };
}

function sha256Of(bytes: Uint8Array, createDigest: CreateDigest): string {
  const digest = createDigest();
  digest.update(bytes);
  return digest.hex();
}
