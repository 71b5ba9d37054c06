/** The page's side of the image worker, which is started with the first image. Port: shared/image-compressor.ts. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import { browserTimers } from "../browser/environment.ts";
import { startWithRetry } from "../browser/retrying-worker.ts";
import { createRemoteImages, type LoadRemote } from "./create-remote-images.ts";
import type { CompressAnswer, CompressAsk } from "./image-messages.ts";

/** The port's shape, which the composition checks. */
type Compressor = {
  compress(file: Blob, onProgress: (share: number) => void): Promise<Result<CompressedImage, ImageProblem>>;
  loadRemote: LoadRemote;
};

export type ImageWorker = {
  postMessage(ask: CompressAsk): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: MessageEvent<CompressAnswer>) => void): void;
  addEventListener(type: "error", listener: () => void): void;
};

type Waiting = { readonly resolve: (result: Result<CompressedImage, ImageProblem>) => void; readonly onProgress: (share: number) => void };

export function createImageCompressor(start: () => ImageWorker = startWorker): Compressor {
  const waiting = new Map<number, Waiting>();
  let [worker, turns]: [ImageWorker | undefined, number] = [undefined, 0];

  const handleMessage = ({ data }: MessageEvent<CompressAnswer>): void => {
    if ("isHere" in data) return;
    const asked = waiting.get(data.turn);
    if ("share" in data) asked?.onProgress(data.share);
    else {
      waiting.delete(data.turn);
      asked?.resolve(data.result);
    }
  };
  // An image that breaks the worker (out of memory) costs those that waited with it, and no later one.
  const breakDown = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const { resolve } of waiting.values()) resolve(failed({ kind: "image-worker-failed" }));
    waiting.clear();
  };
  const running = (): ImageWorker => {
    if (worker !== undefined) return worker;
    worker = start();
    worker.addEventListener("message", handleMessage);
    worker.addEventListener("error", breakDown);
    return worker;
  };
  return {
    loadRemote: createRemoteImages(),
    compress: (file, onProgress) =>
      new Promise((resolve) => {
        turns += 1;
        waiting.set(turns, { resolve, onProgress });
        running().postMessage({ turn: turns, file });
      }),
  };
}

function startWorker(): ImageWorker {
  const start = () => new Worker(new URL("./image-worker.ts", import.meta.url), { type: "module", name: "satchel-images" });
  return startWithRetry(start, browserTimers);
}
