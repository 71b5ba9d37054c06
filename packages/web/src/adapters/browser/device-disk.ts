/**
 * The device's disk: whether it is full, how much the browser leaves of it, and files that are handed to the user. When it is full, Chromium closes a database with an `UnknownError` and opens none, without naming the cause.
 * A file in the origin's private file system is refused with `QuotaExceededError`, or with `AbortError` where the file itself could be made;
 * where not even that, with `InvalidStateError`. Seen in Chromium 156 on a file system of 160 MB without a free block.
 */
import { FILES, LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { StorageSpace } from "@satchel/core/ports/device/storage-space.ts";
import { browserTimers } from "./environment.ts";

/** What databases need to be opened and to have their log renewed (indexed-db/databases/renew-log.ts), with some to spare. */
const PROBE_BYTES = 16 * 1024 * 1024;
/** What a start needs to have the browser begin a new log, which holds 4 MB at most; every start waits for this probe. */
const START_PROBE_BYTES = 4 * 1024 * 1024;
const DISK_FULL_ERRORS: readonly string[] = ["QuotaExceededError", "InvalidStateError", "UnknownError", "AbortError"];

let probing: Promise<boolean> | undefined;

/** Opens the file system while there is space, and leaves nothing in it. */
export async function prepareDiskProbe(): Promise<void> {
  try {
    await withFile(async () => undefined);
  } catch {
    // The browser has none, or no space already.
  }
}

/** To be asked after a database has failed. False also where the browser cannot say. One probe at a time. */
export function isDiskFull(): Promise<boolean> {
  probing ??= probe(PROBE_BYTES).finally(() => {
    probing = undefined;
  });
  return probing;
}

/** To be asked before the first database of a page is opened. A smaller and quicker probe. */
export const isTooFullToStart = (): Promise<boolean> => probe(START_PROBE_BYTES);

async function probe(bytes: number): Promise<boolean> {
  try {
    await withFile((file) => writeAndForget(file, bytes));
    return false;
  } catch (error) {
    return error instanceof DOMException && DISK_FULL_ERRORS.includes(error.name);
  }
}

/** In one window after the other: they share the file. */
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

/** The space that the browser says is left. Port: core/ports/device/storage-space.ts. */
export const browserSpace: StorageSpace = {
  async freeBytes() {
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
  },
};

/** A browser may ask where to put a file before it reads it. */
const KEPT_MS = 60_000;

type SavedFile = { readonly name: string; readonly type: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** Hands the user a file, as a download. */
export function saveFile({ name, type, ...content }: SavedFile): void {
  saveBlob(name, new Blob(["text" in content ? content.text : (content.bytes as Uint8Array<ArrayBuffer>)], { type }));
}

/** `whenRead`: the browser has read it by then. */
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
