/** Groups notes by size for reading, writing and restoring, so that a group fits in memory even with embedded images. Pure. */
import { BACKUP } from "../../model/limits/limits.ts";

export function groupBySize<Item>(items: readonly Item[], charsOf: (item: Item) => number): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  const gather = createGatherer(charsOf);
  for (const item of items) {
    const full = gather.add(item);
    if (full !== undefined) groups.push(full);
  }
  const rest = gather.rest();
  return rest.length === 0 ? groups : [...groups, rest];
}

/** Incremental `groupBySize`: `add` returns a group once it is full. */
export function createGatherer<Item>(charsOf: (item: Item) => number) {
  let [group, chars]: [Item[], number] = [[], 0];
  const take = (): Item[] => {
    const taken = group;
    [group, chars] = [[], 0];
    return taken;
  };
  return {
    add(item: Item): Item[] | undefined {
      group.push(item);
      chars += charsOf(item);
      return group.length >= BACKUP.groupSize || chars >= BACKUP.groupChars ? take() : undefined;
    },
    rest: take,
  };
}
