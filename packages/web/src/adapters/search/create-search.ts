/** The index behind a worker of this page. Ending it frees everything it held. Port: core/ports/search-engine.ts. */
import type { SearchEngine } from "@satchel/core/ports/search-engine.ts";
import { createDoor } from "../sealing/worker-door.ts";

export type SearchCalls = Pick<SearchEngine, "update" | "settle" | "search" | "excerpts">;

const CALLS = ["update", "settle", "search", "excerpts"] as const;

/** `databaseName`: the library whose texts it reads. */
export function createWorkerSearch(databaseName: string): SearchEngine {
  const worker = new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module", name: databaseName });
  const calls = createDoor<SearchCalls>(worker, CALLS, "the search worker stopped");
  return { ...calls, close: () => worker.terminate() };
}
