/** A clock and timers moved by hand, so that tests do not wait for real time. */
import type { Clock, Timers } from "../ports/environment.ts";

export class ManualClock implements Clock, Timers {
  #now: number;
  #pending: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(startMs = 1_700_000_000_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#now + delayMs, run };
    this.#pending.push(timer);
    return () => {
      this.#pending = this.#pending.filter((other) => other !== timer);
    };
  }

  get pendingCount(): number {
    return this.#pending.length;
  }

  /** Advances the clock without running timers, like a sleeping machine or a changed clock. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Runs due timers in order, letting promises resolve after each. */
  async advance(byMs: number): Promise<void> {
    const end = this.#now + byMs;
    await flushPromises();
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      const due = next;
      this.#pending = this.#pending.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.atMs);
      due.run();
      await flushPromises();
    }
    this.#now = end;
  }

  #nextDue(end: number): { readonly atMs: number; readonly run: () => void } | undefined {
    return this.#pending.filter((timer) => timer.atMs <= end).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Runs everything that is ready: in-memory adapters respond within a bounded number of turns. */
export async function flushPromises(turns = 200): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}
