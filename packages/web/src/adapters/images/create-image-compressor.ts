/** The page's side of the image worker, which is started with the first image. Port: shared/editor-host/image-compressor.ts. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import { browserTimers } from "../browser/environment.ts";
import type { CallContext } from "../workers/calls.ts";
import { createRestartingClient } from "../workers/restarting-client.ts";
import { type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { createRemoteImages, type LoadRemote } from "./create-remote-images.ts";

type Compressed = Promise<Result<CompressedImage, ImageProblem>>;
/** The port's shape, which the composition checks. */
type Compressor = { compress(file: Blob, onProgress: (share: number) => void): Compressed; loadRemote: LoadRemote };
export type ImageApi = { compress(file: Blob, context: CallContext<number>): Compressed };

export function createImageCompressor(start: () => StartedWorker = startWorker): Compressor {
  const call = createRestartingClient<ImageApi>(start, { stopped: "the image worker stopped" });
  return {
    loadRemote: createRemoteImages(),
    compress: (file, onProgress) => call("compress", [file], { onProgress }).catch(() => failed({ kind: "image-worker-failed" })),
  };
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./image-worker.ts", import.meta.url), { type: "module", name: "satchel-images" });
  return startWithRetry(start, browserTimers);
}
