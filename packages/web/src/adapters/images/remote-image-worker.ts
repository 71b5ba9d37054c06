/**
 * Worker that fetches remote images under its own policy, so that the page's policy stays strict. Holds no keys. Decision 0032,
 * server/http/web-app.ts.
 */
import { browserTimers } from "../browser/environment.ts";
import { serveCalls } from "../workers/calls.ts";
import type { RemoteImageApi } from "../workers/content-workers.ts";
import { fetchImage } from "./fetch-image.ts";

const deps = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  timers: browserTimers,
  isOnline: () => navigator.onLine,
};
const ours: RemoteImageApi = { load: (address, context) => fetchImage(deps, { address, ...context }) };
serveCalls({ ours });
