/** The search index in a worker of this page. Ending it frees all its memory. Port: core/ports/device/search-engine.ts. */

import type { GivenSearchEngine, SearchEngine } from "@satchel/core/ports/device/search-engine.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { createWorkerClient, startWithRetry } from "../workers/worker-client.ts";

export type SearchCalls = Pick<SearchEngine, "update" | "pruneStale" | "search" | "excerpts">;
export type GivenCalls = SearchCalls & Pick<GivenSearchEngine, "give">;

const CALLS = ["update", "pruneStale", "search", "excerpts"] as const;
/** Name of a worker that reads no database. */
export const GIVEN = "given";

/** `databaseName`: database of the library whose texts it reads. */
export function createWorkerSearch(databaseName: string, timers: Timers): SearchEngine {
  return startSearch<SearchCalls>(databaseName, CALLS, timers);
}

/** An index over texts that the caller gives; they are dropped with it. */
export function createGivenWorkerSearch(timers: Timers): GivenSearchEngine {
  return startSearch<GivenCalls>(GIVEN, [...CALLS, "give"], timers);
}

function startSearch<Calls>(name: string, methods: readonly (keyof Calls & string)[], timers: Timers): Calls & { close(): void } {
  const start = () => new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module", name });
  const { calls, close } = createWorkerClient<Calls>(startWithRetry(start, timers), { methods, stopped: "the search worker stopped" });
  return { ...(calls as Calls), close };
}
