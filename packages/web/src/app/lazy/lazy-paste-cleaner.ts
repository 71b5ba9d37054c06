/** What cleans large pastes is fetched with the first one. */
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchWithRetry } from "../../adapters/browser/fetch-with-retry.ts";
import type { PasteCleaner } from "../../shared/paste-cleaner.ts";
import { lazyModule } from "./lazy-service.ts";

export function createLazyPasteCleaner(): PasteCleaner {
  const load = () => fetchWithRetry(() => import("../../adapters/paste/create-paste-cleaner.ts"), browserTimers);
  const { ask } = lazyModule(load, ({ createPasteCleaner }) => createPasteCleaner());
  return { clean: (html, onProgress, signal) => ask((cleaner) => cleaner.clean(html, onProgress, signal), undefined) };
}
