/** A few heavy jobs at a time, a short line behind them, and a clear no when the line is full. Decisions §6 "Floods". */
import { type Refusal, refuse } from "../refusal.ts";

export type WorkQueue = <Value>(work: () => Promise<Value>) => Promise<Value | Refusal<"busy">>;

const RETRY_AFTER_MS = 2000;

export function createWorkQueue(options: { readonly parallel: number; readonly waiting: number }): WorkQueue {
  let running = 0;
  const line: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (running < options.parallel) running += 1;
    else await new Promise<void>((resolve) => line.push(resolve));
  };
  // The place goes straight to the next in line, so that nobody can slip in between.
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (work) => {
    if (running >= options.parallel && line.length >= options.waiting) return refuse("busy", { retryAfterMs: RETRY_AFTER_MS });
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
