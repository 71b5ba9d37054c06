/** The page's side of the worker that fetches images of other websites; it is started with the first one. Port: shared/image-compressor.ts. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { RemoteImageRequest, RemoteImageResponse } from "./remote-image-messages.ts";

export type RemoteImageWorker = {
  postMessage(request: RemoteImageRequest): void;
  onmessage: ((event: MessageEvent<RemoteImageResponse>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Answer = Result<Blob, RemoteImageProblem>;
type Pending = { readonly resolve: (answer: Answer) => void; readonly onProgress: (share: number) => void };

/** As the port has it, which the composition checks. */
export type LoadRemote = (
  address: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Result<File, RemoteImageProblem>>;

export function createRemoteImages(startWorker: () => RemoteImageWorker = startRemoteImageWorker): LoadRemote {
  const pending = new Map<number, Pending>();
  let [worker, turns]: [RemoteImageWorker | undefined, number] = [undefined, 0];

  const resolve = (turn: number, answer: Answer): void => {
    pending.get(turn)?.resolve(answer);
    pending.delete(turn);
  };
  const handleMessage = ({ data }: MessageEvent<RemoteImageResponse>): void => {
    if ("share" in data) pending.get(data.turn)?.onProgress(data.share);
    else resolve(data.turn, data.result);
  };
  const handleError = (): void => {
    worker = undefined;
    for (const turn of [...pending.keys()]) resolve(turn, failed({ kind: "not-loaded" }));
  };
  const ask = (address: string, onProgress: Pending["onProgress"], signal: AbortSignal): Promise<Answer> =>
    new Promise((done) => {
      const turn = ++turns;
      worker ??= Object.assign(startWorker(), { onmessage: handleMessage, onerror: handleError });
      pending.set(turn, { resolve: done, onProgress });
      signal.addEventListener("abort", () => worker?.postMessage({ turn, stop: true }), { once: true });
      worker.postMessage({ turn, address });
    });

  return async (address, onProgress, signal) => {
    if (signal.aborted) return failed({ kind: "canceled" });
    const answer = await ask(address, onProgress, signal);
    return answer.ok ? ok(new File([answer.value], fileNameOf(address), { type: answer.value.type })) : answer;
  };
}

/** As the address ends. */
function fileNameOf(address: string): string {
  const name = /([^/?#]{1,100})\/?(?:[?#].*)?$/.exec(address.replace(/^https?:\/\/[^/]*/i, ""))?.[1];
  return name ?? "image";
}

function startRemoteImageWorker(): RemoteImageWorker {
  return new Worker(new URL("./remote-image-worker.ts", import.meta.url), { type: "module", name: "satchel-remote-images" });
}
