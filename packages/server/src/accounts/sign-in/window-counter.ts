/** Counts events per key in fixed windows, in bounded memory of this process. What servers count together is db/counts.ts. */
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
    // Longer than a window is: the clock was set back meanwhile.
    if (leftMs > 0 && leftMs <= options.windowMs) return window;
    windows.delete(key);
    return undefined;
  };
  // A Map remembers insertion order and all windows are equally long, so the first key is the first to end.
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
