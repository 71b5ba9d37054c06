/** Counts events per key in fixed windows, in bounded memory of this process. db/counts.ts holds the counts that servers share. */
import type { Counted } from "../../db/counts.ts";

export type WindowCounter = { readonly add: (key: string, by?: number) => Counted };

type Window = { readonly endsAt: number; readonly count: number };

export function createWindowCounter(options: {
  readonly windowMs: number;
  readonly maxKeys: number;
  readonly now: () => number;
}): WindowCounter {
  const windows = new Map<string, Window>();

  const living = (key: string): Window | undefined => {
    const window = windows.get(key);
    if (window === undefined) return undefined;
    const leftMs = window.endsAt - options.now();
    // A window that ends later than its length from now means that the clock was set back.
    if (leftMs > 0 && leftMs <= options.windowMs) return window;
    windows.delete(key);
    return undefined;
  };
  // A Map keeps insertion order and all windows have the same length, so the first key ends first.
  const evictOldest = (): void => {
    const oldest = windows.keys().next();
    if (windows.size >= options.maxKeys && !oldest.done) windows.delete(oldest.value);
  };

  return {
    add: (key, by = 1) => {
      const window = living(key);
      if (window === undefined) evictOldest();
      const endsAt = window?.endsAt ?? options.now() + options.windowMs;
      const count = (window?.count ?? 0) + by;
      windows.set(key, { endsAt, count });
      return { count, endsInMs: endsAt - options.now() };
    },
  };
}
