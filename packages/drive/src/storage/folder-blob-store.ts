/**
 * BlobStore in a folder: write beside, fsync, rename, fsync the folder. Blobs are spread over subfolders by the end of their key.
 * Keys come from the server; anything that is not one is refused, so no key can name a path outside.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { BlobOutcome, BlobStore, ByteRange } from "./blob-store.ts";

const KEY = /^[A-Za-z0-9_-]{8,128}$/;
const WHOLE_READ_MAX_BYTES = 256 * 1024;

export async function openFolderBlobStore(folder: string): Promise<BlobStore> {
  const staging = path.join(folder, "staged");
  await mkdir(staging, { recursive: true });
  const blobPath = (key: string) => path.join(folder, shardOf(key), key);
  const stagedPath = (key: string) => path.join(staging, checkKey(key));
  const makeShard = once((shard) => mkdir(path.join(folder, shard), { recursive: true }).then(() => syncFolder(folder)));

  const publish = async (from: string, key: string) => {
    await makeShard(shardOf(key));
    await rename(from, blobPath(key));
    await syncFolder(path.dirname(blobPath(key)));
  };
  return {
    put: async (key, source) => {
      const temporary = `${stagedPath(key)}.tmp`;
      try {
        const outcome = await writeFrom(temporary, 0, source);
        if (outcome.kind === "stored") await publish(temporary, key);
        return outcome;
      } catch (error) {
        return toDiskFull(error);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read: (key, range) => readBlob(blobPath(key), range),
    remove: (key) => rm(blobPath(key), { force: true }),
    append: async (key, offset, source) => {
      try {
        return await writeFrom(stagedPath(key), offset, source);
      } catch (error) {
        return toDiskFull(error);
      }
    },
    stagedBytes: async (key) => (await statIfThere(stagedPath(key)))?.size ?? 0,
    readStaged: (key) => createReadStream(stagedPath(key), { highWaterMark: WHOLE_READ_MAX_BYTES }),
    finish: (key) => publish(stagedPath(key), key),
    discard: (key) => rm(stagedPath(key), { force: true }),
    olderThan: (at) => walkOlder(folder, at),
  };
}

function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("not a blob key");
  return key;
}

function shardOf(key: string): string {
  return checkKey(key).slice(-2);
}

/** Writes, makes durable, answers the length. What was written before a failing source stays in the file: for `put` the caller removes it. */
async function writeFrom(file: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<BlobOutcome> {
  const handle = await open(file, offset === 0 ? "w" : "r+");
  try {
    if (offset > 0) await handle.truncate(offset);
    let at = offset;
    try {
      for await (const chunk of source) at += await writeAll(handle, chunk, at);
    } finally {
      await handle.datasync();
    }
    return { kind: "stored", bytes: at };
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length) {
    const step = await handle.write(chunk, written, chunk.length - written, position + written);
    written += step.bytesWritten;
  }
  return written;
}

function toDiskFull(error: unknown): BlobOutcome {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "disk-full" };
  throw error;
}

async function readBlob(file: string, range: ByteRange | undefined): Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  try {
    const bytes = range === undefined ? (await stat(file)).size : range.end - range.start + 1;
    if (bytes > WHOLE_READ_MAX_BYTES) return (await open(file, "r")).createReadStream(range ?? {});
    return range === undefined ? await readFile(file) : await readPart(file, range);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readPart(file: string, range: ByteRange): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const bytes = new Uint8Array(range.end - range.start + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, range.start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function statIfThere(file: string): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* walkOlder(folder: string, at: number): AsyncIterable<{ readonly key: string; readonly isStaged: boolean }> {
  for (const shard of await readdir(folder)) {
    for (const name of await readdir(path.join(folder, shard))) {
      const found = await statIfThere(path.join(folder, shard, name));
      if (found === undefined || found.mtimeMs >= at) continue;
      // A leftover of a put that was cut off by the end of the process: nobody will ever ask for it.
      if (name.endsWith(".tmp")) await rm(path.join(folder, shard, name), { force: true });
      else yield { key: name, isStaged: shard === "staged" };
    }
  }
}

function once(run: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const started = new Map<string, Promise<void>>();
  return (key) => {
    const running = started.get(key) ?? run(key);
    started.set(key, running);
    return running;
  };
}
