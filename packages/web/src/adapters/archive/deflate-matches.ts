/**
 * Finds in a small file what stood there before, as DEFLATE's level 6 does: chains of equal beginnings, and a match gives way to a longer one
 * that begins a byte later. Tables are kept from file to file. RFC 1951, 4.
 */
export const SMALL_MAX_BYTES = 65_536;
const [MIN_LENGTH, MAX_LENGTH, MAX_DISTANCE] = [3, 258, 32_768];
const [MAX_LAZY, NICE_LENGTH, MAX_CHAIN] = [16, 128, 128];
/** A match of three bytes costs more than the bytes when it lies further back. */
const FAR = 4096;
const HASH_SIZE = 32_768;
const MAX_BASE = 0x4000_0000;

/** A byte as it is, or `length << 16 | distance`. */
export type Tokens = { readonly values: Uint32Array; count: number };

export class MatchFinder {
  readonly tokens: Tokens = { values: new Uint32Array(SMALL_MAX_BYTES), count: 0 };
  readonly #heads = new Int32Array(HASH_SIZE);
  readonly #before = new Int32Array(SMALL_MAX_BYTES);
  /** Where this file begins in the count of all bytes: what the tables say of earlier files lies below. */
  #base = 1;
  #bytes: Uint8Array = new Uint8Array(0);
  #inserted = 0;
  #distance = 0;

  find(bytes: Uint8Array): Tokens {
    this.#begin(bytes);
    const { values } = this.tokens;
    let count = 0;
    for (let at = 0; at < bytes.length; ) {
      let length = this.#longest(at);
      let distance = this.#distance;
      while (length >= MIN_LENGTH && length < MAX_LAZY) {
        const next = this.#longest(at + 1);
        if (next <= length) break;
        values[count++] = bytes[at] as number;
        at += 1;
        length = next;
        distance = this.#distance;
      }
      const isMatch = length >= MIN_LENGTH;
      values[count++] = isMatch ? (length << 16) | distance : (bytes[at] as number);
      at += isMatch ? length : 1;
      while (this.#inserted < at) this.#insert(this.#inserted);
    }
    this.tokens.count = count;
    return this.tokens;
  }

  #begin(bytes: Uint8Array): void {
    this.#base += this.#bytes.length;
    if (this.#base > MAX_BASE) {
      this.#heads.fill(0);
      this.#base = 1;
    }
    [this.#bytes, this.#inserted] = [bytes, 0];
  }

  /** How long the best match is; where it begins is left in `#distance`. */
  #longest(at: number): number {
    const bytes = this.#bytes;
    const most = Math.min(MAX_LENGTH, bytes.length - at);
    if (most < MIN_LENGTH) return 0;
    while (this.#inserted < at) this.#insert(this.#inserted);
    let best = MIN_LENGTH - 1;
    let candidate = this.#heads[hash(bytes, at)] as number;
    for (let tries = MAX_CHAIN; candidate >= this.#base && tries > 0; tries -= 1) {
      const from = candidate - this.#base;
      if (at - from > MAX_DISTANCE) break;
      if (bytes[from + best] === bytes[at + best] && bytes[from] === bytes[at]) {
        let length = 1;
        while (length < most && bytes[from + length] === bytes[at + length]) length += 1;
        if (length > best && (length > MIN_LENGTH || at - from <= FAR)) {
          [best, this.#distance] = [length, at - from];
          if (length >= NICE_LENGTH || length === most) break;
        }
      }
      candidate = this.#before[from] as number;
    }
    return best;
  }

  #insert(at: number): void {
    this.#inserted = at + 1;
    if (at + MIN_LENGTH > this.#bytes.length) return;
    const place = hash(this.#bytes, at);
    this.#before[at] = this.#heads[place] as number;
    this.#heads[place] = this.#base + at;
  }
}

function hash(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) << 10) ^ ((bytes[at + 1] as number) << 5) ^ (bytes[at + 2] as number)) & (HASH_SIZE - 1);
}
