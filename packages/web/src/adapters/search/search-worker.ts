/**
 * Worker that holds the index over one library's texts. The worker's name is the database's name, or `given` if it receives the texts. Every message is
 * one call of the engine.
 */

import { keepLater } from "@satchel/core/library/search/deferred-keep-service.ts";
import { createGivenSearch } from "@satchel/core/library/search/in-memory-search-service.ts";
import { createSearchEngine } from "@satchel/core/library/search/search-engine-service.ts";
import { browserClock, browserTimers } from "../browser/environment.ts";
import { serveCalls } from "../workers/calls.ts";
import { GIVEN, type GivenCalls } from "./create-search.ts";
import { openSearchTexts } from "./search-texts.ts";

const engine: Partial<GivenCalls> =
  self.name === GIVEN
    ? createGivenSearch(browserClock)
    : createSearchEngine(keepLater(openSearchTexts(self.name), browserTimers), browserClock);

// Only broken invariants are thrown; the report never contains text of a note.
serveCalls({ ours: engine, describe: (error) => (error instanceof Error ? error.name : "the search worker failed") });
