/**
 * Virtual time: events happen in the order of their times. Between two events, everything that is ready runs to its end, and nothing really
 * waits.
 */
import type { Clock, Timers } from "@satchel/core/ports/environment.ts";

type Event = { readonly atMs: number; readonly order: number; readonly run: () => void; isCancelled: boolean };

export class VirtualTime implements Clock, Timers {
  #now: number;
  #order = 0;
  #events: Event[] = [];
  #held = 0;

  constructor(startMs = 1_700_000_000_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    this.#order += 1;
    const event: Event = { atMs: this.#now + Math.max(0, Math.ceil(delayMs)), order: this.#order, run, isCancelled: false };
    this.#insert(event);
    return () => {
      event.isCancelled = true;
    };
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Virtual time stands still until this has resolved, because it takes turns of the event loop, as a database does. */
  async hold<Value>(work: Promise<Value>): Promise<Value> {
    this.#held += 1;
    try {
      return await work;
    } finally {
      this.#held -= 1;
    }
  }

  /** Runs events until `isDone`, or until no event is left. */
  async run(isDone: () => boolean): Promise<void> {
    await this.#allReady();
    while (!isDone()) {
      const event = this.#events.shift();
      if (event === undefined) return;
      if (event.isCancelled) continue;
      this.#now = Math.max(this.#now, event.atMs);
      event.run();
      await this.#allReady();
    }
  }

  /** Inserts by binary search. Events of the same time keep their order. */
  #insert(event: Event): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as Event;
      if (other.atMs < event.atMs || (other.atMs === event.atMs && other.order < event.order)) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }

  /** One turn of the event loop lets every resolved promise run until it next waits for virtual time. */
  async #allReady(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#held > 0);
  }
}
