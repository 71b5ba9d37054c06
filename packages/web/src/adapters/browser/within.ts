/** An answer that comes in time; undefined for one that is delayed or refused. */
import type { Timers } from "@satchel/core/ports/environment.ts";

/** What runs in several steps asks `isOver` before the next one: no one waits for it any more. */
export function within<Value>(maxMs: number, timers: Timers, run: (isOver: () => boolean) => Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    const cancel = timers.after(maxMs, () => {
      isOver = true;
      resolve(undefined);
    });
    run(() => isOver)
      .then(resolve, () => resolve(undefined))
      .finally(cancel);
  });
}
