/** The readable pages of notes, written and packed: in this thread, or by several workers, each with its share of a group. */
import { notePages, type PagedNote } from "@satchel/core/backup/readable.ts";
import type { PackedFiles } from "@satchel/core/ports/archive.ts";
import type { BackupOrder } from "@satchel/core/ports/backup-archives.ts";
import { createSha256 } from "@satchel/crypto/sha256-stream.ts";
import { type Calls, connectCalls, handOver, type MessagePortLike } from "./calls.ts";
import { createFilePacker, type PackTools } from "./pack-files.ts";
import { openZlib } from "./zlib.ts";

export type PageOrder = Pick<BackupOrder, "words" | "nowMs">;
export type PagePacking = { pack(notes: readonly PagedNote[], order: PageOrder): Promise<readonly PackedFiles[]> };
const PACKING_METHODS = ["pack"] as const satisfies readonly (keyof PagePacking)[];

const SHARE_MIN = 50;
const ENCODE_BYTES = 262_144;
/** Of UTF-8, for a unit of a string. */
const MOST_BYTES_A_UNIT = 3;

export function createPagePacking(loadZlib: () => Promise<BufferSource>): PagePacking {
  const encode = createEncoder();
  const loading = loadTools(loadZlib);
  // Who packs first hears of it.
  loading.catch(() => undefined);
  return {
    async pack(notes, { words, nowMs }) {
      const packer = createFilePacker(await loading, nowMs);
      for (const note of notes) for (const { path, text } of notePages(note, words)) packer.add(path, encode(text));
      const packed = packer.packed();
      return handOver([packed], [packed.bytes.buffer]);
    },
  };
}

async function loadTools(loadZlib: () => Promise<BufferSource>): Promise<PackTools> {
  return { startDeflate: await openZlib(await loadZlib()), createDigest: await createSha256() };
}

/** What it answers holds until the next text. */
function createEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  const room = new Uint8Array(ENCODE_BYTES);
  return (text) =>
    text.length * MOST_BYTES_A_UNIT > room.length ? encoder.encode(text) : room.subarray(0, encoder.encodeInto(text, room).written);
}

export type PackingWorker = MessagePortLike & { addEventListener(type: "error" | "messageerror", listener: () => void): void };

/** They end with the worker that started them. */
export function createSharedPacking(count: number, start: () => PackingWorker): PagePacking {
  const workers = Array.from({ length: count }, () => connectTo(start()));
  return {
    async pack(notes, order) {
      const share = Math.max(SHARE_MIN, Math.ceil(notes.length / workers.length));
      const shares = workers.map((worker, at) => {
        const part = notes.slice(at * share, (at + 1) * share);
        return part.length === 0 ? [] : worker.pack(part, order);
      });
      return (await Promise.all(shares)).flat();
    },
  };
}

function connectTo(worker: PackingWorker): Calls<PagePacking> {
  const { calls, fail } = connectCalls<PagePacking>(worker, PACKING_METHODS, {});
  const breakDown = () => fail(new Error("a worker that packs pages stopped"));
  worker.addEventListener("error", breakDown);
  worker.addEventListener("messageerror", breakDown);
  return calls;
}
