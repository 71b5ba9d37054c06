/** The page's side of a worker: started, started again where its script does not load, and called. Decision 0007. */
import { START } from "@satchel/core/model/limits/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { type Connection, connectCalls, type MessagePortLike } from "./calls.ts";

/** The part of a Worker that is used. */
export type StartedWorker = MessagePortLike & {
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
  terminate(): void;
};

/** Restarts a worker whose script does not load, and posts again; one that fails after its first message is broken. */
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
    // Before the client's own listener, which would take it for broken.
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
    // Buffers are only transferred with answers, and those only to a worker that has sent something.
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
  /** What the worker may call on the page. */
  readonly ours?: object;
  /** The message of what a call without an answer is rejected with when the worker crashes. */
  readonly stopped: string;
};

export type WorkerClient<Api> = Omit<Connection<Api>, "fail"> & {
  /** Whether its script was loaded. */
  isLoaded(): boolean;
  /** Whether it has crashed or was closed. */
  isBroken(): boolean;
  /** Ends the worker, and rejects what it has not answered. */
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
