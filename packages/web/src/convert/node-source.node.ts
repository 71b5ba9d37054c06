/** Files and folders of this machine as sources of an import, and temporary files for embedded bytes. */
import { closeSync, existsSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { lostItem, type OtherReason, type SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import type { ChosenBlob } from "../adapters/import/open-source.ts";
import type { Spool } from "../adapters/import/spool.ts";

export type ChosenFiles = { readonly blobs: readonly ChosenBlob[]; readonly failures: readonly SourceOther[] };
type Found = { readonly blobs: ChosenBlob[]; readonly failures: SourceOther[] };

/** Returns undefined if there is no such file or folder. */
export async function chosenFiles(path: string): Promise<ChosenFiles | undefined> {
  const root = resolve(path);
  if (!existsSync(root)) return undefined;
  const found: Found = { blobs: [], failures: [] };
  // A text bundle is a folder with a certain extension.
  const isWhole = !(await lstat(root)).isDirectory() || /\.textbundle$/i.test(root);
  const base = isWhole ? resolve(root, "..") : root;
  if ((await lstat(root)).isDirectory()) await walk(root, base, found);
  else await addFile(root, base, found);
  return found;
}

/** Does not follow symbolic links, which may lead anywhere; reports each. */
async function walk(folder: string, root: string, found: Found): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return addFailure(pathIn(root, folder), found);
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(path, root, found);
    else if (entry.isFile()) await addFile(path, root, found);
    else addFailure(pathIn(root, path), found, entry.isSymbolicLink() ? "path-refused" : "unsupported");
  }
}

async function addFile(path: string, root: string, found: Found): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    found.blobs.push({ path: pathIn(root, path), blob: await openAsBlob(path), modifiedMs: Math.round(mtimeMs) });
  } catch {
    addFailure(pathIn(root, path), found);
  }
}

function addFailure(path: string, found: Found, reason: OtherReason = "unreadable"): void {
  found.failures.push({ ...lostItem({ path }, reason), usedPaths: [] });
}

function pathIn(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
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
