/** A map that keeps what was used last, up to a weight. For caches of things that can always be read again. */
export type RecentlyUsed<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, weight: number): void;
  delete(key: string): void;
};

type Entry<Value> = { readonly value: Value; readonly weight: number };

export function createRecentlyUsed<Value>(maxWeight: number): RecentlyUsed<Value> {
  // A Map keeps its order: what is used is taken out and put back at the end.
  const entries = new Map<string, Entry<Value>>();
  let weight = 0;
  const remove = (key: string) => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, itsWeight) => {
      remove(key);
      if (itsWeight > maxWeight) return;
      entries.set(key, { value, weight: itsWeight });
      weight += itsWeight;
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
