/** A manual clock whose timers run when it is advanced past them. For tests and the simulator. */
export type TestClock = {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Advances the clock, running due timers in order and letting what they start resolve. */
  advance(ms: number): Promise<void>;
  /** Advances to the next timer; returns false if there is none. */
  advanceToNext(): Promise<boolean>;
};

type Waiting = { readonly at: number; readonly order: number; readonly run: () => void };

export function createTestClock(startMs: number): TestClock {
  let now = startMs;
  let order = 0;
  const waiting = new Set<Waiting>();
  const next = (until: number) => [...waiting].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
  const runDue = async (until: number) => {
    await flushTasks();
    for (let timer = next(until); timer !== undefined; timer = next(until)) {
      waiting.delete(timer);
      now = Math.max(now, timer.at);
      timer.run();
      await flushTasks();
    }
  };
  return {
    now: () => now,
    after: (delayMs, run) => {
      const timer = { at: now + delayMs, order: order++, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    advance: async (ms) => {
      const until = now + ms;
      await runDue(until);
      now = until;
    },
    advanceToNext: async () => {
      await flushTasks();
      const timer = next(Number.POSITIVE_INFINITY);
      if (timer === undefined) return false;
      await runDue(timer.at);
      return true;
    },
  };
}

/** Waits macrotasks, not real time; enough for in-process requests. */
async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
