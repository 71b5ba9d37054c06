/** Runs the contract on all blob stores, and tests what is specific to each. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { broken, chunks, describeBlobStore } from "../testing/blob-store-contract.ts";
import { type S3Server, startS3 } from "../testing/s3-server.ts";
import { openFolderBlobStore } from "./folder-blob-store.ts";
import { collect, createMemoryBlobStore } from "./memory/memory-blob-store.ts";
import { cacheSmallBlobs } from "./recently-used.ts";
import { openS3BlobStore } from "./s3/s3-blob-store.ts";
import { chain, lengthOf } from "./s3/s3-pieces.ts";

describeBlobStore("memory", async () => ({ store: createMemoryBlobStore(), close: async () => undefined }));

describeBlobStore("cached", async () => ({ store: cacheSmallBlobs(createMemoryBlobStore(), 1000), close: async () => undefined }));

describeBlobStore("folder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "blobs-"));
  return { store: await openFolderBlobStore(folder), close: async () => rmSync(folder, { recursive: true }) };
});

describe("S3", () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await startS3();
  });
  afterEach(() => server.stop());
  const KEY = "0123456789abcdef";

  describeBlobStore("s3", async () => ({ store: openS3BlobStore(server.options), close: async () => undefined }));

  it("uploads large blobs in parts, and stores nothing if the source breaks off", async () => {
    const store = openS3BlobStore(server.options);
    const large = new Uint8Array(20_000_001).map((_, index) => index % 251);
    const inChunks = async function* (bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; at += 700_001) yield bytes.subarray(at, at + 700_001);
    };
    expect(await store.put(KEY, inChunks(large))).toEqual({ kind: "stored", bytes: large.length });
    const found = await store.read(KEY, { start: 0, end: large.length - 1 });
    expect(Buffer.compare(await collect(found as AsyncIterable<Uint8Array>), large)).toBe(0);

    const breaking = async function* () {
      yield large.subarray(0, 9_000_000);
      throw new Error("broke off");
    };
    await expect(store.put("fedcba9876543210", breaking())).rejects.toThrow("broke off");
    expect(await store.read("fedcba9876543210", { start: 0, end: 0 })).toBeUndefined();
  });

  it("joins pieces that two servers received, in either order", async () => {
    const [one, two] = [openS3BlobStore(server.options), openS3BlobStore(server.options)];
    await one.append(KEY, 0, chunks("abc"));
    await Promise.all([one.append(KEY, 3, broken("de")).catch(() => undefined), two.append(KEY, 3, chunks("defgh"))]);

    await two.finish(KEY, "fedcba9876543210");
    expect(Buffer.from((await one.read("fedcba9876543210", { start: 0, end: 7 })) as Uint8Array).toString()).toBe("abcdefgh");
  });

  it("distinguishes old from recent blobs and pieces", async () => {
    const store = openS3BlobStore(server.options);
    await store.put(KEY, chunks("x"));
    await store.append("staged-blob-1", 0, chunks("a"));
    await store.append("staged-blob-1", 1, chunks("b"));
    const older = async (at: number) => {
      const found: unknown[] = [];
      for await (const entry of store.olderThan(at)) found.push(entry);
      return found;
    };

    expect(await older(1)).toEqual([]);
    expect(await older(Number.MAX_SAFE_INTEGER)).toEqual([
      { key: KEY, isStaged: false },
      { key: "staged-blob-1", isStaged: true },
    ]);
  });

  it.each(["../../etc/passwd", "a/b", "..", "", "short"])("rejects a key that could name another object: %s", async (key) => {
    const store = openS3BlobStore(server.options);

    await expect(Promise.resolve().then(() => store.put(key, chunks("x")))).rejects.toThrow("not a blob key");
    await expect(Promise.resolve().then(() => store.read(key, { start: 0, end: 0 }))).rejects.toThrow("not a blob key");
  });

  it("reports wrong credentials as an error, not as a missing blob", async () => {
    const stranger = openS3BlobStore({ ...server.options, secretAccessKey: "another" });

    await expect(stranger.put(KEY, chunks("x"))).rejects.toThrow("403");
    await expect(stranger.check?.()).rejects.toThrow("403");
    await expect(openS3BlobStore(server.options).check?.()).resolves.toBeUndefined();
    await expect(Promise.resolve(stranger.read(KEY, { start: 0, end: 0 }))).rejects.toThrow("403");
  });
});

describe("pieces of an upload", () => {
  const anyPieces = fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 6 })), { maxLength: 8 });

  it("reach up to the first gap, and contain each byte once", () => {
    fc.assert(
      fc.property(anyPieces, (spans) => {
        const pieces = spans.map(([start, bytes]) => ({ key: `${start}-${bytes}`, start, end: start + bytes }));
        const covered = (at: number) => pieces.some(({ start, end }) => start <= at && end > at);
        let reach = 0;
        while (covered(reach)) reach += 1;

        const stretches = chain(pieces);

        expect(lengthOf(stretches)).toBe(reach);
        expect(stretches.flatMap(({ piece, from, to }) => Array.from({ length: to - from }, (_, at) => piece.start + from + at))).toEqual(
          Array.from({ length: reach }, (_, at) => at),
        );
      }),
    );
  });
});

describe("a folder of blobs", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "blobs-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("removes the file of an interrupted put", async () => {
    const store = await openFolderBlobStore(folder);
    await store.put("0123456789abcdef", broken("half")).catch(() => undefined);

    expect(readdirSync(path.join(folder, "staged"))).toEqual([]);
  });

  it.each(["../../etc/passwd", "a/b", "..", "", "short"])("rejects a key that could name a path: %s", async (key) => {
    const store = await openFolderBlobStore(folder);

    await expect(Promise.resolve().then(() => store.put(key, chunks("x")))).rejects.toThrow("not a blob key");
    await expect(Promise.resolve().then(() => store.read(key, { start: 0, end: 0 }))).rejects.toThrow("not a blob key");
  });

  it("distinguishes old from recent blobs, and removes leftovers of a crash", async () => {
    const store = await openFolderBlobStore(folder);
    await store.put("0123456789abcdef", chunks("old"));
    await store.put("0123456789abcde0", chunks("young"));
    await store.append("staged-blob-1", 0, chunks("old"));
    writeFileSync(path.join(folder, "staged", "crashed.tmp"), "half");
    for (const file of ["ef/0123456789abcdef", "staged/staged-blob-1", "staged/crashed.tmp"]) utimesSync(path.join(folder, file), 1, 1);

    const found: unknown[] = [];
    for await (const entry of store.olderThan(2000)) found.push(entry);

    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ key: "0123456789abcdef", isStaged: false });
    expect(found).toContainEqual({ key: "staged-blob-1", isStaged: true });
    expect(readdirSync(path.join(folder, "staged"))).toEqual(["staged-blob-1"]);
  });
});
