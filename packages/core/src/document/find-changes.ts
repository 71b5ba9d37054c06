/** Differences between two sequences: Myers' algorithm (Algorithmica 1, 1986), bounded, coarse if nearly everything changed. Pure. */

/** `cut` items of the former sequence from `from` are replaced by `added` items of the later one from `at`. */
export type Change = { readonly from: number; readonly cut: number; readonly at: number; readonly added: number };

/** Beyond this number of single additions and removals, everything from the first to the last becomes one change. */
const MAX_EDITS = 3000;

export function findChanges(before: readonly string[], after: readonly string[]): readonly Change[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [cut, added] = [before.length - end - start, after.length - end - start];
  if (cut + added === 0) return [];
  if (cut === 0 || added === 0) return [{ from: start, cut, at: start, added }];
  const codes = new Map<string, number>();
  const toCodes = (items: readonly string[]) => Int32Array.from(items.slice(start, items.length - end), (item) => codeOf(item, codes));
  const steps = search(toCodes(before), toCodes(after));
  if (steps === undefined) return [{ from: start, cut, at: start, added }];
  return toChanges(steps).map((change) => ({ ...change, from: change.from + start, at: change.at + start }));
}

function codeOf(item: string, codes: Map<string, number>): number {
  const known = codes.get(item);
  if (known !== undefined) return known;
  codes.set(item, codes.size);
  return codes.size - 1;
}

/** A single addition or removal. */
type Step = { readonly from: number; readonly at: number; readonly isCut: boolean };

function search(before: Int32Array, after: Int32Array): readonly Step[] | undefined {
  const limit = Math.min(before.length + after.length, MAX_EDITS);
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(furthest.slice(limit + 1 - edits - 1, limit + 1 + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const slot = limit + 1 + diagonal;
      const isAdded = diagonal === -edits || (diagonal !== edits && (furthest[slot - 1] ?? 0) < (furthest[slot + 1] ?? 0));
      let x = isAdded ? (furthest[slot + 1] ?? 0) : (furthest[slot - 1] ?? 0) + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x += 1;
        y += 1;
      }
      furthest[slot] = x;
      if (x >= before.length && y >= after.length) return traceBack(trace, before.length, after.length);
    }
  }
  return undefined;
}

/** `trace[n]` holds the furthest positions before the last of `n` edits, with diagonal 0 at index `n + 1`. */
function traceBack(trace: readonly Int32Array[], length: number, otherLength: number): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [length, otherLength];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const row = trace[edits] as Int32Array;
    const [diagonal, middle] = [x - y, edits + 1];
    const [below, above] = [row[middle + diagonal - 1] ?? 0, row[middle + diagonal + 1] ?? 0];
    const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
    const fromX = isAdded ? above : below;
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1);
    steps.push({ from: fromX, at: fromY, isCut: !isAdded });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

function toChanges(steps: readonly Step[]): readonly Change[] {
  const changes: Change[] = [];
  for (const { from, at, isCut } of steps) {
    const last = changes.at(-1);
    const isNext = last !== undefined && last.from + last.cut === from && last.at + last.added === at;
    const one = isNext ? last : { from, cut: 0, at, added: 0 };
    const grown = isCut ? { ...one, cut: one.cut + 1 } : { ...one, added: one.added + 1 };
    if (isNext) changes[changes.length - 1] = grown;
    else changes.push(grown);
  }
  return changes;
}
