/** Comparing two versions of a note: short ones at once, long ones in a worker, which is started with the first of them. Decision 0027. */
import { type Comparison, compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { browserTimers } from "../browser/environment.ts";
import { startWithRetry } from "../browser/retrying-worker.ts";
import type { CompareRequest, CompareResponse } from "./compare-messages.ts";

export type CompareWorker = {
  postMessage(request: CompareRequest): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: MessageEvent<CompareResponse>) => void): void;
  addEventListener(type: "error", listener: () => void): void;
};

type Asked = CompareRequest & { readonly resolve: (comparison: Comparison) => void };

/** Shorter ones take less time than the way to the worker and back. */
const WORKER_FROM_CHARS = 100_000;

export function createComparer(start: () => CompareWorker = startWorker): (before: NoteDraft, after: NoteDraft) => Promise<Comparison> {
  const asked = new Map<number, Asked>();
  let [worker, turns]: [CompareWorker | undefined, number] = [undefined, 0];

  const receive = ({ data }: MessageEvent<CompareResponse>): void => {
    if ("isHere" in data) return;
    asked.get(data.turn)?.resolve(data.comparison);
    asked.delete(data.turn);
  };
  /** What waits is compared here: later than a worker would, and with the same result. */
  const handleError = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const { before, after, resolve } of asked.values()) resolve(compareTexts(before, after));
    asked.clear();
  };
  const toWorker = (): CompareWorker => {
    const started = start();
    started.addEventListener("message", receive);
    started.addEventListener("error", handleError);
    return started;
  };
  return async (before, after) => {
    if (before.content.length + after.content.length < WORKER_FROM_CHARS) return compareTexts(before, after);
    worker ??= toWorker();
    const started = worker;
    turns += 1;
    const request = { turn: turns, before, after };
    return new Promise((resolve) => {
      asked.set(request.turn, { ...request, resolve });
      started.postMessage(request);
    });
  };
}

function startWorker(): CompareWorker {
  const start = () => new Worker(new URL("./compare-worker.ts", import.meta.url), { type: "module", name: "satchel-history" });
  return startWithRetry(start, browserTimers);
}
