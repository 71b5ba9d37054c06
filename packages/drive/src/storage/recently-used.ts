/** A map that keeps what was used last, up to a weight. For caches of things that can always be read again. */
export type RecentlyUsed<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, weight: number): void;
  delete(key: string): void;
};

type Entry<Value> = { readonly value: Value; readonly weight: number };

/**
 * Two halves: what is used moves into the young one, and when that is full it becomes the old one, whose entries nobody asked for go.
 * Asking for what is young changes nothing, so that a hit costs one look.
 */
export function createRecentlyUsed<Value>(maxWeight: number): RecentlyUsed<Value> {
  let young = new Map<string, Entry<Value>>();
  let old = new Map<string, Entry<Value>>();
  let youngWeight = 0;
  const put = (key: string, entry: Entry<Value>) => {
    if (youngWeight + entry.weight > maxWeight / 2) {
      old = young;
      young = new Map();
      youngWeight = 0;
    }
    young.set(key, entry);
    youngWeight += entry.weight;
  };
  const remove = (key: string) => {
    youngWeight -= young.get(key)?.weight ?? 0;
    young.delete(key);
    old.delete(key);
  };
  return {
    get: (key) => {
      const recent = young.get(key);
      if (recent !== undefined) return recent.value;
      const entry = old.get(key);
      if (entry !== undefined) put(key, entry);
      return entry?.value;
    },
    set: (key, value, weight) => {
      remove(key);
      if (weight <= maxWeight / 2) put(key, { value, weight });
    },
    delete: remove,
  };
}
