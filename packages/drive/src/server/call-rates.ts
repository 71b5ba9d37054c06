/** How many calls an account makes in a minute. Counted by each process for itself, since it is its own time that this saves. */

export type CallRates = {
  /** Undefined: go on. Else the seconds after which it may be tried again. */
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
      // Longer than a window is: the clock was set back meanwhile.
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
