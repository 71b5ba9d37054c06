/** A file system of some hundred megabytes, to be filled and freed while a browser's profile is on it. Needs the right to mount one. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Chromium wants a tenth of a disk free, 2 GB at most, and deletes what sites store once that is half of what is missing (decision 0007).
 * Satchel alone, whose caches it counts twice after a crash, must stay below: on a disk of 160 MB it does not.
 */
const SIZE = "400m";
const MOUNT = "/bin/mount"; // Linux only
const UNMOUNT = "/bin/umount"; // Linux only
/** Large pieces first: a page of the last ones fills what is left. */
const PIECES_BYTES = [1 << 20, 4096] as const;

/** What a browser gives back meanwhile is taken as well: it deletes files of its own when it finds no space. */
const REFILL_EVERY_MS = 20;

export type SmallDisk = {
  readonly folder: string;
  /** Full, and stays so until `free`. */
  fill(): void;
  free(): void;
  remove(): void;
};

/** Undefined: this process may not mount anything. */
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
