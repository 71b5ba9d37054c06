/**
 * A worker whose script does not come, because one request was lost, is started again a few times. Only before it has spoken: until then it
 * heard nothing, so that what it was asked can be asked again. One that breaks later is told as broken. Decisions §7.
 */
import { START } from "@satchel/core/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { WorkerLike } from "./worker-door.ts";

type Listener = (event: Event) => void;

export function startPatiently(start: () => WorkerLike, timers: Timers): WorkerLike {
  const listeners: (readonly [type: "error", listener: Listener])[] = [];
  const waitsMs: number[] = [...START.askAgainAfterMs];
  let unheard: unknown[] | undefined = [];

  const begin = (): WorkerLike => {
    const begun = start();
    begun.addEventListener("message", () => {
      unheard = undefined;
    });
    // Before the door's own listener, which would take it for broken.
    begun.addEventListener("error", (event) => {
      const waitMs = unheard === undefined ? undefined : waitsMs.shift();
      if (waitMs === undefined) return;
      event.stopImmediatePropagation();
      timers.after(waitMs, () => {
        worker = begin();
      });
    });
    for (const listener of listeners) begun.addEventListener(...listener);
    for (const message of unheard ?? []) begun.postMessage(message);
    return begun;
  };
  let worker = begin();

  return {
    postMessage(message) {
      unheard?.push(message);
      worker.postMessage(message);
    },
    addEventListener(...listener: (typeof listeners)[number]) {
      listeners.push(listener);
      worker.addEventListener(...listener);
    },
  } as WorkerLike;
}
