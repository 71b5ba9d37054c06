/** Ids that are random enough to differ and the same in every run. */
import type { Ids } from "../ports/environment.ts";

export function createSequenceIds(seed = "t"): Ids {
  let count = 0;
  return {
    random(length) {
      count += 1;
      return `${seed}${count.toString(36)}`.padStart(length, "0").slice(-length);
    },
  };
}
