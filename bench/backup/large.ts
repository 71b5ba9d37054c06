/**
 * A library with more than four gigabytes of attachments, unencrypted and under a password, whose zip contains one file of that size. The
 * product's worker writes, verifies, opens and reads it in Chromium, while the memory of all browser processes is measured.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Figure } from "../src/figure.ts";
import { bundleForPage, openPagesOnDisk } from "../sync/pages.ts";
import { serveWorkers } from "./backup.ts";
import type { LargeOrder, MeasuredLarge } from "./large-page.ts";

const MEGABYTE = 1_048_576;
const FILE_BYTES = 50 * MEGABYTE;
const LOOK_EVERY_MS = 250;

export async function benchLargeBackup(quick: boolean): Promise<Figure[]> {
  const files = quick ? 5 : 86;
  const figures: Figure[] = [];
  for (const password of ["of this file", undefined]) figures.push(...(await measure({ files, fileBytes: FILE_BYTES, password })));
  return figures;
}

async function measure(order: LargeOrder): Promise<readonly Figure[]> {
  const [pages, site, script] = [openPagesOnDisk(), await serveWorkers(), await bundleForPage("../backup/large-page.ts")];
  const memory = watchMemory();
  try {
    const { bytes, backupMs, openMs, readMs } = await pages.measure<MeasuredLarge>("measureLargeBackup", script, {
      url: site.url,
      input: order,
    });
    const what = `${(bytes / 1024 ** 3).toFixed(2)} GB ${order.password === undefined ? "in clear" : "under a password"}`;
    const figure = { area: "backup", better: "lower" as const };
    return [
      { ...figure, name: `back up and verify ${what}`, unit: "s", value: backupMs / 1000 },
      { ...figure, name: `open ${what}`, unit: "s", value: openMs / 1000 },
      { ...figure, name: `read a tenth of the attachments of ${what}`, unit: "s", value: readMs / 1000 },
      { ...figure, name: `most memory of the browser, ${what}`, unit: "MB", value: memory.peakBytes() / MEGABYTE },
    ];
  } finally {
    memory.stop();
    await pages.close();
    site.close();
  }
}

/** Memory of all processes that this one started; shared memory counts once. */
function watchMemory() {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(descendants(process.pid)));
  }, LOOK_EVERY_MS);
  return { peakBytes: () => peak, stop: () => clearInterval(timer) };
}

function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(
      read(`/proc/${name}/stat`) // Linux only
        .replace(/^.*\) \S+ /, "")
        .split(" ")[0],
    );
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const all: number[] = [];
  for (const waiting = [root]; waiting.length > 0; ) {
    const next = children.get(waiting.pop() as number) ?? [];
    all.push(...next);
    waiting.push(...next);
  }
  return all;
}

function memoryOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) * 1024, 0); // Linux only
}

/** Returns an empty text if the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
