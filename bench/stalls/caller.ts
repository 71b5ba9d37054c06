/** Sends requests from a worker thread, so that client work does not block the server's event loop. */
import { parentPort, Worker } from "node:worker_threads";

export type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Number of concurrent copies of the request. */
  readonly times?: number;
};

export type Caller = {
  /** Returns the statuses and the beginnings of the texts. */
  readonly send: (request: Request) => Promise<readonly { readonly status: number; readonly text: string }[]>;
  readonly close: () => Promise<unknown>;
};

const SHOWN_CHARS = 400;

export function startCaller(): Caller {
  const worker = new Worker(new URL("./caller.ts", import.meta.url), { execArgv: ["--import", import.meta.resolve("tsx")] });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}

parentPort?.on("message", async ({ method, url, headers, body, times = 1 }: Request) => {
  const once = async () => {
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, text: (await answer.text()).slice(0, SHOWN_CHARS) };
  };
  parentPort?.postMessage(await Promise.all(Array.from({ length: times }, once)));
});
