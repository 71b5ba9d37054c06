/** Small files as they lie in a zip, packed one behind the other wherever there is a thread for it. */
import type { CreateDigest, PackedFile, PackedFiles } from "@satchel/core/ports/archive.ts";
import { crc32 } from "./crc32.ts";
import { dataDescriptor, localHeader } from "./zip-records.ts";
import type { Deflate } from "./zlib.ts";

export type PackTools = { readonly deflate: Deflate; readonly createDigest: CreateDigest };

const FIRST_ROOM_BYTES = 1_048_576;

export function createFilePacker({ deflate, createDigest }: PackTools, atMs: number) {
  const encoder = new TextEncoder();
  const files: PackedFile[] = [];
  const all = createGrowing();
  return {
    add(path: string, bytes: Uint8Array): void {
      const offset = all.length();
      all.push(localHeader(encoder.encode(path), atMs));
      const begin = all.length();
      deflate(bytes, all.push);
      const file = { crc: crc32(bytes), packedBytes: all.length() - begin, sizeBytes: bytes.length };
      all.push(dataDescriptor(file));
      files.push({ path, offset, ...file, sha256: sha256Of(bytes, createDigest) });
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
