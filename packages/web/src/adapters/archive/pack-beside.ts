/** One file packed in another thread: while a piece of it is packed there, the next is made here. */
import type { Calls } from "./calls.ts";
import { joined } from "./joined.ts";
import { type PackStream, type StartPacking, startPacking } from "./pack-stream.ts";

export type PiecePacking = {
  packPiece(bytes: Uint8Array): Promise<Uint8Array>;
  endPieces(): Promise<{ readonly rest: Uint8Array; readonly crc: number }>;
};
export const PIECE_METHODS = ["packPiece", "endPieces"] as const satisfies readonly (keyof PiecePacking)[];

/** Where it is packed. */
export function createPiecePacking(): PiecePacking {
  let packed: Uint8Array[] = [];
  let stream: PackStream | undefined;
  const opened = () => {
    stream ??= startPacking((bytes) => packed.push(bytes));
    return stream;
  };
  const taken = () => {
    const bytes = joined(packed);
    packed = [];
    return bytes;
  };
  return {
    async packPiece(bytes) {
      await opened().write(bytes);
      return taken();
    },
    async endPieces() {
      const crc = await opened().end();
      stream = undefined;
      return { rest: taken(), crc };
    },
  };
}

/** Where it is written: one piece is on its way at a time. */
export function packBeside(worker: Calls<PiecePacking>): StartPacking {
  return (take) => {
    let packing = Promise.resolve();
    return {
      async write(bytes) {
        await packing;
        packing = worker.packPiece(bytes).then(take);
        // Who writes next, or ends, hears of it.
        packing.catch(() => undefined);
      },
      async end() {
        await packing;
        const { rest, crc } = await worker.endPieces();
        take(rest);
        return crc;
      },
    };
  };
}
