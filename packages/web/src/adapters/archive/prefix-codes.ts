/** Prefix codes by how often each symbol is needed, none longer than allowed. RFC 1951, 3.2.2; lengths by Moffat and Katajainen. */
export type PrefixCodes = { readonly lengths: Uint8Array; readonly codes: Uint16Array };

const SYMBOL_BITS = 9;
const MAX_BITS = 15;

export function createPrefixCodes(symbols: number): PrefixCodes {
  return { lengths: new Uint8Array(symbols), codes: new Uint16Array(symbols) };
}

/** At least two symbols get a code: some readers refuse a code that is not complete. */
export function assignCodes({ lengths, codes }: PrefixCodes, counts: Uint32Array, maxBits: number): void {
  const sorted = sortByCount(counts);
  const perLength = limitLengths(minimalLengths(sorted), maxBits);
  lengths.fill(0);
  let rank = 0;
  for (let bits = maxBits; bits > 0; bits -= 1) {
    for (let left = perLength[bits] as number; left > 0; left -= 1) lengths[symbolOf(sorted[rank++] as number)] = bits;
  }
  numberCodes(lengths, codes, perLength);
}

/** Rarest first, each as its count and the symbol behind it. */
function sortByCount(counts: Uint32Array): Uint32Array {
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol += 1) {
    const count = counts[symbol] as number;
    if (count > 0) used.push((count << SYMBOL_BITS) | symbol);
  }
  for (let symbol = 0; used.length < 2; symbol += 1) if (counts[symbol] === 0) used.push((1 << SYMBOL_BITS) | symbol);
  return Uint32Array.from(used).sort();
}

function symbolOf(entry: number): number {
  return entry & ((1 << SYMBOL_BITS) - 1);
}

/** In place, as the paper has it: sums become parents, parents depths, depths the leaves' lengths, rarest first. */
function minimalLengths(sorted: Uint32Array): Uint32Array {
  const count = sorted.length;
  const work = sorted.map((entry) => entry >>> SYMBOL_BITS);
  const at = (index: number) => work[index] as number;
  let [root, leaf] = [0, 0];
  for (let next = 0; next < count - 1; next += 1) {
    let sum = 0;
    for (let half = 0; half < 2; half += 1) {
      if (leaf >= count || (root < next && at(root) < at(leaf))) {
        sum += at(root);
        work[root++] = next;
      } else sum += at(leaf++);
    }
    work[next] = sum;
  }
  work[count - 2] = 0;
  for (let next = count - 3; next >= 0; next -= 1) work[next] = at(at(next)) + 1;
  let [open, used, depth, node, place] = [1, 0, 0, count - 2, count - 1];
  while (open > 0) {
    while (node >= 0 && at(node) === depth) [used, node] = [used + 1, node - 1];
    while (open > used) [work[place], place, open] = [depth, place - 1, open - 1];
    [open, depth, used] = [2 * used, depth + 1, 0];
  }
  return work;
}

/** How many codes there are of each length, once those that were too long have taken room from others. */
function limitLengths(lengths: Uint32Array, maxBits: number): Uint32Array {
  const perLength = new Uint32Array(MAX_BITS + 1);
  for (const length of lengths) (perLength[Math.min(length, maxBits)] as number)++;
  let total = 0;
  for (let bits = 1; bits <= maxBits; bits += 1) total += (perLength[bits] as number) << (maxBits - bits);
  for (; total > 1 << maxBits; total -= 1) {
    let bits = maxBits - 1;
    while (perLength[bits] === 0) bits -= 1;
    (perLength[maxBits] as number)--;
    (perLength[bits] as number)--;
    perLength[bits + 1] = (perLength[bits + 1] as number) + 2;
  }
  return perLength;
}

/** A code's first bit is its lowest: that is how they are written. */
function numberCodes(lengths: Uint8Array, codes: Uint16Array, perLength: Uint32Array): void {
  const next = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1; bits <= MAX_BITS; bits += 1) next[bits + 1] = ((next[bits] as number) + (perLength[bits] as number)) << 1;
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] as number;
    if (length > 0) codes[symbol] = reversed((next[length] as number)++, length);
  }
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let at = 0; at < length; at += 1) bits = (bits << 1) | ((code >> at) & 1);
  return bits;
}
