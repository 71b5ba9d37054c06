/** An archive until it is downloaded: a private file, or memory. The next backup deletes leftovers of closed tabs. */
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

/** One that the browser has downloaded by now. */
export async function deleteTemporaryFile(name: string): Promise<void> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(BACKUP_FOLDER);
    await folder.removeEntry(name);
  } catch {
    // It lay in memory, or is gone already.
  }
}

/** Backups that were downloaded, or broken off; a page that is gone cannot delete its own. False: some are still here. */
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
    // Another tab is at work on one of this name.
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

/** Until it is let go, or this worker ends. */
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
