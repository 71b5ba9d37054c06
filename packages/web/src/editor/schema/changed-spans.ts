/** What differs between two lists: runs of one that give way to runs of the other, as many and as short as what is in both only once allows. Pure. */
export type Span = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number };

export function changedSpans(a: readonly string[], b: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  collect(a, b, { fromA: 0, toA: a.length, fromB: 0, toB: b.length }, spans);
  return spans;
}

function collect(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Span, spans: Span[]): void {
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) [fromA, fromB] = [fromA + 1, fromB + 1];
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) [toA, toB] = [toA - 1, toB - 1];
  if (fromA === toA && fromB === toB) return;
  const anchors = inOrder(commonOnce(a, b, { fromA, toA, fromB, toB }));
  if (anchors.length === 0) return void spans.push({ fromA, toA, fromB, toB });
  for (const [atA, atB] of [...anchors, [toA, toB] as const]) {
    collect(a, b, { fromA, toA: atA, fromB, toB: atB }, spans);
    [fromA, fromB] = [atA + 1, atB + 1];
  }
}

type Pair = readonly [number, number];

/** What is on each side exactly once, in the order of the first. */
function commonOnce(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Span): readonly Pair[] {
  const positionsB = positionsOf(b, fromB, toB);
  return [...positionsOf(a, fromA, toA)].flatMap(([key, atA]): Pair[] => {
    const atB = positionsB.get(key);
    return atA === undefined || atB === undefined ? [] : [[atA, atB]];
  });
}

/** Undefined: it is there more than once. */
function positionsOf(keys: readonly string[], from: number, to: number): ReadonlyMap<string, number | undefined> {
  const positions = new Map<string, number | undefined>();
  for (let at = from; at < to; at += 1) {
    const key = keys[at] as string;
    positions.set(key, positions.has(key) ? undefined : at);
  }
  return positions;
}

/** The longest run of pairs that stand in one order on both sides (patience sorting). */
function inOrder(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, [, atB]] of pairs.entries()) {
    const pile = findPile(tops, (top) => (pairs[top] as Pair)[1] < atB);
    before.push(tops[pile - 1]);
    tops[pile] = at;
  }
  const longest: Pair[] = [];
  for (let at = tops.at(-1); at !== undefined; at = before[at]) longest.unshift(pairs[at] as Pair);
  return longest;
}

function findPile(tops: readonly number[], isBelow: (top: number) => boolean): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(tops[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
