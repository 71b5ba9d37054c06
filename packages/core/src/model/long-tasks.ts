/** Parts of long tasks: a stop signal, groups by size, and reading ahead. */

export interface StopSignal {
  readonly isStopped: boolean;
  onStop(listener: () => void): void;
}

/** Handle for the owner of the task. */
export type Stop = StopSignal & { stop(): void };

export function createStop(): Stop {
  const listeners: (() => void)[] = [];
  let isStopped = false;
  return {
    get isStopped() {
      return isStopped;
    },
    onStop: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      for (const listener of listeners) listener();
    },
  };
}

/** Groups in order, each as large as allowed; an oversized item is alone in its group. */
export function inGroups<Item>(items: readonly Item[], maxSize: number, sizeOf: (item: Item) => number): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    const last = groups.at(-1);
    size += own;
    if (last !== undefined && size <= maxSize) last.push(item);
    else {
      groups.push([item]);
      size = own;
    }
  }
  return groups;
}

/** Yields each group with its read result, in order. The next group is read while the caller works on one. */
export async function* readAhead<Group, Value>(
  groups: readonly Group[],
  read: (group: Group) => Promise<Value>,
): AsyncGenerator<readonly [Group, Value]> {
  const [first] = groups;
  let reading = first === undefined ? undefined : read(first);
  for (const [at, group] of groups.entries()) {
    const answer = await reading;
    const next = groups[at + 1];
    reading = next === undefined ? undefined : read(next);
    yield [group, answer as Value];
  }
}
