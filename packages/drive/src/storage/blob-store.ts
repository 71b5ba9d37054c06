/**
 * Port for bytes by an opaque key: written once, readable only when whole, and durable when acknowledged. Suite:
 * testing/blob-store-contract.ts.
 */
import type { MaybePromise } from "../result.ts";

export type ByteRange = { readonly start: number; readonly end: number /** Inclusive. */ };
export type BlobOutcome = { readonly kind: "stored"; readonly bytes: number } | { readonly kind: "disk-full" };

/** If a source throws, `put` keeps nothing and `append` keeps the bytes that were durable before. The exception is passed on. */
export interface BlobStore {
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<BlobOutcome>;
  /**
   * The range must lie inside the blob. Returns undefined if there is no such blob. Small parts are returned as one array. A small part of a
   * blob that has become shorter throws `ShortBlob`.
   */
  read(key: string, range: ByteRange): MaybePromise<Uint8Array | AsyncIterable<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
  /** Writes to a staged blob at `offset` and drops anything after it. `bytes` is the staged blob's durable length afterwards. */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<BlobOutcome>;
  /** Durable length of a staged blob; 0 if there is none. */
  stagedBytes(key: string): Promise<number>;
  /** Bytes of a staged blob, for checksums. */
  readStaged(key: string): AsyncIterable<Uint8Array>;
  /**
   * Turns a staged blob into the blob `as`, a name that only this caller knows and can remove. The pieces may remain until `discard`, for
   * concurrent readers.
   */
  finish(key: string, as: string): Promise<void>;
  discard(key: string): Promise<void>;
  /** Throws a `StoreFailure` if the store cannot be reached, for a report of health. A store on this machine has no such method. */
  check?(): Promise<void>;
  /** Blobs and staged blobs last written before `at`, for the sweep. */
  olderThan(at: number): AsyncIterable<{ readonly key: string; readonly isStaged: boolean }>;
}

/** Allowed keys. Keys come from the server; any other text is rejected, so that a key cannot name a path outside the store. */
const KEY = /^[A-Za-z0-9_-]{8,128}$/;

export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("not a blob key");
  return key;
}
