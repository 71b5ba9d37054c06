/** The index behind a worker of this page. Ending it frees everything it held. Port: core/ports/search-engine.ts. */
import type { GivenSearchEngine, SearchEngine } from "@satchel/core/ports/search-engine.ts";
import { createDoor } from "../sealing/worker-door.ts";

export type SearchCalls = Pick<SearchEngine, "update" | "settle" | "search" | "excerpts">;
export type GivenCalls = SearchCalls & Pick<GivenSearchEngine, "give">;

const CALLS = ["update", "settle", "search", "excerpts"] as const;
/** The worker's name when it reads no database. */
export const GIVEN = "given";

/** `databaseName`: the library whose texts it reads. */
export function createWorkerSearch(databaseName: string): SearchEngine {
  const worker = startWorker(databaseName);
  const calls = createDoor<SearchCalls>(worker, CALLS, STOPPED);
  return { ...calls, close: () => worker.terminate() };
}

/** Over texts that it is given; they end with it. */
export function createGivenWorkerSearch(): GivenSearchEngine {
  const worker = startWorker(GIVEN);
  const calls = createDoor<GivenCalls>(worker, [...CALLS, "give"], STOPPED);
  return { ...calls, close: () => worker.terminate() };
}

const STOPPED = "the search worker stopped";

function startWorker(name: string): Worker {
  return new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module", name });
}
