/** Pages packed by several workers, each with its share of a group. */
import { type Calls, connectCalls, type MessagePortLike } from "./calls.ts";
import type { PagePacking } from "./page-packing.ts";

const PACKING_METHODS = ["pack"] as const satisfies readonly (keyof PagePacking)[];
const SHARE_MIN = 50;

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
