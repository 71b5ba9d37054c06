/**
 * The device's disk: whether it is full, how much space the browser reports, and file downloads.
 * On a full disk, Chromium closes a database with an `UnknownError` and opens none, without naming the cause. A file in the origin's
 * private file system fails with `QuotaExceededError`, with `AbortError` if the file itself could be created, or with `InvalidStateError`
 * if not. Seen in Chromium 156 on a file system of 160 MB without a free block.
 */
import { FILES, LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { StorageSpace } from "@satchel/core/ports/device/storage-space.ts";
import { browserTimers } from "./environment.ts";

/** Bytes that databases need to open and to renew their log (indexed-db/databases/renew-log.ts), with a margin. */
const PROBE_BYTES = 16 * 1024 * 1024;
/** Bytes that the browser needs at a start to begin a new log of at most 4 MB. Every start waits for this probe, so it is small. */
const START_PROBE_BYTES = 4 * 1024 * 1024;
const DISK_FULL_ERRORS: readonly string[] = ["QuotaExceededError", "InvalidStateError", "UnknownError", "AbortError"];

let probing: Promise<boolean> | undefined;

/** Opens the private file system while there is space, and leaves no file in it. */
export async function prepareDiskProbe(): Promise<void> {
  try {
    await withFile(async () => undefined);
  } catch {
    // The browser has no private file system, or no space.
  }
}

/** Checks for a full disk after a database failed. False if the browser cannot tell. Concurrent callers share one probe. */
export function isDiskFull(): Promise<boolean> {
  probing ??= probe(PROBE_BYTES).finally(() => {
    probing = undefined;
  });
  return probing;
}

/** Checks for a full disk before a page opens its first database. A smaller and quicker probe. */
export const isTooFullToStart = (): Promise<boolean> => probe(START_PROBE_BYTES);

async function probe(bytes: number): Promise<boolean> {
  try {
    await withFile((file) => writeAndForget(file, bytes));
    return false;
  } catch (error) {
    return error instanceof DOMException && DISK_FULL_ERRORS.includes(error.name);
  }
}

/** Windows take turns because they share the file. */
function withFile(act: (file: FileSystemFileHandle) => Promise<void>): Promise<void> {
  return navigator.locks.request(LOCKS.capacityProbe, async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle(FILES.capacityProbe, { create: true });
    try {
      await act(file);
    } finally {
      await folder.removeEntry(FILES.capacityProbe).catch(() => undefined);
    }
  });
}

async function writeAndForget(file: FileSystemFileHandle, bytes: number): Promise<void> {
  const stream = await file.createWritable();
  try {
    await stream.write(new Uint8Array(bytes));
  } finally {
    await stream.abort().catch(() => undefined);
  }
}

/** Free space as the browser reports it. Port: core/ports/device/storage-space.ts. */
export const browserSpace: StorageSpace = {
  async freeBytes() {
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
  },
};

/** Milliseconds for which a download's URL stays valid: a browser may ask for a location before it reads the file. */
const KEPT_MS = 60_000;

type SavedFile = { readonly name: string; readonly type: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** Downloads a file for the user. */
export function saveFile({ name, type, ...content }: SavedFile): void {
  saveBlob(name, new Blob(["text" in content ? content.text : (content.bytes as Uint8Array<ArrayBuffer>)], { type }));
}

/** `whenRead` is called once the browser has surely read the blob. */
export function saveBlob(name: string, blob: Blob, whenRead: () => void = () => undefined): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(KEPT_MS, () => {
    URL.revokeObjectURL(url);
    whenRead();
  });
}
