/**
 * Whether one side's edit of a run is all of the other's and more. Two devices that type in one note as it is saved know older versions in common than
 * what both have seen, so that one side's change is found in both. sync.md §6.2. Pure.
 */

/** The side that only put in, or only took out, all that the other did, and more; undefined where neither is that. */
export function widest(base: readonly string[], winner: readonly string[], loser: readonly string[]): readonly string[] | undefined {
  const sides = [
    [winner, loser],
    [loser, winner],
  ] as const;
  return sides.find(([wide, narrow]) => isChain([base, narrow, wide]) || isChain([wide, narrow, base]))?.[0];
}

/** Each is within the next. */
function isChain(runs: readonly (readonly string[])[]): boolean {
  return runs.every((run, at) => at === 0 || isWithin(runs[at - 1] ?? [], run));
}

/** Whether all items of `part` are in `whole`, in their order. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const item of whole) if (found < part.length && part[found] === item) found += 1;
  return found === part.length;
}
