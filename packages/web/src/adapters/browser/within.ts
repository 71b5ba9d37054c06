/** An answer that comes in time; undefined for one that is late or refused. */
import type { Timers } from "@satchel/core/ports/environment.ts";

export function within<Value>(maxMs: number, timers: Timers, run: () => Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(maxMs, () => resolve(undefined));
    run()
      .then(resolve, () => resolve(undefined))
      .finally(cancel);
  });
}
