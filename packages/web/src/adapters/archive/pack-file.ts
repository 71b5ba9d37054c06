/** One small file as it lies in a zip, packed wherever there is a thread for it. */
import type { CreateDigest, PackedFile } from "@satchel/core/ports/archive.ts";
import { crc32 } from "./crc32.ts";
import { joined } from "./joined.ts";
import type { Deflate } from "./zlib.ts";

export function packFile(path: string, bytes: Uint8Array, deflate: Deflate, createDigest: CreateDigest): PackedFile {
  const pieces: Uint8Array[] = [];
  const packing = deflate((packed) => void pieces.push(packed));
  packing.write(bytes);
  packing.end();
  const digest = createDigest();
  digest.update(bytes);
  return { path, packed: joined(pieces), crc: crc32(bytes), sizeBytes: bytes.length, sha256: digest.hex() };
}
