/** Pages packed by several workers, each with its share of a group. */
import type { Calls } from "../workers/calls.ts";
import { createWorkerClient, type StartedWorker } from "../workers/worker-client.ts";
import type { PagePacking } from "./page-packing.ts";

const PACKING_METHODS = ["pack"] as const satisfies readonly (keyof PagePacking)[];
const SHARE_MIN = 50;

/** They end with the worker that started them. */
export function createSharedPacking(count: number, start: () => StartedWorker): PagePacking {
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

function connectTo(worker: StartedWorker): Calls<PagePacking> {
  return createWorkerClient<PagePacking>(worker, { methods: PACKING_METHODS, stopped: "a worker that packs pages stopped" }).calls;
}
