/** Token buckets, shared by all calls of one account: so many requests a second, fewer writes, and a pause of everything when the drive throttles. */
export type Timers = { now(): number; after(delayMs: number, run: () => void): () => void };

export type Pacer = {
  /** Resolves when the call may go; rejects when the signal aborts first. */
  turn(isWrite: boolean, signal: AbortSignal | undefined): Promise<void>;
  /** No request is sent before this time. */
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
      // Reserved in the order of the requests, so that none waits forever.
      const goAt = Math.max(all.reserve(), isWrite ? writes.reserve() : 0);
      await sleep(timers, goAt - timers.now(), signal);
      while (pausedUntil > timers.now()) await sleep(timers, pausedUntil - timers.now(), signal);
    },
    pauseUntil: (at) => {
      pausedUntil = Math.max(pausedUntil, at);
    },
  };
}

/** Answers the moment at which the next token is there. */
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

/** Rejects with the signal's reason. */
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
