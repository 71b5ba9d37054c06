/** Comparing two versions of a note: short ones at once, long ones in a worker, which is started with the first of them. Decision 0027. */
import { type Comparison, compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { browserTimers } from "../browser/environment.ts";
import { createRestartingClient } from "../workers/restarting-client.ts";
import { type StartedWorker, startWithRetry } from "../workers/worker-client.ts";

export type CompareApi = { compare(before: NoteDraft, after: NoteDraft): Comparison };

/** Shorter ones take less time than the way to the worker and back. */
const WORKER_FROM_CHARS = 100_000;

export function createComparer(start: () => StartedWorker = startWorker): (before: NoteDraft, after: NoteDraft) => Promise<Comparison> {
  const call = createRestartingClient<CompareApi>(start, { stopped: "the worker that compares stopped" });
  return async (before, after) => {
    if (before.content.length + after.content.length < WORKER_FROM_CHARS) return compareTexts(before, after);
    // What a crash leaves without an answer is compared here: later than a worker would, and with the same result.
    return call("compare", [before, after]).catch(() => compareTexts(before, after));
  };
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./compare-worker.ts", import.meta.url), { type: "module", name: "satchel-history" });
  return startWithRetry(start, browserTimers);
}
