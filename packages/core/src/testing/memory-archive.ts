/** An archive as a map from path to bytes, for tests. The zip: web/adapters/archive. */

import { readAnyNote } from "../document/html/canonical-html.ts";
import { type ManifestEntry, manifestLines } from "../model/backup/backup-format.ts";
import type { ReadableLabels } from "../model/backup/readable.ts";
import { failed, ok } from "../model/result.ts";
import type { ArchiveFile, ArchiveReader, ArchiveWriter, CreateDigest, PackedFiles, PackPages } from "../ports/transfer/archive.ts";
import { notePages, readPlainNote } from "../transfer/backup/pages/note-pages.ts";

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
      openInPlace: open,
      async add({ bytes, directory }) {
        for (const { path, offset, sizeBytes } of rangesByDirectory.get(directory) ?? [])
          files.set(path, bytes.slice(offset, offset + sizeBytes));
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

type FileRange = { readonly path: string; readonly offset: number; readonly sizeBytes: number };

/** Files by their directory object, which stands in for directory bytes. */
const rangesByDirectory = new WeakMap<Uint8Array, readonly FileRange[]>();

/** Packs files for this archive, without compression. */
export async function packInMemory(
  files: readonly (readonly [path: string, text: string])[],
  createDigest: CreateDigest,
  encode: (text: string) => Uint8Array,
): Promise<PackedFiles> {
  const [ranges, entries]: [FileRange[], ManifestEntry[]] = [[], []];
  let offset = 0;
  const encoded = files.map(([path, text]) => [path, encode(text)] as const);
  for (const [path, bytes] of encoded) {
    const [digest, sizeBytes] = [createDigest(), bytes.length];
    await digest.update(bytes);
    ranges.push({ path, offset, sizeBytes });
    entries.push({ path, sha256: await digest.hex(), sizeBytes });
    offset += sizeBytes;
  }
  const directory = new Uint8Array(0);
  rangesByDirectory.set(directory, ranges);
  return { bytes: joined(encoded.map(([, bytes]) => bytes)), directory, count: files.length, manifest: encode(manifestLines(entries)) };
}

export function createMemoryPacker(labels: ReadableLabels, createDigest: CreateDigest, encode: (text: string) => Uint8Array): PackPages {
  return async (notes) => {
    const pages = notes.flatMap((note) => {
      const { texts, images } = notePages(note, readPlainNote(note.content) ?? readAnyNote(note.content), labels);
      return [...texts, ...images.map(({ path, base64 }) => ({ path, text: base64 }))];
    });
    return [
      await packInMemory(
        pages.map(({ path, text }) => [path, text]),
        createDigest,
        encode,
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
