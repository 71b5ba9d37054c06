/** Turns among the tabs of this origin, by Web Locks. A tab that dies gives its turn back. */
import type { Exclusive } from "@satchel/core/ports/environment.ts";

export const tabExclusive: Exclusive = {
  run: (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>,
};
