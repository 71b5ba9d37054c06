/** Files and folders of this machine as what an import opens, and temporary files for what it finds inside of them. */
import { closeSync, existsSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import type { ChosenBlob } from "../adapters/import/open-source.ts";
import type { Spool } from "../adapters/import/spool.ts";

/** Undefined: there is no such file or folder. */
export async function chosenBlobs(path: string): Promise<readonly ChosenBlob[] | undefined> {
  const root = resolve(path);
  if (!existsSync(root)) return undefined;
  const info = await lstat(root);
  if (!info.isDirectory()) return [{ path: basename(root), blob: await openAsBlob(root), modifiedMs: info.mtimeMs }];
  // A bundle is a folder whose name says what it is.
  const base = /\.textbundle$/i.test(root) ? resolve(root, "..") : root;
  const found: ChosenBlob[] = [];
  await walk(root, base, found);
  return found;
}

/** Links are not followed: they may lead anywhere. */
async function walk(folder: string, root: string, found: ChosenBlob[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(path, root, found);
    else if (entry.isFile()) {
      const { mtimeMs } = await lstat(path);
      found.push({ path: relative(root, path).split(sep).join("/"), blob: await openAsBlob(path), modifiedMs: Math.round(mtimeMs) });
    }
  }
}

export type DiskSpool = Spool & { close(): void };

export function createDiskSpool(): DiskSpool {
  const folder = mkdtempSync(join(tmpdir(), "satchel-convert-"));
  let count = 0;
  return {
    open() {
      count += 1;
      const path = join(folder, String(count));
      const file = openSync(path, "w");
      return {
        write: (bytes) => void writeSync(file, bytes),
        async finish() {
          closeSync(file);
          return openAsBlob(path);
        },
        release: () => rmSync(path, { force: true }),
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
