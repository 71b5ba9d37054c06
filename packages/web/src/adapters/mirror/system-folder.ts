/** A folder of this computer with the operations that a mirror needs: whole files, by path. */
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { FileMark, MirrorFolder, MirrorProblem } from "@satchel/core/ports/transfer/mirror-folders.ts";

export function createSystemFolder(root: FileSystemDirectoryHandle): MirrorFolder {
  const folderOf = async (path: string, create: boolean): Promise<FileSystemDirectoryHandle> => {
    let folder = root;
    for (const name of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  };
  const isThere = async (): Promise<boolean> => {
    try {
      for await (const _ of root.keys()) break;
      return true;
    } catch {
      return false;
    }
  };
  const toProblem = async (error: unknown): Promise<MirrorProblem> => {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "SecurityError") return { kind: "permission-lost" };
    if (name === "QuotaExceededError") return { kind: "disk-full" };
    if (name === "NotFoundError" && !(await isThere())) return { kind: "folder-gone" };
    return { kind: "cannot-write", detail: error instanceof Error ? error.message : name };
  };
  const guard = async <Value>(work: () => Promise<Value>): Promise<Result<Value, MirrorProblem>> => {
    try {
      return ok(await work());
    } catch (error) {
      return failed(await toProblem(error));
    }
  };
  return {
    name: root.name,
    mark: (path) =>
      guard(async () => {
        try {
          return await markOf(await (await folderOf(path, false)).getFileHandle(nameOf(path)));
        } catch (error) {
          // A folder of this name is also in the way, but writing reports that.
          if (error instanceof DOMException && error.name === "NotFoundError" && (await isThere())) return undefined;
          throw error;
        }
      }),
    write: (path, bytes) =>
      guard(async () => {
        const file = await (await folderOf(path, true)).getFileHandle(nameOf(path), { create: true });
        // The file stays unchanged until it is closed.
        const out = await file.createWritable();
        try {
          for await (const piece of bytes) await out.write(piece as Uint8Array<ArrayBuffer>);
        } catch (error) {
          await out.abort().catch(() => undefined);
          throw error;
        }
        await out.close();
        return markOf(file);
      }),
    remove: (path) =>
      guard(async () => {
        try {
          await (await folderOf(path, false)).removeEntry(nameOf(path));
          await removeEmpty(root, path.split("/").slice(0, -1));
        } catch (error) {
          if (!(error instanceof DOMException) || error.name !== "NotFoundError") throw error;
        }
      }),
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function markOf(file: FileSystemFileHandle): Promise<FileMark> {
  const { size, lastModified } = await file.getFile();
  return { sizeBytes: size, modifiedMs: lastModified };
}

/** Removes empty folders, innermost first. The browser refuses to remove a folder that holds anything. */
async function removeEmpty(root: FileSystemDirectoryHandle, names: readonly string[]): Promise<void> {
  for (let depth = names.length; depth > 0; depth -= 1) {
    try {
      let parent = root;
      for (const name of names.slice(0, depth - 1)) parent = await parent.getDirectoryHandle(name);
      await parent.removeEntry(names[depth - 1] ?? "");
    } catch {
      return;
    }
  }
}
