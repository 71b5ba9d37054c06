/** The contract of BlobStore, run on every implementation. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BlobStore } from "../storage/blob-store.ts";
import { collect } from "../storage/memory/memory-blob-store.ts";

const KEY = "0123456789abcdef";
const OTHER = "fedcba9876543210";
const ONE_BYTE = { start: 0, end: 0 };

export function describeBlobStore(name: string, open: () => Promise<{ readonly store: BlobStore; close(): Promise<void> }>): void {
  describe(`BlobStore: ${name}`, () => {
    let store: BlobStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ store, close } = await open());
    });
    afterEach(() => close());
    const read = async (key: string, start: number, end: number) => toText(await store.read(key, { start, end }));

    it("returns stored bytes, whole or in part", async () => {
      expect(await store.put(KEY, chunks("hello ", "world"))).toEqual({ kind: "stored", bytes: 11 });

      expect(await read(KEY, 0, 10)).toBe("hello world");
      expect(await read(KEY, 6, 8)).toBe("wor");
    });

    it("returns the whole after a part was read, and a part after the whole", async () => {
      await store.put(KEY, chunks("hello world"));

      expect([await read(KEY, 0, 4), await read(KEY, 0, 10), await read(KEY, 0, 4), await read(KEY, 6, 10)]).toEqual([
        "hello",
        "hello world",
        "hello",
        "world",
      ]);
    });

    it("streams large blobs and parts of them", async () => {
      const large = new Uint8Array(3_000_000).map((_, index) => index % 251);
      await store.put(KEY, from([large]));

      const whole = await toBytes(await store.read(KEY, { start: 0, end: large.length - 1 }));
      const part = await toBytes(await store.read(KEY, { start: 1_000_000, end: 2_500_000 }));

      expect(Buffer.compare(whole, large)).toBe(0);
      expect(Buffer.compare(part, large.subarray(1_000_000, 2_500_001))).toBe(0);
    });

    it("returns undefined for an unknown blob", async () => {
      expect(await store.read("ffffffffffffffff", ONE_BYTE)).toBeUndefined();
      expect(await store.read("ffffffffffffffff", { start: 0, end: 2_000_000 })).toBeUndefined();
    });

    it("removes a blob, and allows removing it twice", async () => {
      await store.put(KEY, chunks("x"));
      await store.remove(KEY);
      await store.remove(KEY);

      expect(await store.read(KEY, ONE_BYTE)).toBeUndefined();
    });

    it("drops a put whose source broke off", async () => {
      await expect(store.put(KEY, broken("half"))).rejects.toThrow("broke off");

      expect(await store.read(KEY, ONE_BYTE)).toBeUndefined();
    });

    it("grows a staged blob and drops the bytes after the offset", async () => {
      expect(await store.append(KEY, 0, chunks("hello"))).toEqual({ kind: "stored", bytes: 5 });
      expect(await store.append(KEY, 3, chunks("p", "!"))).toEqual({ kind: "stored", bytes: 5 });
      expect(await store.stagedBytes(KEY)).toBe(5);
      expect(await store.read(KEY, ONE_BYTE)).toBeUndefined();

      expect(await toText(store.readStaged(KEY))).toBe("help!");
      await store.finish(KEY, OTHER);
      expect(await read(OTHER, 0, 4)).toBe("help!");
      expect(await store.read(KEY, ONE_BYTE)).toBeUndefined();
      await store.discard(KEY);
      expect(await store.stagedBytes(KEY)).toBe(0);
      expect(await read(OTHER, 0, 4)).toBe("help!");
    });

    it("keeps the part of an append that arrived", async () => {
      await store.append(KEY, 0, chunks("one "));
      await expect(store.append(KEY, 4, broken("two"))).rejects.toThrow("broke off");

      expect(await store.stagedBytes(KEY)).toBe(7);
    });

    it("discards a staged blob", async () => {
      await store.append(KEY, 0, chunks("x"));
      await store.discard(KEY);

      expect(await store.stagedBytes(KEY)).toBe(0);
    });
  });
}

async function* from(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

export function chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  return from(texts.map((text) => new TextEncoder().encode(text)));
}

export async function* broken(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
  throw new Error("broke off");
}

type Found = Uint8Array | AsyncIterable<Uint8Array> | undefined;

async function toBytes(found: Found): Promise<Uint8Array> {
  if (found === undefined) throw new Error("no such blob");
  return found instanceof Uint8Array ? found : collect(found);
}

async function toText(found: Found): Promise<string> {
  return new TextDecoder().decode(await toBytes(found));
}
