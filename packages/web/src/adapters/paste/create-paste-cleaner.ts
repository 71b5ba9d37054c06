/** The page's side of the worker that cleans large pastes; it is started with the first one. Port: shared/paste-cleaner.ts. */
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { browserTimers } from "../browser/environment.ts";
import type { CallContext } from "../workers/calls.ts";
import { createRestartingClient } from "../workers/restarting-client.ts";
import { type StartedWorker, startWithRetry } from "../workers/worker-client.ts";

/** The port's shape, which the composition checks. */
type Cleaner = { clean(html: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<CleanPaste | undefined> };
export type PasteApi = { clean(html: string, context: CallContext<number>): CleanPaste };

export function createPasteCleaner(start: () => StartedWorker = startWorker): Cleaner {
  const call = createRestartingClient<PasteApi>(start, { stopped: "the paste worker stopped", cancelEnds: true });
  return { clean: (html, onProgress, signal) => call("clean", [html], { onProgress, signal }).catch(() => undefined) };
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./paste-worker.ts", import.meta.url), { type: "module", name: "satchel-paste" });
  return startWithRetry(start, browserTimers);
}
