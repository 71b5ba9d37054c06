/**
 * A worker whose script does not come, because one request was lost, is started again a few times. Only before it has spoken: until then it
 * heard nothing, so that what it was asked can be asked again. One that breaks later is reported as broken. Decision 0007.
 */
import { START } from "@satchel/core/model/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";

type Started = Pick<Worker, "postMessage" | "addEventListener" | "terminate">;

export function startWithRetry(start: () => Started, timers: Timers): Started {
  const listeners: Parameters<Started["addEventListener"]>[] = [];
  const delaysMs: number[] = [...START.askAgainAfterMs];
  let unheard: unknown[] | undefined = [];
  let cancel = (): void => undefined;

  const begin = (): Started => {
    const begun = start();
    begun.addEventListener("message", () => {
      unheard = undefined;
    });
    // Before the door's own listener, which would take it for broken.
    begun.addEventListener("error", (event) => {
      const waitMs = unheard === undefined ? undefined : delaysMs.shift();
      if (waitMs === undefined) return;
      event.stopImmediatePropagation();
      cancel = timers.after(waitMs, () => {
        worker = begin();
      });
    });
    for (const listener of listeners) begun.addEventListener(...listener);
    for (const message of unheard ?? []) begun.postMessage(message);
    return begun;
  };
  let worker = begin();

  return {
    // What is handed over goes with answers, and those only to one that was heard.
    postMessage(message: unknown, handedOver: unknown = []) {
      unheard?.push(message);
      worker.postMessage(message, handedOver as Transferable[]);
    },
    addEventListener(...listener: (typeof listeners)[number]) {
      listeners.push(listener);
      worker.addEventListener(...listener);
    },
    terminate() {
      cancel();
      unheard = undefined;
      worker.terminate();
    },
  };
}
