/** Slow DEFLATE for damaged files: the browser's decoder returns nothing of the piece in which it fails. RFC 1951. */
const WINDOW_BYTES = 32_768;
const BUFFER_BYTES = 131_072;
const MAX_BITS = 15;
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const [LENGTH_BASE, LENGTH_EXTRA] = stepsOf(29, 4, 3);
const [DISTANCE_BASE, DISTANCE_EXTRA] = stepsOf(30, 2, 1);
// The longest match length, 258, has its own code without extra bits.
[LENGTH_BASE[28], LENGTH_EXTRA[28]] = [258, 0];

class Unreadable extends Error {}

/** Canonical Huffman code: codes of one length are consecutive, and the symbols are sorted by code. */
type Codes = { readonly counts: Uint16Array; readonly symbols: Uint16Array };

const FIXED: readonly [Codes, Codes] = [
  toCodes([...repeat(8, 144), ...repeat(9, 112), ...repeat(7, 24), ...repeat(8, 8)]),
  toCodes(repeat(5, 30)),
];

/** Yields the unpacked pieces; each is valid until the next one is requested. Returns true if all of `packed` was unpacked. */
export function* inflatePart(packed: Uint8Array): Generator<Uint8Array, boolean> {
  const output = new Output();
  const bits = new Bits(packed);
  try {
    for (let isLast = false; !isLast && !bits.isEnded(); ) {
      isLast = bits.take(1) === 1;
      const kind = bits.take(2);
      const blocks = kind === 0 ? copyBlock(bits, output) : codedBlock(bits, output, kind);
      yield* blocks;
    }
    yield output.rest();
    return true;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield output.rest();
    return false;
  }
}

function* copyBlock(bits: Bits, output: Output): Generator<Uint8Array> {
  bits.align();
  const [length, check] = [bits.take(16), bits.take(16)];
  if ((length ^ 0xffff) !== check) throw new Unreadable();
  for (let at = 0; at < length; at += 1) {
    if (output.isFull()) yield output.rest();
    output.put(bits.take(8));
  }
}

function* codedBlock(bits: Bits, output: Output, kind: number): Generator<Uint8Array> {
  if (kind === 3) throw new Unreadable();
  const [literals, distances] = kind === 1 ? FIXED : readCodes(bits);
  for (;;) {
    if (output.isFull()) yield output.rest();
    const symbol = bits.symbol(literals);
    if (symbol === 256) return;
    if (symbol < 256) output.put(symbol);
    else {
      const length = bits.step(symbol - 257, LENGTH_BASE, LENGTH_EXTRA);
      output.repeat(bits.step(bits.symbol(distances), DISTANCE_BASE, DISTANCE_EXTRA), length);
    }
  }
}

function readCodes(bits: Bits): readonly [Codes, Codes] {
  const [literals, distances, lengths] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  const own = repeat(0, 19);
  for (const index of CODE_ORDER.slice(0, lengths)) own[index] = bits.take(3);
  const codes = toCodes(own);
  const all: number[] = [];
  while (all.length < literals + distances) {
    const symbol = bits.symbol(codes);
    if (symbol < 16) all.push(symbol);
    else if (symbol === 16) all.push(...repeat(all.at(-1) ?? 0, bits.take(2) + 3));
    else all.push(...repeat(0, symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11));
  }
  return [toCodes(all.slice(0, literals)), toCodes(all.slice(literals, literals + distances))];
}

function toCodes(lengths: readonly number[]): Codes {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const symbols: number[] = [];
  for (let length = 1; length <= MAX_BITS; length += 1)
    for (let symbol = 0; symbol < lengths.length; symbol += 1) if (lengths[symbol] === length) symbols.push(symbol);
  return { counts, symbols: Uint16Array.from(symbols) };
}

class Bits {
  readonly #packed: Uint8Array;
  #at = 0;
  #held = 0;
  #heldBits = 0;

  constructor(packed: Uint8Array) {
    this.#packed = packed;
  }

  /** True if only padding bits of the last byte remain. */
  isEnded(): boolean {
    return this.#at >= this.#packed.length && this.#heldBits < 8;
  }

  align(): void {
    this.#held >>>= this.#heldBits % 8;
    this.#heldBits -= this.#heldBits % 8;
  }

  take(count: number): number {
    while (this.#heldBits < count) {
      if (this.#at >= this.#packed.length) throw new Unreadable();
      this.#held |= (this.#packed[this.#at] ?? 0) << this.#heldBits;
      this.#at += 1;
      this.#heldBits += 8;
    }
    const bits = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#heldBits -= count;
    return bits;
  }

  symbol({ counts, symbols }: Codes): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= MAX_BITS; length += 1) {
      code |= this.take(1);
      const count = counts[length] ?? 0;
      if (code - first < count) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Unreadable();
  }

  step(symbol: number, bases: readonly number[], extras: readonly number[]): number {
    const [base, extra] = [bases[symbol], extras[symbol]];
    if (base === undefined || extra === undefined) throw new Unreadable();
    return base + this.take(extra);
  }
}

/** The window that matches refer back to, followed by the output that was not yet yielded. */
class Output {
  readonly #bytes = new Uint8Array(BUFFER_BYTES + 512);
  #from = 0;
  #to = 0;

  isFull(): boolean {
    return this.#to >= BUFFER_BYTES;
  }

  put(byte: number): void {
    this.#bytes[this.#to] = byte;
    this.#to += 1;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#to) throw new Unreadable();
    for (let left = length; left > 0; left -= 1) this.put(this.#bytes[this.#to - distance] ?? 0);
  }

  rest(): Uint8Array {
    const rest = this.#bytes.slice(this.#from, this.#to);
    const kept = Math.min(WINDOW_BYTES, this.#to);
    this.#bytes.copyWithin(0, this.#to - kept, this.#to);
    [this.#from, this.#to] = [kept, kept];
    return rest;
  }
}

/** Bases and extra bits: after the first two groups, each `group` of codes has one extra bit more than the group before. */
function stepsOf(count: number, group: number, first: number): [number[], number[]] {
  const [bases, extras]: [number[], number[]] = [[], []];
  for (let [at, base] = [0, first]; at < count; at += 1) {
    const extra = Math.max(0, Math.floor(at / group) - 1);
    bases.push(base);
    extras.push(extra);
    base += 2 ** extra;
  }
  return [bases, extras];
}

function repeat(value: number, count: number): number[] {
  return Array.from({ length: count }, () => value);
}
