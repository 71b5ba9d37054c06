/**
 * Space on the disk of the data folder that nothing else can take: a file of its size. When the disk is full it is given up, so that users can
 * still delete files and sign in; what grows waits until the disk has space for it again.
 */
import { randomFillSync } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DiskFull } from "../result.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Commit, MetadataStore } from "./metadata-store.ts";

export type DiskReserve = {
  /** True from the moment the reserve was given up until it could be made again. Then nothing that grows may be written. */
  isSpent(): boolean;
  /** Gives the reserve up for a write that must succeed on a full disk. Returns false if there is none left. */
  spend(): boolean;
  /** True if the reserve is spent or the disk has no free space beside it. */
  isDiskFull(): boolean;
};

const FILE = "reserve";
/** Enough for the logs of two databases, which grow before they are written back. */
const MAX_BYTES = 16 * 1024 * 1024;
const MIN_BYTES = 256 * 1024;
/** The reserve takes at most one part in this many of the free space. */
const PARTS = 8;
/** Free space that a full disk must have again before the reserve is made, in sizes of the reserve. */
const ROOM = 2;
const RETRY_MS = 1000;
const CHUNK_BYTES = 1024 * 1024;

export type ReserveDeps = {
  readonly folder: string;
  readonly now: () => number;
  /** Called when the reserve was given up, and when it is there again. */
  readonly onChange: (isSpent: boolean) => void;
  readonly maxBytes?: number;
};

/** Synchronous, because it is called at the start and on a full disk only. The file of a former process is replaced. */
export function openDiskReserve({ folder, now, onChange, maxBytes = MAX_BYTES }: ReserveDeps): DiskReserve {
  const file = join(folder, FILE);
  rmSync(file, { force: true });
  const bytes = Math.max(MIN_BYTES, Math.min(maxBytes, Math.floor(freeBytesOf(folder) / PARTS)));
  let isKept = false;
  let triedAt = now();
  const make = (): boolean => freeBytesOf(folder) >= bytes * ROOM && fill(file, bytes);
  isKept = make();
  const isSpent = (): boolean => {
    if (isKept || now() - triedAt < RETRY_MS) return !isKept;
    triedAt = now();
    isKept = make();
    if (isKept) onChange(false);
    return !isKept;
  };
  return {
    isSpent,
    spend() {
      if (!isKept) return false;
      rmSync(file, { force: true });
      isKept = false;
      triedAt = now();
      onChange(true);
      return true;
    },
    isDiskFull: () => isSpent() || freeBytesOf(folder) < MIN_BYTES,
  };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes random bytes, which a file system cannot compress. Returns false, and leaves no file, if they do not fit. */
function fill(file: string, bytes: number): boolean {
  const chunk = randomFillSync(Buffer.alloc(Math.min(bytes, CHUNK_BYTES)));
  const descriptor = openSync(file, "w", 0o600);
  try {
    for (let written = 0; written < bytes; ) written += writeSync(descriptor, chunk, 0, Math.min(chunk.length, bytes - written));
    fsyncSync(descriptor);
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  } finally {
    closeSync(descriptor);
  }
}

/** Lets removals and small changes use the reserve of a full disk, and refuses what grows until the reserve is there again. */
export function metadataWithReserve(metadata: MetadataStore, reserve: DiskReserve | undefined): MetadataStore {
  if (reserve === undefined) return metadata;
  return {
    ...metadata,
    async commit(accountId, commit) {
      const isGrowth = grows(commit);
      if (isGrowth && reserve.isSpent()) return { kind: "disk-full" };
      const outcome = await metadata.commit(accountId, commit);
      return outcome.kind === "disk-full" && !isGrowth && reserve.spend() ? metadata.commit(accountId, commit) : outcome;
    },
    async putUpload(upload) {
      if (reserve.isSpent()) throw new DiskFull();
      await metadata.putUpload(upload);
    },
    async removeUpload(uploadId) {
      try {
        await metadata.removeUpload(uploadId);
      } catch (error) {
        if (!(error instanceof DiskFull && reserve.spend())) throw error;
        await metadata.removeUpload(uploadId);
      }
    },
  };
}

/** True for a commit that brings a file, a revision or an upload. */
function grows({ expect, puts, revisionPuts = [], upload }: Commit): boolean {
  return upload !== undefined || revisionPuts.length > 0 || puts.some(({ id }) => expect.get(id) === undefined);
}

/** Refuses blobs while the reserve is spent. */
export function blobsWithReserve(blobs: BlobStore, reserve: DiskReserve | undefined): BlobStore {
  if (reserve === undefined) return blobs;
  return {
    ...blobs,
    put: async (key, source) => (reserve.isSpent() ? { kind: "disk-full" } : blobs.put(key, source)),
    append: async (key, offset, source) => (reserve.isSpent() ? { kind: "disk-full" } : blobs.append(key, offset, source)),
  };
}
