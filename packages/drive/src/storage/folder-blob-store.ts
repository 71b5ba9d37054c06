/**
 * BlobStore in a folder: writes a temporary file, renames it, fsyncs both file and folder, then acknowledges. The sweep removes
 * unacknowledged files after a power cut.
 */
import {
  closeSync,
  createReadStream,
  fsync,
  ftruncateSync,
  open as openInThread,
  openSync,
  readSync,
  renameSync,
  write,
  writeSync,
} from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type MaybePromise, ShortBlob } from "../result.ts";
import { type BlobOutcome, type BlobStore, type ByteRange, checkKey } from "./blob-store.ts";

const AT_ONCE_MAX_BYTES = 64 * 1024;
const STREAM_CHUNK_BYTES = 256 * 1024;

export async function openFolderBlobStore(folder: string): Promise<BlobStore> {
  const staging = path.join(folder, "staged");
  await mkdir(staging, { recursive: true });
  const blobPath = (key: string) => path.join(folder, shardOf(key), key);
  const stagedPath = (key: string) => path.join(staging, checkKey(key));
  const openShard = createShards(folder);

  /** `unsynced` holds the file's descriptor if its bytes are not durable yet. The file and its folder are synced at the same time. */
  const publish = async (from: string, key: string, unsynced: readonly number[] = []) => {
    const shard = await openShard(shardOf(key));
    renameSync(from, blobPath(key));
    await syncAll([...unsynced, shard]);
  };
  return {
    put: async (key, source) => {
      const temporary = `${stagedPath(key)}.tmp`;
      try {
        return await withFile(temporary, "w", async (file) => {
          const bytes = await writeChunks(file, 0, source);
          await publish(temporary, key, [file]);
          return { kind: "stored", bytes };
        });
      } catch (error) {
        await Promise.all([temporary, blobPath(key)].map((file) => rm(file, { force: true })));
        return toDiskFull(error);
      }
    },
    read: (key, range) => readBlob(blobPath(key), range),
    remove: (key) => rm(blobPath(key), { force: true }),
    append: async (key, offset, source) => {
      try {
        return { kind: "stored", bytes: await appendFrom(stagedPath(key), offset, source) };
      } catch (error) {
        return toDiskFull(error);
      }
    },
    stagedBytes: async (key) => (await statIfThere(stagedPath(key)))?.size ?? 0,
    readStaged: (key) => createReadStream(stagedPath(key), { highWaterMark: STREAM_CHUNK_BYTES }),
    finish: (key, as) => publish(stagedPath(key), as),
    discard: (key) => rm(stagedPath(key), { force: true }),
    olderThan: (at) => walkOlder(folder, at),
  };
}

function shardOf(key: string): string {
  return checkKey(key).slice(-2);
}

/** Creates each subfolder once and keeps it open: a rename is durable only after its folder was synced. */
function createShards(folder: string): (shard: string) => Promise<number> {
  const descriptors = new Map<string, Promise<number>>();
  const make = async (shard: string) => {
    await mkdir(path.join(folder, shard), { recursive: true });
    const parent = openSync(folder, "r");
    await sync(parent).finally(() => closeSync(parent));
    return openSync(path.join(folder, shard), "r");
  };
  return (shard) => {
    const known = descriptors.get(shard);
    if (known !== undefined) return known;
    const made = make(shard);
    descriptors.set(shard, made);
    // If there was no space for the subfolder, the next put tries again.
    made.catch(() => descriptors.delete(shard));
    return made;
  };
}

/** Makes the received bytes durable, even if the source fails, and returns the length. */
function appendFrom(path: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
  return withFile(path, offset === 0 ? "w" : "r+", async (file) => {
    if (offset > 0) ftruncateSync(file, offset);
    try {
      return await writeChunks(file, offset, source);
    } finally {
      await sync(file);
    }
  });
}

async function withFile<Value>(path: string, flags: string, use: (file: number) => Promise<Value>): Promise<Value> {
  const file = await openFile(path, flags);
  try {
    return await use(file);
  } finally {
    closeSync(file);
  }
}

/** Writes without syncing. Returns the length. */
async function writeChunks(descriptor: number, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
  let at = offset;
  for await (const chunk of source) {
    const isSmall = at - offset + chunk.length <= AT_ONCE_MAX_BYTES;
    at += isSmall ? writeAtOnce(descriptor, chunk, at) : await writeInTurn(descriptor, chunk, at);
  }
  return at;
}

/** Writes synchronously into the page cache, which takes almost no time for a note. */
function writeAtOnce(descriptor: number, chunk: Uint8Array, position: number): number {
  let written = 0;
  while (written < chunk.length) written += writeSync(descriptor, chunk, written, chunk.length - written, position + written);
  return written;
}

/** Writes asynchronously, for long uploads that may have to wait for the disk. */
async function writeInTurn(descriptor: number, chunk: Uint8Array, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length) written += await writeOnce(descriptor, chunk.subarray(written), position + written);
  return written;
}

function writeOnce(descriptor: number, bytes: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, 0, bytes.length, position, (error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

function sync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Waits for all syncs even if one fails: a descriptor may be closed only after that. */
async function syncAll(descriptors: readonly number[]): Promise<void> {
  for (const outcome of await Promise.allSettled(descriptors.map(sync))) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}

function toDiskFull(error: unknown): BlobOutcome {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "disk-full" };
  throw error;
}

function readBlob(file: string, range: ByteRange): MaybePromise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  return range.end - range.start < AT_ONCE_MAX_BYTES ? readPart(file, range) : openStream(file, range);
}

async function openStream(file: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return (await open(file, "r")).createReadStream({ ...range, highWaterMark: STREAM_CHUNK_BYTES });
  } catch (error) {
    return orMissing(error);
  }
}

/** Reads synchronously, like the database beside it: for a note, promises and threads would cost ten times the reading itself. */
function readPart(file: string, range: ByteRange): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    return orMissing(error);
  }
  try {
    return readFully(descriptor, range);
  } finally {
    closeSync(descriptor);
  }
}

function readFully(descriptor: number, { start, end }: ByteRange): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(end - start + 1);
  const count = readSync(descriptor, bytes, 0, bytes.length, start);
  if (count < bytes.length) throw new ShortBlob();
  return bytes;
}

function orMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}

async function statIfThere(file: string): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function* walkOlder(folder: string, at: number): AsyncIterable<{ readonly key: string; readonly isStaged: boolean }> {
  for (const shard of await readdir(folder)) {
    for (const name of await readdir(path.join(folder, shard))) {
      const found = await statIfThere(path.join(folder, shard, name));
      if (found === undefined || found.mtimeMs >= at) continue;
      // A leftover of a put that was interrupted by the end of the process; nothing refers to it.
      if (name.endsWith(".tmp")) await rm(path.join(folder, shard, name), { force: true });
      else yield { key: name, isStaged: shard === "staged" };
    }
  }
}

/**
 * Opens the file in a thread. Creating a file may wait for the file system's journal, and thereby for other syncs, which must not block the
 * event loop.
 */
function openFile(path: string, flags: string): Promise<number> {
  return new Promise((resolve, reject) => {
    openInThread(path, flags, (error, descriptor) => (error === null ? resolve(descriptor) : reject(error)));
  });
}
