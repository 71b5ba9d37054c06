/** Locks for tests, like Web Locks: one holder at a time, over all tabs that share this object. */
import type { Exclusive } from "../ports/environment.ts";

export function createMemoryExclusive(): Exclusive {
  const turns = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
      turns.set(name, turn);
      return turn;
    },
  };
}
