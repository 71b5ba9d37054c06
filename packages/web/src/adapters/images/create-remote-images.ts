/** The page's side of the worker that fetches images of other websites; it is started with the first one. Port: shared/editor-host/image-compressor.ts. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { browserTimers } from "../browser/environment.ts";
import type { CallContext } from "../workers/calls.ts";
import { createRestartingClient } from "../workers/restarting-client.ts";
import { type StartedWorker, startWithRetry } from "../workers/worker-client.ts";

/** As the port has it, which the composition checks. */
export type LoadRemote = (
  address: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Result<File, RemoteImageProblem>>;
export type RemoteImageApi = { load(address: string, context: CallContext<number>): Promise<Result<Blob, RemoteImageProblem>> };

export function createRemoteImages(start: () => StartedWorker = startWorker): LoadRemote {
  const call = createRestartingClient<RemoteImageApi>(start, { stopped: "the worker of remote images stopped" });
  return async (address, onProgress, signal) => {
    const answer = await call("load", [address], { onProgress, signal }).catch(() =>
      failed({ kind: signal.aborted ? "canceled" : "not-loaded" } as const),
    );
    return answer.ok ? ok(new File([answer.value], fileNameOf(address), { type: answer.value.type })) : answer;
  };
}

/** As the address ends. */
function fileNameOf(address: string): string {
  const name = /([^/?#]{1,100})\/?(?:[?#].*)?$/.exec(address.replace(/^https?:\/\/[^/]*/i, ""))?.[1];
  return name ?? "image";
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./remote-image-worker.ts", import.meta.url), { type: "module", name: "satchel-remote-images" });
  return startWithRetry(start, browserTimers);
}
