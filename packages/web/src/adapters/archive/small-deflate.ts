/**
 * DEFLATE for files of a note's size, each as one block with codes of its own. A library's packer makes its tables anew for every file, which
 * takes several times as long as packing a page does; these are kept. RFC 1951, 3.2.
 */
import { MatchFinder, SMALL_MAX_BYTES, type Tokens } from "./deflate-matches.ts";
import { assignCodes, createPrefixCodes, type PrefixCodes } from "./prefix-codes.ts";

export { SMALL_MAX_BYTES };

/** Of at most `SMALL_MAX_BYTES`. */
export type PackSmall = (bytes: Uint8Array) => Uint8Array;

const [LITERALS, DISTANCES, LENGTHS] = [286, 30, 19];
const [MAX_BITS, MAX_LENGTH_BITS] = [15, 7];
const END = 256;
const FIRST_LENGTH = 257;
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
const [REPEAT, FEW_ZEROS, MANY_ZEROS] = [16, 17, 18];
const REPEAT_BITS: Readonly<Record<number, number>> = { [REPEAT]: 2, [FEW_ZEROS]: 3, [MANY_ZEROS]: 7 };

/** By length or distance: the symbol it falls under. By symbol: where it begins and how many bits say how far behind. */
type Ranges = { readonly symbolOf: Uint8Array; readonly from: Uint16Array; readonly bits: Uint8Array };
const LENGTH_RANGES = lengthRanges();
const DISTANCE_RANGES = distanceRanges();

export function createSmallPacker(): PackSmall {
  const finder = new MatchFinder();
  const [literals, distances, lengths] = [createPrefixCodes(LITERALS), createPrefixCodes(DISTANCES), createPrefixCodes(LENGTHS)];
  const counts = { literals: new Uint32Array(LITERALS), distances: new Uint32Array(DISTANCES) };
  const out = new BitWriter(2 * SMALL_MAX_BYTES);
  return (bytes) => {
    const tokens = finder.find(bytes);
    countTokens(tokens, counts);
    assignCodes(literals, counts.literals, MAX_BITS);
    assignCodes(distances, counts.distances, MAX_BITS);
    out.begin();
    out.put(0b101, 3);
    writeLengths(out, lengths, literals, distances);
    writeTokens(out, tokens, literals, distances);
    return out.end();
  };
}

function countTokens({ values, count }: Tokens, counts: { readonly literals: Uint32Array; readonly distances: Uint32Array }): void {
  counts.literals.fill(0);
  counts.distances.fill(0);
  counts.literals[END] = 1;
  for (let at = 0; at < count; at += 1) {
    const token = values[at] as number;
    if (token <= 0xff) counts.literals[token] = (counts.literals[token] as number) + 1;
    else {
      const [length, distance] = [lengthSymbol(token) + FIRST_LENGTH, distanceSymbol(token)];
      counts.literals[length] = (counts.literals[length] as number) + 1;
      counts.distances[distance] = (counts.distances[distance] as number) + 1;
    }
  }
}

/** How long each code is, itself in codes: the reader makes the codes from that. */
function writeLengths(out: BitWriter, codes: PrefixCodes, literals: PrefixCodes, distances: PrefixCodes): void {
  const [literalCount, distanceCount] = [lastUsed(literals.lengths, FIRST_LENGTH), lastUsed(distances.lengths, 1)];
  const runs = toRuns([...literals.lengths.subarray(0, literalCount), ...distances.lengths.subarray(0, distanceCount)]);
  const counts = new Uint32Array(LENGTHS);
  for (const { symbol } of runs) counts[symbol] = (counts[symbol] as number) + 1;
  assignCodes(codes, counts, MAX_LENGTH_BITS);
  let shown = LENGTHS;
  while (shown > 4 && codes.lengths[LENGTH_ORDER[shown - 1] as number] === 0) shown -= 1;
  out.put(literalCount - FIRST_LENGTH, 5);
  out.put(distanceCount - 1, 5);
  out.put(shown - 4, 4);
  for (const symbol of LENGTH_ORDER.slice(0, shown)) out.put(codes.lengths[symbol] as number, 3);
  for (const { symbol, more } of runs) {
    out.put(codes.codes[symbol] as number, codes.lengths[symbol] as number);
    out.put(more, REPEAT_BITS[symbol] ?? 0);
  }
}

function lastUsed(lengths: Uint8Array, least: number): number {
  let count = lengths.length;
  while (count > least && lengths[count - 1] === 0) count -= 1;
  return count;
}

type Run = { readonly symbol: number; readonly more: number };

function toRuns(lengths: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number;
    let end = at + 1;
    while (lengths[end] === length) end += 1;
    if (length !== 0) {
      runs.push({ symbol: length, more: 0 });
      at += 1;
    }
    at = addRepeats(runs, length, at, end);
  }
  return runs;
}

/** Where the run is too short to be worth a sign of its own, what is left of it is written out. */
function addRepeats(runs: Run[], length: number, from: number, end: number): number {
  const most = length === 0 ? 138 : 6;
  let at = from;
  while (end - at >= 3) {
    const times = Math.min(most, end - at);
    if (length !== 0) runs.push({ symbol: REPEAT, more: times - 3 });
    else runs.push(times <= 10 ? { symbol: FEW_ZEROS, more: times - 3 } : { symbol: MANY_ZEROS, more: times - 11 });
    at += times;
  }
  for (; at < end; at += 1) runs.push({ symbol: length, more: 0 });
  return at;
}

function writeTokens(out: BitWriter, { values, count }: Tokens, literals: PrefixCodes, distances: PrefixCodes): void {
  for (let at = 0; at < count; at += 1) {
    const token = values[at] as number;
    if (token <= 0xff) out.put(literals.codes[token] as number, literals.lengths[token] as number);
    else {
      putIn(out, literals, FIRST_LENGTH, LENGTH_RANGES, lengthSymbol(token), token >>> 16);
      putIn(out, distances, 0, DISTANCE_RANGES, distanceSymbol(token), token & 0xffff);
    }
  }
  out.put(literals.codes[END] as number, literals.lengths[END] as number);
}

function putIn(out: BitWriter, codes: PrefixCodes, first: number, { from, bits }: Ranges, symbol: number, value: number): void {
  out.put(codes.codes[first + symbol] as number, codes.lengths[first + symbol] as number);
  out.put(value - (from[symbol] as number), bits[symbol] as number);
}

function lengthSymbol(token: number): number {
  return LENGTH_RANGES.symbolOf[token >>> 16] as number;
}

function distanceSymbol(token: number): number {
  return DISTANCE_RANGES.symbolOf[token & 0xffff] as number;
}

function lengthRanges(): Ranges {
  const ranges = toRanges(28, 3, 258, (symbol) => (symbol < 8 ? 0 : (symbol >> 2) - 1));
  // 258 has a symbol of its own, which needs no bits.
  const [from, bits] = [Uint16Array.from([...ranges.from, 258]), Uint8Array.from([...ranges.bits, 0])];
  ranges.symbolOf[258] = 28;
  return { symbolOf: ranges.symbolOf, from, bits };
}

function distanceRanges(): Ranges {
  return toRanges(DISTANCES, 1, 32_768, (symbol) => (symbol < 4 ? 0 : (symbol >> 1) - 1));
}

function toRanges(symbols: number, first: number, last: number, bitsOf: (symbol: number) => number): Ranges {
  const ranges = { symbolOf: new Uint8Array(last + 1), from: new Uint16Array(symbols), bits: new Uint8Array(symbols) };
  let value = first;
  for (let symbol = 0; symbol < symbols; symbol += 1) {
    ranges.from[symbol] = value;
    ranges.bits[symbol] = bitsOf(symbol);
    const end = value + 2 ** bitsOf(symbol);
    ranges.symbolOf.fill(symbol, value, end);
    value = end;
  }
  return ranges;
}

/** Lowest bit first; at most sixteen at a time. */
class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes);
  }

  begin(): void {
    [this.#at, this.#bits, this.#count] = [0, 0, 0];
  }

  put(value: number, count: number): void {
    this.#bits |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes[this.#at++] = this.#bits & 0xff;
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  end(): Uint8Array {
    if (this.#count > 0) this.#bytes[this.#at++] = this.#bits & 0xff;
    return this.#bytes.slice(0, this.#at);
  }
}
