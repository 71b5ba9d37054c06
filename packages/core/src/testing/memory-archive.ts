/** An archive as a map: what was written to a path is read from it. For tests; the zip is web/adapters/archive. */
import { notePages, type ReadableWords } from "../backup/readable.ts";
import type { ArchiveReader, ArchiveWriter, CreateDigest, PackedFile, PackPages } from "../ports/archive.ts";
import { failed, ok } from "../result.ts";

export type MemoryArchive = { readonly files: Map<string, Uint8Array>; readonly writer: ArchiveWriter; reader(): ArchiveReader };

export function createMemoryArchive(files = new Map<string, Uint8Array>()): MemoryArchive {
  let [path, pieces]: [string, Uint8Array[]] = ["", []];
  return {
    files,
    writer: {
      async open(opened) {
        [path, pieces] = [opened, []];
      },
      async write(bytes) {
        pieces.push(bytes.slice());
        return ok(undefined);
      },
      async close() {
        files.set(path, joined(pieces));
        return ok(undefined);
      },
      async add(file) {
        files.set(file.path, file.packed);
        return ok(undefined);
      },
    },
    reader: () => ({
      files: [...files].map(([name, bytes]) => ({ path: name, sizeBytes: bytes.length })),
      async read(name, take) {
        const bytes = files.get(name);
        if (bytes === undefined) return failed({ kind: "damaged", path: name });
        for (let at = 0; at < bytes.length; at += 1000) if (!(await take(bytes.subarray(at, at + 1000)))) break;
        return ok(undefined);
      },
    }),
  };
}

/** What is packed for this archive is as it was. */
export function packInMemory(path: string, bytes: Uint8Array, createDigest: CreateDigest): PackedFile {
  const digest = createDigest();
  digest.update(bytes);
  return { path, packed: bytes, crc: 0, sizeBytes: bytes.length, sha256: digest.hex() };
}

export function createMemoryPacker(words: ReadableWords, createDigest: CreateDigest, encode: (text: string) => Uint8Array): PackPages {
  return async (notes) =>
    notes.flatMap((note) => notePages(note, words).map(({ path, text }) => packInMemory(path, encode(text), createDigest)));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
