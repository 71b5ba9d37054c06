/**
 * Compares every revision in the metadata with its blob, and every blob with the metadata. Changes nothing, and runs beside a working
 * server.
 */
import { createHash } from "node:crypto";
import { ShortBlob } from "../result.ts";
import type { BlobStore } from "./blob-store.ts";
import { FIRST_REVISION, type MetadataStore, type StoredRevision } from "./metadata-store.ts";

export type BlobReport = {
  readonly revisions: number;
  readonly bytes: number;
  /** Revisions whose blob is not there, or is shorter than it was. */
  readonly missing: readonly StoredRevision[];
  /** Revisions whose blob has other bytes. Always empty unless the bytes were read. */
  readonly damaged: readonly StoredRevision[];
  /** Blobs older than a day that nothing refers to. The server's sweep removes them. */
  readonly unused: number;
};

type Options = {
  /** True to read every byte and compare its SHA-256, false to read only the last byte of each blob. */
  readonly isDeep: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  readonly onProgress: (revisions: number) => void;
};

const PAGE = 500;
/** Younger blobs may belong to a request that is still running. */
const UNUSED_MS = 86_400_000;

export async function verifyBlobs(
  { metadata, blobs }: { readonly metadata: MetadataStore; readonly blobs: BlobStore },
  { isDeep, now, onProgress }: Options,
): Promise<BlobReport> {
  const found = { revisions: 0, bytes: 0, missing: [] as StoredRevision[], damaged: [] as StoredRevision[] };
  let page = await metadata.allRevisions(FIRST_REVISION, PAGE);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const revision of page) {
      const state = await check(blobs, revision, isDeep);
      found.revisions += 1;
      found.bytes += revision.content.bytes;
      if (state !== "whole" && (await isStillUsed(metadata, revision))) found[state].push(revision);
    }
    onProgress(found.revisions);
    page = await metadata.allRevisions(last, PAGE);
  }
  return { ...found, unused: await countUnused({ metadata, blobs }, now - UNUSED_MS) };
}

async function check(blobs: BlobStore, { content }: StoredRevision, isDeep: boolean): Promise<"whole" | "missing" | "damaged"> {
  if (content.bytes === 0) return "whole";
  const range = { start: isDeep ? 0 : content.bytes - 1, end: content.bytes - 1 };
  const hash = createHash("sha256");
  try {
    const read = await blobs.read(content.blobKey, range);
    if (read === undefined) return "missing";
    if (read instanceof Uint8Array) hash.update(read);
    else for await (const chunk of read) hash.update(chunk);
  } catch (error) {
    if (error instanceof ShortBlob) return "missing";
    throw error;
  }
  return isDeep && hash.digest("hex") !== content.sha256 ? "damaged" : "whole";
}

/** False if the revision was removed while this ran. */
async function isStillUsed(metadata: MetadataStore, { content }: StoredRevision): Promise<boolean> {
  return (await metadata.referencedBlobs([content.blobKey])).size > 0;
}

async function countUnused(
  { metadata, blobs }: { readonly metadata: MetadataStore; readonly blobs: BlobStore },
  before: number,
): Promise<number> {
  let unused = 0;
  let keys: string[] = [];
  const count = async (): Promise<void> => {
    unused += keys.length - (await metadata.referencedBlobs(keys)).size;
    keys = [];
  };
  for await (const { key } of blobs.olderThan(before)) {
    keys.push(key);
    if (keys.length === PAGE) await count();
  }
  await count();
  return unused;
}
