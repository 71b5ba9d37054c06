/** Holds an archive in a private file, or in memory, until it is downloaded. The next backup deletes the leftovers of closed tabs. */
import { failed, ok } from "@satchel/core/model/result.ts";
import { BACKUP_FOLDER, LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { ByteSink } from "./format/byte-sink.ts";

export type TemporaryFile = ByteSink & { finish(): Promise<Blob>; discard(): Promise<void> };

type SyncFile = {
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  close(): void;
};
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

export async function openTemporaryFile(name: string): Promise<TemporaryFile> {
  return (await openOriginFile(name)) ?? createMemoryFile();
}

/** Deletes a file that the browser has finished downloading. */
export async function deleteTemporaryFile(name: string): Promise<void> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(BACKUP_FOLDER);
    await folder.removeEntry(name);
  } catch {
    // The archive was in memory, or is already gone.
  }
}

/** Deletes backups that were downloaded or interrupted, because a closed page cannot delete its own. Returns false if some remain. */
export async function deleteTemporaryFiles(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(BACKUP_FOLDER, { recursive: true });
    return true;
  } catch (error) {
    return !(error instanceof DOMException) || error.name === "NotFoundError";
  }
}

async function openOriginFile(name: string): Promise<TemporaryFile | undefined> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(BACKUP_FOLDER, { create: true });
    await deleteLeft(folder);
    const release = await hold(name);
    // Another tab works on a file of this name.
    if (release === undefined) return undefined;
    const handle = (await folder.getFileHandle(name, { create: true })) as WorkerFileHandle;
    const file = await handle.createSyncAccessHandle();
    let at = 0;
    return {
      async write(bytes) {
        try {
          const taken = file.write(bytes, { at });
          at += taken;
          return taken === bytes.length ? ok(undefined) : failed({ kind: "storage-full" });
        } catch (error) {
          return failed(toProblem(error));
        }
      },
      async finish() {
        file.close();
        return handle.getFile();
      },
      async discard() {
        file.close();
        await folder.removeEntry(name);
        release();
      },
    };
  } catch {
    return undefined;
  }
}

async function deleteLeft(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    const release = await hold(name);
    if (release === undefined) continue;
    await folder.removeEntry(name);
    release();
  }
}

/** Holds the lock until it is released or this worker ends. Returns undefined if another tab holds it. */
function hold(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const taken = (lock: Lock | null) => (lock === null ? resolve(undefined) : new Promise<void>((release) => resolve(release)));
    navigator.locks.request(LOCKS.temporaryFile + name, { ifAvailable: true }, taken).catch(reject);
  });
}

function toProblem(error: unknown) {
  const name = error instanceof DOMException ? error.name : "";
  return name === "QuotaExceededError"
    ? ({ kind: "storage-full" } as const)
    : ({ kind: "cannot-write", detail: error instanceof Error ? error.message : name } as const);
}

function createMemoryFile(): TemporaryFile {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    async write(bytes) {
      pieces.push(bytes);
      return ok(undefined);
    },
    finish: async () => new Blob(pieces, { type: "application/zip" }),
    async discard() {
      pieces = [];
    },
  };
}
