/** The page's side of a worker: starts it, restarts it if its script does not load, and calls it. Decision 0007. */
import { START } from "@satchel/core/model/limits/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { type Connection, connectCalls, type MessagePortLike } from "./calls.ts";

/** The part of a Worker that is used. */
export type StartedWorker = MessagePortLike & {
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
  terminate(): void;
};

/** Restarts a worker whose script does not load, and posts its messages again. A worker that fails after its first message is broken. */
export function startWithRetry(start: () => StartedWorker, timers: Timers): StartedWorker {
  const listeners: [type: never, listener: never][] = [];
  const delaysMs: number[] = [...START.askAgainAfterMs];
  let unreceived: unknown[] | undefined = [];
  let cancel = (): void => undefined;

  const begin = (): StartedWorker => {
    const begun = start();
    begun.addEventListener("message", () => {
      unreceived = undefined;
    });
    // Must run before the client's own listener, which would take the worker for broken.
    begun.addEventListener("error", (event) => {
      const delayMs = unreceived === undefined ? undefined : delaysMs.shift();
      if (delayMs === undefined) return;
      event.stopImmediatePropagation();
      cancel = timers.after(delayMs, () => {
        worker = begin();
      });
    });
    for (const listener of listeners) begun.addEventListener(...listener);
    for (const message of unreceived ?? []) begun.postMessage(message, []);
    return begun;
  };
  let worker = begin();

  return {
    // Buffers are only transferred with results, and those only go to a worker that has sent something.
    postMessage(message, transferred) {
      unreceived?.push(message);
      worker.postMessage(message, transferred);
    },
    addEventListener(...listener: [type: never, listener: never]) {
      listeners.push(listener);
      worker.addEventListener(...listener);
    },
    terminate() {
      cancel();
      unreceived = undefined;
      worker.terminate();
    },
  };
}

type ClientOptions<Api> = {
  readonly methods?: readonly (keyof Api & string)[];
  /** Methods that the worker may call on the page. */
  readonly ours?: object;
  /** Error message for pending calls when the worker crashes. */
  readonly stopped: string;
};

export type WorkerClient<Api> = Omit<Connection<Api>, "fail"> & {
  /** True once its script was loaded. */
  isLoaded(): boolean;
  /** True once it has crashed or was closed. */
  isBroken(): boolean;
  /** Ends the worker and rejects pending calls. */
  close(): void;
};

export function createWorkerClient<Api>(
  worker: StartedWorker,
  { methods = [], ours = {}, stopped }: ClientOptions<Api>,
): WorkerClient<Api> {
  const { calls, call, fail } = connectCalls<Api>(worker, { theirs: methods, ours });
  let [isLoaded, isBroken] = [false, false];
  const breakDown = (): void => {
    isBroken = true;
    fail(new Error(stopped));
  };
  worker.addEventListener("message", () => {
    isLoaded = true;
  });
  worker.addEventListener("error", breakDown);
  worker.addEventListener("messageerror", breakDown);
  return {
    calls,
    call,
    isLoaded: () => isLoaded,
    isBroken: () => isBroken,
    close() {
      worker.terminate();
      breakDown();
    },
  };
}
