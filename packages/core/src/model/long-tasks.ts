/** What long tasks are made of: a signal to end early, groups of a size, and reading ahead of the work. */

export interface StopSignal {
  readonly isStopped: boolean;
  onStop(listener: () => void): void;
}

/** For the one who starts the task. */
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

/** In their order, each group as large as it may be; one that is too large by itself is alone. */
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

/** Each group with what was read of it, in their order; the next is being read while one is worked on. */
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
