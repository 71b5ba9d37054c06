/** What cleans large pastes is fetched with the first one. */
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchPatiently } from "../../adapters/browser/fetch-patiently.ts";
import type { PasteCleaner } from "../../shared/paste-cleaner.ts";
import { latePart } from "./lazy-service.ts";

export function createLazyPasteCleaner(): PasteCleaner {
  const load = () => fetchPatiently(() => import("../../adapters/paste/create-paste-cleaner.ts"), browserTimers);
  const { ask } = latePart(load, ({ createPasteCleaner }) => createPasteCleaner());
  return { clean: (html, onProgress, signal) => ask((cleaner) => cleaner.clean(html, onProgress, signal), undefined) };
}
