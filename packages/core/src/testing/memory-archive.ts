/** An archive as a map: what was written to a path is read from it. For tests; the zip is web/adapters/archive. */
import type { ArchiveReader, ArchiveWriter } from "../ports/archive.ts";
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

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
