/**
 * Links to a block of a note. Blocks have no ids in the stored form, and an address must not hold words of a note, so a link has the block's
 * index and the lengths of its first line and those around it. Decision 0054.
 */

/** `sizes`: characters of the first line of each block, in the order of the note. */
export function toBlockHash(sizes: readonly number[], index: number): string {
  return `${PREFIX}${[index, ...sizesAround(sizes, index)].join(".")}`;
}

/** Returns the index of the block that fits best, the nearest of equal ones; undefined if the hash does not link to a block. */
export function findLinkedBlock(sizes: readonly number[], hash: string): number | undefined {
  const [index, ...wanted] = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length).split(".").map(Number) : [];
  if (index === undefined || wanted.length !== WEIGHTS.length || sizes.length === 0) return undefined;
  if (![index, ...wanted].every((number) => Number.isInteger(number) && number >= -1)) return undefined;
  let [best, bestScore] = [Math.min(Math.max(index, 0), sizes.length - 1), 0];
  for (const at of sizes.keys()) {
    const around = sizesAround(sizes, at);
    const score = WEIGHTS.reduce((sum, weight, one) => sum + (around[one] === wanted[one] ? weight : 0), 0);
    if (score > bestScore || (score === bestScore && score > 0 && Math.abs(at - index) < Math.abs(best - index)))
      [best, bestScore] = [at, score];
  }
  return best;
}

const PREFIX = "#block=";
/** The block itself counts more than both neighbors; beyond the note's ends the size is -1. */
const WEIGHTS = [3, 1, 1];

function sizesAround(sizes: readonly number[], at: number): readonly number[] {
  return [at, at - 1, at + 1].map((one) => sizes[one] ?? -1);
}
