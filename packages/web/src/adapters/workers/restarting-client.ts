/**
 * A worker that starts at the first call, and is replaced after a crash or a cancellation. Separate, because the workers needed at startup
 * use neither.
 */
import type { Watch, WatchedCall } from "./calls.ts";
import { createWorkerClient, type StartedWorker, type WorkerClient } from "./worker-client.ts";

type RestartOptions = {
  readonly stopped: string;
  /** For a worker that receives no message while it works: canceling a call ends it, and the other calls are repeated in a new one. */
  readonly cancelEnds?: boolean;
};

/** Starts the worker at the first call. A crash (out of memory) rejects pending calls, and the next call starts another worker. */
export function createRestartingClient<Api>(start: () => StartedWorker, { stopped, cancelEnds = false }: RestartOptions): WatchedCall<Api> {
  let client: WorkerClient<Api> | undefined;
  const end = (ended: WorkerClient<Api>): void => {
    if (client === ended) client = undefined;
    ended.close();
  };
  const cancelled = new WeakSet<WorkerClient<Api>>();
  const endWhenAborted = (asked: WorkerClient<Api>) => (): void => {
    if (client !== asked) return;
    cancelled.add(asked);
    end(asked);
  };

  return async (method, args, watch: Watch = {}) => {
    for (;;) {
      watch.signal?.throwIfAborted();
      client ??= createWorkerClient<Api>(start(), { stopped });
      const asked = client;
      const handleAbort = endWhenAborted(asked);
      if (cancelEnds) watch.signal?.addEventListener("abort", handleAbort);
      try {
        return await asked.call(method, args, watch);
      } catch (error) {
        if (!cancelled.has(asked)) {
          if (asked.isBroken()) end(asked);
          throw error;
        }
      } finally {
        watch.signal?.removeEventListener("abort", handleAbort);
      }
    }
  };
}
