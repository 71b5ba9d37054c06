/** Small files as they lie in a zip, packed one behind the other wherever there is a thread for it. */
import type { CreateDigest, PackedFile, PackedFiles } from "@satchel/core/ports/archive.ts";
import { crc32 } from "./crc32.ts";
import { joined } from "./joined.ts";
import { dataDescriptor, localHeader } from "./zip-records.ts";
import type { Deflate } from "./zlib.ts";

export type PackTools = { readonly deflate: Deflate; readonly createDigest: CreateDigest };

export function createFilePacker({ deflate, createDigest }: PackTools, atMs: number) {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  const files: PackedFile[] = [];
  let length = 0;
  const push = (bytes: Uint8Array): void => {
    pieces.push(bytes);
    length += bytes.length;
  };
  return {
    add(path: string, bytes: Uint8Array): void {
      const offset = length;
      push(localHeader(encoder.encode(path), atMs));
      const begin = length;
      deflate(bytes, push);
      const file = { crc: crc32(bytes), packedBytes: length - begin, sizeBytes: bytes.length };
      push(dataDescriptor(file));
      files.push({ path, offset, ...file, sha256: sha256Of(bytes, createDigest) });
    },
    packed: (): PackedFiles => ({ bytes: joined(pieces), files }),
  };
}

function sha256Of(bytes: Uint8Array, createDigest: CreateDigest): string {
  const digest = createDigest();
  digest.update(bytes);
  return digest.hex();
}
