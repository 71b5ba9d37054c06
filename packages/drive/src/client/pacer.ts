/**
 * Token buckets shared by all calls of one account: a limit on requests per second, a lower one on writes, and a global pause when the
 * drive throttles.
 */
export type Timers = { now(): number; after(delayMs: number, run: () => void): () => void };

export type Pacer = {
  /** Resolves when the call may be sent; rejects if the signal aborts first. */
  turn(isWrite: boolean, signal: AbortSignal | undefined): Promise<void>;
  /** Holds back all requests before this time. */
  pauseUntil(at: number): void;
};

export type PacerLimits = {
  readonly perSecond: number;
  readonly burst: number;
  readonly writesPerSecond: number;
  readonly writeBurst: number;
};

export function createPacer(timers: Timers, limits: PacerLimits): Pacer {
  const all = createBucket(timers, limits.perSecond, limits.burst);
  const writes = createBucket(timers, limits.writesPerSecond, limits.writeBurst);
  let pausedUntil = 0;
  return {
    turn: async (isWrite, signal) => {
      // Slots are reserved in the order of the requests, so that no request waits forever.
      const goAt = Math.max(all.reserve(), isWrite ? writes.reserve() : 0);
      await sleep(timers, goAt - timers.now(), signal);
      while (pausedUntil > timers.now()) await sleep(timers, pausedUntil - timers.now(), signal);
    },
    pauseUntil: (at) => {
      pausedUntil = Math.max(pausedUntil, at);
    },
  };
}

/** `reserve` returns the time at which the next token is available. */
function createBucket(timers: Timers, perSecond: number, burst: number): { reserve(): number } {
  if (!Number.isFinite(perSecond)) return { reserve: () => 0 };
  let tokens = burst;
  let filledAt = timers.now();
  return {
    reserve: () => {
      const now = timers.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000) - 1;
      filledAt = now;
      return tokens >= 0 ? now : now + (-tokens * 1000) / perSecond;
    },
  };
}

/** Rejects with the signal's reason if it aborts. */
export function sleep(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
  if (!(ms > 0)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
