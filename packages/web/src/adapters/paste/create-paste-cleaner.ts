/** The page's side of the worker that cleans large pastes; it is started with the first one. Port: shared/paste-cleaner.ts. */
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { browserTimers } from "../browser/environment.ts";
import { startWithRetry } from "../browser/retrying-worker.ts";
import type { CleanRequest, CleanResponse } from "./paste-messages.ts";

export type PasteWorker = {
  postMessage(request: CleanRequest): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: MessageEvent<CleanResponse>) => void): void;
  addEventListener(type: "error", listener: () => void): void;
};

type Asked = CleanRequest & { readonly resolve: (clean: CleanPaste | undefined) => void; readonly onProgress: (share: number) => void };

/** The port's shape, which the composition checks. */
type Cleaner = { clean(html: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<CleanPaste | undefined> };

export function createPasteCleaner(start: () => PasteWorker = startWorker): Cleaner {
  const asked = new Map<number, Asked>();
  let [worker, turns]: [PasteWorker | undefined, number] = [undefined, 0];

  const receive = ({ data }: MessageEvent<CleanResponse>): void => {
    if ("isHere" in data) return;
    if ("share" in data) asked.get(data.turn)?.onProgress(data.share);
    else answer(data.turn, data.clean);
  };
  const answer = (turn: number, clean: CleanPaste | undefined): void => {
    asked.get(turn)?.resolve(clean);
    asked.delete(turn);
  };
  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
  };
  // A paste that breaks the worker (out of memory) fails those that waited with it, and no later one.
  const handleError = (): void => {
    stop();
    for (const turn of [...asked.keys()]) answer(turn, undefined);
  };
  const ask = ({ turn, html }: Asked): void => {
    if (worker === undefined) {
      worker = start();
      worker.addEventListener("message", receive);
      worker.addEventListener("error", handleError);
    }
    worker.postMessage({ turn, html });
  };
  /** A worker hears nothing while it cleans: it is ended, and the others are asked of another one. */
  const abort = (turn: number): void => {
    if (!asked.has(turn)) return;
    answer(turn, undefined);
    stop();
    for (const other of asked.values()) ask(other);
  };
  return {
    clean: (html, onProgress, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        turns += 1;
        const turn = turns;
        const next = { turn, html, resolve, onProgress };
        asked.set(turn, next);
        signal.addEventListener("abort", () => abort(turn), { once: true });
        ask(next);
      }),
  };
}

function startWorker(): PasteWorker {
  const start = () => new Worker(new URL("./paste-worker.ts", import.meta.url), { type: "module", name: "satchel-paste" });
  return startWithRetry(start, browserTimers);
}
