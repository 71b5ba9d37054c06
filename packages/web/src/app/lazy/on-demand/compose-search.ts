/** The search of an open library, with its indexes in workers. */
import { createSearchService, type SearchDeps } from "@satchel/core/workspace/search/search-service.ts";
import type { SearchService } from "@satchel/core/workspace/search/search-service-types.ts";
import { browserTimers } from "../../../adapters/browser/environment.ts";
import { createGivenWorkerSearch, createWorkerSearch } from "../../../adapters/search/create-search.ts";

export type SearchParts = Pick<SearchDeps, "library" | "notes" | "workspace"> & {
  readonly databaseName: string;
  readonly texts: NonNullable<SearchDeps["unlocked"]>["texts"];
};

export function composeSearch({ databaseName, texts, ...parts }: SearchParts): SearchService {
  const search = createSearchService({
    ...parts,
    timers: browserTimers,
    openEngine: () => createWorkerSearch(databaseName, browserTimers),
    unlocked: { texts, openEngine: () => createGivenWorkerSearch(browserTimers) },
  });
  // The user may have typed before the code was loaded.
  search.again();
  return search;
}
