/** Both blob stores against one contract; what only a folder can get wrong. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { broken, chunks, describeBlobStore } from "../testing/blob-store-contract.ts";
import { cacheSmallBlobs } from "./cached-blob-store.ts";
import { openFolderBlobStore } from "./folder-blob-store.ts";
import { createMemoryBlobStore } from "./memory-blob-store.ts";

describeBlobStore("memory", async () => ({ store: createMemoryBlobStore(), close: async () => undefined }));

describeBlobStore("cached", async () => ({ store: cacheSmallBlobs(createMemoryBlobStore(), 1000), close: async () => undefined }));

describeBlobStore("folder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "blobs-"));
  return { store: await openFolderBlobStore(folder), close: async () => rmSync(folder, { recursive: true }) };
});

describe("a folder of blobs", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "blobs-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("leaves no file behind when a put breaks off", async () => {
    const store = await openFolderBlobStore(folder);
    await store.put("0123456789abcdef", broken("half")).catch(() => undefined);

    expect(readdirSync(path.join(folder, "staged"))).toEqual([]);
  });

  it.each(["../../etc/passwd", "a/b", "..", "", "short"])("takes no key that could name a path: %s", async (key) => {
    const store = await openFolderBlobStore(folder);

    await expect(Promise.resolve().then(() => store.put(key, chunks("x")))).rejects.toThrow("not a blob key");
    await expect(Promise.resolve().then(() => store.read(key, { start: 0, end: 0 }))).rejects.toThrow("not a blob key");
  });

  it("tells the old from the young, and clears leftovers of a crash", async () => {
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
