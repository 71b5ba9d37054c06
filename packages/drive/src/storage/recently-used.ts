/** Memory caches of recently used data that can always be read again: any values by a weight, and small blobs. */
import { whenThere } from "../result.ts";
import type { BlobStore } from "./blob-store.ts";

/** A map that keeps the most recently used values, up to a total weight. */
export type RecentlyUsed<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
};

/**
 * Uses two halves: a value that is used moves into the young half. When the young half is full it becomes the old one, and the unused
 * entries of the old one are dropped.
 */
export function createRecentlyUsed<Value>(maxWeight: number, weightOf: (value: Value) => number): RecentlyUsed<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let youngWeight = 0;
  const put = (key: string, value: Value) => {
    const weight = weightOf(value);
    if (youngWeight + weight > maxWeight / 2) {
      old = young;
      young = new Map();
      youngWeight = 0;
    }
    young.set(key, value);
    youngWeight += weight;
  };
  const remove = (key: string) => {
    const recent = young.get(key);
    if (recent !== undefined) youngWeight -= weightOf(recent);
    young.delete(key);
    old.delete(key);
  };
  return {
    get: (key) => {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const value = old.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: (key, value) => {
      remove(key);
      if (weightOf(value) <= maxWeight / 2) put(key, value);
    },
    delete: remove,
  };
}

const SMALL_BYTES = 16 * 1024;

/**
 * Caches small blobs that were read recently: other devices soon fetch what one device sends. A key is written once, so entries never
 * become stale.
 */
export function cacheSmallBlobs(store: BlobStore, maxBytes: number): BlobStore {
  const kept = createRecentlyUsed<Uint8Array>(maxBytes, (bytes) => bytes.length);
  const keep = (key: string, bytes: Uint8Array | AsyncIterable<Uint8Array> | undefined) => {
    if (bytes instanceof Uint8Array) kept.set(key, bytes);
    return bytes;
  };
  return {
    ...store,
    read: (key, range) => {
      // Only a range from the start can be the whole blob; other ranges are read directly.
      const isSmall = range.start === 0 && range.end < SMALL_BYTES;
      const known = isSmall ? kept.get(key) : undefined;
      if (known !== undefined && known.length > range.end) return known.length === range.end + 1 ? known : known.subarray(0, range.end + 1);
      const found = store.read(key, range);
      return isSmall ? whenThere(found, (bytes) => keep(key, bytes)) : found;
    },
    remove: (key) => {
      kept.delete(key);
      return store.remove(key);
    },
  };
}
