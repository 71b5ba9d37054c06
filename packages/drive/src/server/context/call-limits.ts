/** Rate limit per account and minute, and a lock that allows one request at a time for each upload. */

/** Each process counts for itself, because the limit protects the time of that process. */
export type CallRates = {
  /** Returns undefined if the call may proceed, otherwise the seconds after which to retry. */
  readonly take: (accountId: string, weight: number) => number | undefined;
};

const WINDOW_MS = 60_000;
const MAX_ACCOUNTS = 50_000;

export function createCallRates(perMinute: number, clock: { now(): number }): CallRates {
  let windows = new Map<string, { readonly endsAt: number; used: number }>();
  return {
    take: (accountId, weight) => {
      if (perMinute === Number.POSITIVE_INFINITY) return undefined;
      const now = clock.now();
      const kept = windows.get(accountId);
      // A window that ends later than one length from now means that the clock was set back.
      const isLiving = kept !== undefined && kept.endsAt > now && kept.endsAt <= now + WINDOW_MS;
      const window = isLiving ? kept : { endsAt: now + WINDOW_MS, used: 0 };
      if (window.used + weight > perMinute) return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      if (!isLiving && windows.size >= MAX_ACCOUNTS) windows = new Map();
      windows.set(accountId, window);
      window.used += weight;
      return undefined;
    },
  };
}

/** Allows one request at a time per upload session: two writers would mix their bytes. */
export type UploadLocks = {
  /** Returns undefined if the session is busy, otherwise the function that leaves it. */
  enter(sessionId: string): (() => void) | undefined;
  isInside(sessionId: string): boolean;
};

export function createUploadLocks(): UploadLocks {
  const inside = new Set<string>();
  return {
    enter: (sessionId) => {
      if (inside.has(sessionId)) return undefined;
      inside.add(sessionId);
      return () => void inside.delete(sessionId);
    },
    isInside: (sessionId) => inside.has(sessionId),
  };
}
