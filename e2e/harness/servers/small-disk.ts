/** A file system of a few hundred megabytes, which tests fill and free while a browser's profile is on it. Requires permission to mount. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Chromium wants a tenth of a disk free, at most 2 GB, and deletes site data once it exceeds half of the missing space (decision 0007).
 * Satchel alone, whose caches count twice after a crash, must stay below that limit, which it does not on a disk of 160 MB.
 */
const SIZE = "400m";
const MOUNT = "/bin/mount"; // Linux only
const UNMOUNT = "/bin/umount"; // Linux only
/** Large pieces first; pieces of one page fill the rest. */
const PIECES_BYTES = [1 << 20, 4096] as const;

/** Fills space that the browser frees later, because it deletes files of its own when it finds no space. */
const REFILL_EVERY_MS = 20;

export type SmallDisk = {
  readonly folder: string;
  /** Fills the disk and keeps it full until `free`. */
  fill(): void;
  free(): void;
  remove(): void;
};

/** Returns undefined if this process may not mount. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "satchel-disk-"));
  if (spawnSync(MOUNT, ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, "ballast");
  let refilling: NodeJS.Timeout | undefined;
  const take = (): void => {
    const file = openSync(ballast, "a");
    for (const bytes of PIECES_BYTES) while (writes(file, bytes));
    closeSync(file);
  };
  const free = (): void => {
    clearInterval(refilling);
    rmSync(ballast, { force: true });
  };
  return {
    folder,
    fill() {
      clearInterval(refilling);
      take();
      refilling = setInterval(take, REFILL_EVERY_MS);
    },
    free,
    remove() {
      free();
      spawnSync(UNMOUNT, ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch {
    return false;
  }
}
