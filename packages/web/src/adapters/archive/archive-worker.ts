/** Worker that packs, seals and reads backups. */
import { browserTimers } from "../browser/environment.ts";
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { type Calls, serveCalls } from "../workers/calls.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { createArchiveApi } from "./archive-api.ts";
import { type ArchiveApi, PAGE_METHODS, type PageSide } from "./archive-messages.ts";
import { fetchZlib } from "./packing/fetch-zlib.ts";
import type { PagePacking } from "./packing/page-packing.ts";

const MOST_PACKERS = 4;
/** This worker uses one core itself. A packer without a core of its own costs more to start than it saves. */
const packers = Math.max(1, Math.min(MOST_PACKERS, navigator.hardwareConcurrency - 1));

allowOnlyOwnScripts();

let page: Calls<PageSide> | undefined;
const api: ArchiveApi = createArchiveApi({
  page: () => page as Calls<PageSide>,
  loadZlib: fetchZlib,
  startPacking: () => createSharedPacking(packers, startPacker),
});
page = serveCalls<PageSide>({ theirs: PAGE_METHODS, ours: api });

function startPacker(): StartedWorker {
  const start = () => new Worker(new URL("./packing/pages-worker.ts", import.meta.url), { type: "module", name: "satchel-pages" });
  return startWithRetry(start, browserTimers);
}

/** Packs pages in several workers, each with a share of the group. */
const PACKING_METHODS = ["pack"] as const satisfies readonly (keyof PagePacking)[];
const SHARE_MIN = 50;

/** The packing workers end with this worker, because it started them. */
function createSharedPacking(count: number, start: () => StartedWorker): PagePacking {
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
