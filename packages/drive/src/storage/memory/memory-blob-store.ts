/** BlobStore in memory, for the simulator, tests and a drive without persistence. */
import type { BlobStore, ByteRange } from "../blob-store.ts";

export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  const staged = new Map<string, Uint8Array>();
  return {
    put: async (key, source) => {
      const bytes = await collect(source);
      blobs.set(key, bytes);
      return { kind: "stored", bytes: bytes.length };
    },
    read: async (key, range) => cut(blobs.get(key), range),
    remove: async (key) => void blobs.delete(key),
    append: async (key, offset, source) => {
      let kept: Uint8Array = (staged.get(key) ?? new Uint8Array()).slice(0, offset);
      try {
        for await (const chunk of source) kept = concat([kept, chunk]);
      } finally {
        staged.set(key, kept);
      }
      return { kind: "stored", bytes: kept.length };
    },
    stagedBytes: async (key) => staged.get(key)?.length ?? 0,
    readStaged: async function* (key) {
      yield staged.get(key) ?? new Uint8Array();
    },
    finish: async (key, as) => {
      blobs.set(as, staged.get(key) ?? new Uint8Array());
    },
    discard: async (key) => void staged.delete(key),
    // Nothing outlives the process, so there is nothing to sweep.
    olderThan: async function* () {},
  };
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return concat(chunks);
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function cut(bytes: Uint8Array | undefined, range: ByteRange): Uint8Array | undefined {
  return bytes?.slice(range.start, range.end + 1);
}
