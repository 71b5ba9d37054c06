/** Seeded random numbers (mulberry32). The same seed gives the same run, to the last request. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.int(0, items.length - 1)];
  }

  bytes(count: number): Uint8Array {
    const generated = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) generated[at] = this.int(0, 255);
    return generated;
  }

  /** A new stream, so that the numbers drawn by one part do not change another part's. */
  fork(): Chance {
    return new Chance(Math.floor(this.next() * 4294967296));
  }
}
