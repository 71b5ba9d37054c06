/** Keeps small blobs that were read recently: what one device sends, the others fetch soon after. A key is written once, so nothing here grows stale. */
import { whenThere } from "../maybe-promise.ts";
import type { BlobStore } from "./blob-store.ts";
import { createRecentlyUsed } from "./recently-used.ts";

const SMALL_BYTES = 16 * 1024;

export function cacheSmallBlobs(store: BlobStore, maxBytes: number): BlobStore {
  const kept = createRecentlyUsed<Uint8Array>(maxBytes, (bytes) => bytes.length);
  const keep = (key: string, bytes: Uint8Array | AsyncIterable<Uint8Array> | undefined) => {
    if (bytes instanceof Uint8Array) kept.set(key, bytes);
    return bytes;
  };
  return {
    ...store,
    read: (key, range) => {
      // Only what begins at the beginning can be the whole; a part is read as it is.
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
