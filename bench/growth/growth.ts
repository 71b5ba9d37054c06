/**
 * Growth of everything that a large library slows down, from a thousand notes to fifty thousand, in a real Chromium: start, memory,
 * scrolling, search, a new device's first sync, backup and restore. With `--write` the table goes into docs/capacity.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBackups } from "../backup/backup.ts";
import { describeRun, type Figure } from "../src/figure.ts";
import { makeCorpus } from "../sync/corpus.ts";
import { openPages } from "../sync/pages.ts";
import { satchel } from "../sync/race.ts";
import { type BenchEnvironment, type Profile, startEnvironment } from "../workspace/browser.ts";
import { coldStart, median, prepare, ROUNDS, type Start, scroll, searchIn, WHOLE_LIST, waitUntilIdle } from "../workspace/workspace.ts";
import { type Curve, checkWritable, putIn, toFigures, toMarkdown } from "./growth-table.ts";

const PAGE = join(import.meta.dirname, "../../docs/capacity.md");
const SIZES = [1000, 10_000, 50_000];
const QUICK_SIZES = [100, 500, 1000];
type Measured = Readonly<Record<string, number>>;

/** Printed name and unit of each figure. */
const NAMES = {
  listMs: ["cold start to a list that can be used", "ms"],
  wholeMs: ["cold start to all of the list", "ms"],
  memoryMb: ["memory of the page, its workers and their heaps", "MB"],
  longMs: ["main thread held up while scrolling, 400 steps", "ms"],
  blank: ["of those 400, steps with a blank row", "steps"],
  buildMs: ["search index from nothing and kept, in the background", "ms"],
  foundMs: ["a word typed to rows shown (300 ms wait for the next key)", "ms"],
  firstScreenMs: ["a new device's first sync: first screen", "ms"],
  syncMs: ["a new device's first sync: all notes", "ms"],
  backupMs: ["backing up", "ms"],
  restoreMs: ["bringing a backup back", "ms"],
  searchableMs: ["bringing a backup back until all is found", "ms"],
} as const;

export async function benchGrowth(quick: boolean): Promise<Figure[]> {
  const isWritten = process.argv.includes("--write");
  checkWritable(quick, isWritten);
  const sizes = quick ? QUICK_SIZES : SIZES;
  const measured: Measured[] = [];
  const environment = await startEnvironment();
  try {
    for (const size of sizes) {
      const app = await measureApp(environment, size);
      logProgress(size, app);
      const rest = { ...(await measureFirstSync(size)), ...(await measureBackups(size)) };
      logProgress(size, rest);
      measured.push({ ...app, ...rest });
    }
  } finally {
    await environment.close();
  }
  const curves = Object.entries(NAMES).map(
    ([key, [name, unit]]): Curve => ({ name, unit, values: measured.map((each) => each[key] ?? Number.NaN) }),
  );
  const table = toMarkdown(curves, sizes, describeRun(new Date()));
  process.stdout.write(`${table}\n`);
  if (isWritten) writeFileSync(PAGE, putIn(readFileSync(PAGE, "utf8"), table));
  return toFigures(curves, sizes);
}

/** Logs each result at once, so that an interrupted long run is not wasted. */
function logProgress(notes: number, measured: Measured): void {
  process.stderr.write(`${JSON.stringify({ notes, ...measured })}\n`);
}

async function measureApp(environment: BenchEnvironment, notes: number): Promise<Measured> {
  const profile = await prepare(environment, `growth-${notes}`, notes);
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await coldStart(profile, environment.origin));
  const { longMs, blank } = await scroll(profile, environment.origin);
  const memoryMb = await memoryOf(profile, environment.origin);
  const { buildMs, foundMs } = await searchIn(profile, environment.origin);
  profile.remove();
  const middle = (pick: (start: Start) => number) => median(starts.map(pick));
  return { listMs: middle(({ listMs }) => listMs), wholeMs: middle(({ wholeMs }) => wholeMs), memoryMb, longMs, blank, buildMs, foundMs };
}

/** Measured when everything is read and nothing is running. */
async function memoryOf(profile: Profile, origin: string): Promise<number> {
  const { context, page } = await profile.open();
  await page.goto(`${origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  await waitUntilIdle(page);
  const megabytes = await pageMegabytes(page);
  await context.close();
  return megabytes;
}

async function measureFirstSync(notes: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "bench-growth-"));
  const pages = await openPages();
  const racers = await satchel(makeCorpus(notes), join(folder, "satchel"), pages);
  try {
    const racer = racers.find(({ where }) => where === "Chromium, IndexedDB");
    const runs = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = await racer?.run();
      if (run?.notes !== notes) throw new Error(`a first sync brought ${run?.notes} of ${notes} notes`);
      runs.push(run);
    }
    return { firstScreenMs: median(runs.map(({ firstScreenMs = Number.NaN }) => firstScreenMs)), syncMs: median(runs.map(({ ms }) => ms)) };
  } finally {
    for (const racer of racers) await racer.stop();
    await pages.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureBackups(notes: number): Promise<Measured> {
  const backups = await openBackups();
  try {
    const { backupMs, restoreMs, searchableMs } = await backups.measure(notes);
    return { backupMs, restoreMs, searchableMs };
  } finally {
    await backups.close();
  }
}

const KILOBYTES_PER_MB = 1024;

/** Memory of a page's process and its workers after a garbage collection. Linux only. */
async function pageMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const info = await browser?.send("SystemInfo.getProcessInfo");
  const renderers = (info?.processInfo ?? []).filter(({ type }) => type === "renderer");
  if (renderers.length === 0) throw new Error("the browser names no process of a page");
  return Math.max(...renderers.map(({ id }) => residentKilobytes(id))) / KILOBYTES_PER_MB;
}

/** Memory pages shared by several processes count proportionally. */
function residentKilobytes(pid: number): number {
  const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")); // Linux only
  if (found === null) throw new Error(`the memory of process ${pid} is not told`);
  return Number(found[1]);
}
