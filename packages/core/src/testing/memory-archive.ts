/** An archive as a map: what was written to a path is read from it. For tests; the zip is web/adapters/archive. */
import { notePages, type ReadableWords } from "../backup/readable.ts";
import type { ArchiveFile, ArchiveReader, ArchiveWriter, CreateDigest, PackedFile, PackedFiles, PackPages } from "../ports/archive.ts";
import { failed, ok } from "../result.ts";

export type MemoryArchive = { readonly files: Map<string, Uint8Array>; readonly writer: ArchiveWriter; reader(): ArchiveReader };

export function createMemoryArchive(files = new Map<string, Uint8Array>()): MemoryArchive {
  const open = async (path: string): Promise<ArchiveFile> => {
    const pieces: Uint8Array[] = [];
    return {
      async write(bytes) {
        pieces.push(bytes.slice());
        return ok(undefined);
      },
      async close() {
        files.set(path, joined(pieces));
        return ok(undefined);
      },
    };
  };
  return {
    files,
    writer: {
      open,
      openText: open,
      async add({ bytes, files: packed }) {
        for (const { path, offset, packedBytes } of packed) files.set(path, bytes.slice(offset, offset + packedBytes));
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
export function packInMemory(texts: readonly (readonly [path: string, bytes: Uint8Array])[], createDigest: CreateDigest): PackedFiles {
  let offset = 0;
  const files = texts.map(([path, bytes]): PackedFile => {
    const digest = createDigest();
    digest.update(bytes);
    const [at, sizeBytes] = [offset, bytes.length];
    offset += sizeBytes;
    return { path, offset: at, packedBytes: sizeBytes, isStored: true, crc: 0, sizeBytes, sha256: digest.hex() };
  });
  return { bytes: joined(texts.map(([, bytes]) => bytes)), files };
}

export function createMemoryPacker(words: ReadableWords, createDigest: CreateDigest, encode: (text: string) => Uint8Array): PackPages {
  return async (notes) => {
    const pages = notes.flatMap((note) => notePages(note, words));
    return [
      packInMemory(
        pages.map(({ path, text }) => [path, encode(text)]),
        createDigest,
      ),
    ];
  };
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
