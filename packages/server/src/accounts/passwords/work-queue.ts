/** Runs a few heavy jobs at a time with a short queue, and rejects jobs when the queue is full. Decision 0006 "Floods". */
import { type Refusal, refuse } from "../../shared/refusal.ts";

/** Limits `key` to `most` running or waiting jobs, so that one account or network cannot fill the queue. */
export type Share = { readonly key: string; readonly most: number };

export type WorkQueue = <Value>(work: () => Promise<Value>, shares?: readonly Share[]) => Promise<Value | Refusal<"busy">>;

const RETRY_AFTER_MS = 2000;

export function createWorkQueue(options: { readonly parallel: number; readonly waiting: number }): WorkQueue {
  let running = 0;
  const line: (() => void)[] = [];
  const held = new Map<string, number>();

  const isFull = (shares: readonly Share[]): boolean =>
    (running >= options.parallel && line.length >= options.waiting) || shares.some(({ key, most }) => (held.get(key) ?? 0) >= most);
  const hold = (shares: readonly Share[], step: 1 | -1): void => {
    for (const { key } of shares) {
      const now = (held.get(key) ?? 0) + step;
      if (now === 0) held.delete(key);
      else held.set(key, now);
    }
  };
  const enter = async (): Promise<void> => {
    if (running < options.parallel) running += 1;
    else await new Promise<void>((resolve) => line.push(resolve));
  };
  // The slot goes directly to the next job in the queue, so that no other request takes it.
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (work, shares = []) => {
    if (isFull(shares)) return refuse("busy", { retryAfterMs: RETRY_AFTER_MS });
    hold(shares, 1);
    await enter();
    try {
      return await work();
    } finally {
      leave();
      hold(shares, -1);
    }
  };
}
