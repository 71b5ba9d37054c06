/**
 * The worker that fetches images of other websites. It is served with a policy of its own that lets it read from any https host, so that the
 * page's policy stays strict; it holds no note, no key and no token. Decision 0032, server/http/web-app.ts.
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
