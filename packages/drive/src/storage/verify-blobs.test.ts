import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { toContent, toPut } from "../testing/file-records.ts";
import type { BlobStore } from "./blob-store.ts";
import { createMemoryBlobStore } from "./memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "./memory/memory-metadata-store.ts";
import type { MetadataStore } from "./metadata-store.ts";
import { verifyBlobs } from "./verify-blobs.ts";

const FAR = 1e15;

let metadata: MetadataStore;
let blobs: BlobStore;
beforeEach(() => {
  metadata = createMemoryMetadataStore();
  blobs = createMemoryBlobStore();
});

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const keyOf = (text: string): string => `blob-of-${text}`;

async function keep(account: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const sha256 = createHash("sha256").update(text).digest("hex");
    const content = { ...toContent(keyOf(text), text.length), sha256 };
    const revision = {
      fileId: text,
      id: "r1",
      mimeType: "x",
      modifiedTime: 1,
      madeAt: 1,
      keepForever: false,
      originalFilename: undefined,
      content,
    };
    await metadata.commit(account, {
      expect: new Map(),
      puts: [toPut(text)],
      revisionPuts: [revision],
      removes: [],
      limitBytes: undefined,
      at: 1,
    });
    await blobs.put(content.blobKey, bytesOf(text));
  }
}

const verify = (isDeep = true, around: Partial<{ metadata: MetadataStore; blobs: BlobStore }> = {}) =>
  verifyBlobs({ metadata, blobs, ...around }, { isDeep, now: FAR, onProgress: () => undefined });

describe("decision 0006 the comparison of metadata and blobs", () => {
  it("reads each revision of every account once, over several pages", async () => {
    const texts = Array.from({ length: 700 }, (_, at) => `text-${at}`);
    await keep("ada", ...texts.slice(0, 400));
    await keep("grace", ...texts.slice(400));
    expect(await verify()).toEqual({ revisions: 700, bytes: texts.join("").length, missing: [], damaged: [], unused: 0 });
  });

  it("counts blobs that nothing refers to", async () => {
    await keep("ada", "kept");
    const olderThan: BlobStore["olderThan"] = async function* () {
      for (const key of [keyOf("kept"), "nothing-refers-here"]) yield { key, isStaged: false };
    };
    expect(await verify(true, { blobs: { ...blobs, olderThan } })).toMatchObject({ missing: [], damaged: [], unused: 1 });
  });

  it("does not report a revision that is removed while it runs", async () => {
    await keep("ada", "first", "second");
    const read: BlobStore["read"] = async (key, range) => {
      await metadata.commit("ada", { expect: new Map(), puts: [], removes: ["first"], limitBytes: undefined, at: 2 });
      await blobs.remove(keyOf("first"));
      return blobs.read(key, range);
    };
    expect(await verify(true, { blobs: { ...blobs, read } })).toMatchObject({ missing: [], damaged: [] });
  });

  it("fails instead of reporting every file as missing while the store is away", async () => {
    await keep("ada", "kept");
    const away = async (): Promise<never> => {
      throw new Error("away");
    };
    await expect(verify(true, { blobs: { ...blobs, read: away } })).rejects.toThrow("away");
  });
});
