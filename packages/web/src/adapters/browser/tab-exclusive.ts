/** Turns among the tabs of this origin, by Web Locks. A tab that dies gives its turn back. */
import type { Exclusive, Leadership } from "@satchel/core/ports/environment.ts";

export const tabExclusive: Exclusive = {
  run: (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>,
};

/** One tab of an origin at a time, by Web Locks: the browser hands the turn on when a tab closes or dies. */
export const tabLeadership: Leadership = {
  lead(name, run) {
    const controller = new AbortController();
    const turn = navigator.locks.request(name, { signal: controller.signal }, () => run(controller.signal));
    // An aborted wait rejects; there is nothing more to do then.
    turn.catch(() => undefined);
    return () => controller.abort();
  },
};
