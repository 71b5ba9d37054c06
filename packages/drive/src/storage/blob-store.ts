/** Port: bytes by an opaque key, written once, readable only whole and durable when acknowledged. Suite: testing/blob-store-contract.ts. */
import type { MaybePromise } from "../result.ts";

export type ByteRange = { readonly start: number /** Inclusive. */; readonly end: number };
export type BlobOutcome = { readonly kind: "stored"; readonly bytes: number } | { readonly kind: "disk-full" };

/** A source that throws leaves nothing behind under `put`, and what was durable before under `append`; the exception passes on. */
export interface BlobStore {
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<BlobOutcome>;
  /** The range has to be inside the blob. Undefined when there is no such blob. Small parts come as one array. */
  read(key: string, range: ByteRange): MaybePromise<Uint8Array | AsyncIterable<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
  /** Adds to a blob in the making at `offset`; what lay behind the offset is dropped. `bytes` is its durable length afterwards. */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<BlobOutcome>;
  /** Durable length of a blob in the making; 0 when there is none. */
  stagedBytes(key: string): Promise<number>;
  /** Bytes of a blob in the making, for checksums. */
  readStaged(key: string): AsyncIterable<Uint8Array>;
  /** Makes it the blob `as`, a name that only this caller knows and can drop. Pieces may stay until `discard`, for concurrent readers. */
  finish(key: string, as: string): Promise<void>;
  discard(key: string): Promise<void>;
  /** Blobs and blobs in the making last written before `at`, for the sweep. */
  olderThan(at: number): AsyncIterable<{ readonly key: string; readonly isStaged: boolean }>;
}

/** What a blob may be called. Keys come from the server; anything that is not one is refused, so that no key can name a path outside. */
const KEY = /^[A-Za-z0-9_-]{8,128}$/;

export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("not a blob key");
  return key;
}
