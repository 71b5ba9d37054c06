/** The readable pages of notes, written and packed: in this thread, or by several workers, each with its share of a group. */
import { notePages, type PagedNote, type ReadableWords } from "@satchel/core/backup/readable.ts";
import type { PackedFile } from "@satchel/core/ports/archive.ts";
import { createSha256 } from "@satchel/crypto/sha256-stream.ts";
import { connectCalls, type MessagePortLike } from "./calls.ts";
import { packFile } from "./pack-file.ts";
import { openZlib } from "./zlib.ts";

export type PagePacking = { pack(notes: readonly PagedNote[], words: ReadableWords): Promise<readonly PackedFile[]> };
export const PACKING_METHODS = ["pack"] as const satisfies readonly (keyof PagePacking)[];

const SHARE_MIN = 50;

export function createPagePacking(loadZlib: () => Promise<BufferSource>): PagePacking {
  const encoder = new TextEncoder();
  const tools = loadZlib().then(async (module) => ({ deflate: await openZlib(module), createDigest: await createSha256() }));
  return {
    async pack(notes, words) {
      const { deflate, createDigest } = await tools;
      return notes.flatMap((note) =>
        notePages(note, words).map(({ path, text }) => packFile(path, encoder.encode(text), deflate, createDigest)),
      );
    },
  };
}

export type PackingWorker = MessagePortLike & { addEventListener(type: "error" | "messageerror", listener: () => void): void };

/** They end with the worker that started them. */
export function createSharedPacking(count: number, start: () => PackingWorker): PagePacking {
  const workers = Array.from({ length: count }, () => connectTo(start()));
  return {
    async pack(notes, words) {
      const share = Math.max(SHARE_MIN, Math.ceil(notes.length / workers.length));
      const shares = workers.map((worker, at) => {
        const part = notes.slice(at * share, (at + 1) * share);
        return part.length === 0 ? [] : worker.pack(part, words);
      });
      return (await Promise.all(shares)).flat();
    },
  };
}

function connectTo(worker: PackingWorker): PagePacking {
  const { calls, fail } = connectCalls<PagePacking>(worker, PACKING_METHODS, {});
  const breakDown = () => fail(new Error("a worker that packs pages stopped"));
  worker.addEventListener("error", breakDown);
  worker.addEventListener("messageerror", breakDown);
  return calls;
}
