/**
 * The workspace over a store of fifty thousand notes in a real Chromium: from a cold start to a usable list, scrolling without blank rows,
 * and typing a search. The same with a hundred notes in the same run.
 */
import type { Page } from "playwright-core";
import type { Figure } from "../src/figure.ts";
import { type BenchEnvironment, type Profile, startEnvironment } from "./browser.ts";
import { fillStore } from "./fill-store.ts";

const START_MS = Date.UTC(2024, 0, 1);
const FEW = 100;
export const ROUNDS = 3;
const LOOK_EVERY_MS = 100;
/**
 * While a large library is still being read, its first rows are in a list without selection, so this selector matches the complete list
 * only.
 */
export const WHOLE_LIST = '[role="listbox"][aria-multiselectable]';

export async function benchWorkspace(quick: boolean): Promise<Figure[]> {
  const environment = await startEnvironment();
  try {
    const { large, small, many } = await prepareBoth(environment, quick);
    const starts = await startBoth({ large, small, many }, environment.origin);
    const scrolled = { large: await scroll(large, environment.origin), small: await scroll(small, environment.origin) };
    const search = await searchIn(large, environment.origin);
    const count = toCount(many);
    return [
      ...starts,
      {
        ...figure(`long tasks while scrolling, ${count} notes`, scrolled.large.longMs, "ms"),
        peer: `${FEW} notes`,
        peerValue: scrolled.small.longMs,
      },
      figure(`frames with a blank row, ${count} notes`, scrolled.large.blank, "frames"),
      figure(`index from nothing, ${count} notes`, search.buildMs, "ms"),
      figure(`longest task while the index is built, ${count} notes`, search.longestMs, "ms"),
      figure(`word typed to rows shown, ${count} notes (300 ms of it wait for the next key)`, search.foundMs, "ms"),
    ];
  } finally {
    await environment.close();
  }
}

/**
 * Measures cold starts alone. The environment variable BENCH_KEPT may name a folder that outlives the run: the first run prepares accounts in
 * it, which takes minutes, and later runs can time starts in a quiet moment. A kept profile opens the app with which it was prepared until
 * its service worker has installed another one, so prepare the folder again after a change.
 */
export async function benchStarts(quick: boolean): Promise<Figure[]> {
  const environment = await startEnvironment(process.env.BENCH_KEPT);
  try {
    const { large, small, many } = await prepareBoth(environment, quick);
    return await startBoth({ large, small, many }, environment.origin);
  } finally {
    await environment.close();
  }
}

type Prepared = { readonly large: Profile; readonly small: Profile; readonly many: number };

async function prepareBoth(environment: BenchEnvironment, quick: boolean): Promise<Prepared> {
  const many = quick ? 5000 : 50_000;
  const large = await prepare(environment, "large", many);
  return { large, small: await prepare(environment, "small", FEW), many };
}

async function startBoth({ large, small, many }: Prepared, origin: string): Promise<Figure[]> {
  const starts = { large: [] as Start[], small: [] as Start[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    starts.large.push(await coldStart(large, origin));
    starts.small.push(await coldStart(small, origin));
  }
  const compared = (name: string, pick: (start: Start) => number): Figure => ({
    ...figure(`${name}, ${toCount(many)} notes`, median(starts.large.map(pick)), "ms"),
    peer: `${FEW} notes`,
    peerValue: median(starts.small.map(pick)),
  });
  return [compared("cold start to the list", ({ listMs }) => listMs), compared("cold start to all of it", ({ wholeMs }) => wholeMs)];
}

/** Prepares an account without a drive, whose store is filled while the app is closed. */
export async function prepare(environment: BenchEnvironment, name: string, notes: number): Promise<Profile> {
  const profile = environment.profile(name);
  if (profile.isPrepared) return profile;
  const { context, page } = await profile.open();
  await page.goto(`${environment.origin}/register`);
  await page.getByLabel("Confirm password", { exact: true }).fill("Correct horse 1");
  await page.getByLabel("Email", { exact: true }).fill(`${name}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("Correct horse 1");
  await page.getByText("I accept the terms and conditions").click();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.waitForURL("**/notes");
  await page.getByRole("tab", { name: "All Notes" }).waitFor();
  await page.evaluate(fillStore, { notes, startMs: START_MS });
  await page.reload();
  await page.getByRole("option").first().waitFor();
  await context.close();
  return profile;
}

/** Times until the first rows can be selected and scrolled, and until the list is complete. */
export type Start = { readonly listMs: number; readonly wholeMs: number };

export async function coldStart(profile: Profile, origin: string): Promise<Start> {
  const { context, page } = await profile.open();
  await page.addInitScript((whole) => {
    const seen = (mark: string, selector: string): void => {
      if (document.querySelector(selector) === null) return void requestAnimationFrame(() => seen(mark, selector));
      performance.mark(mark);
    };
    seen("first-row", '[role="option"]');
    seen("whole", `${whole} [role="option"]`);
  }, WHOLE_LIST);
  await page.goto(`${origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("whole").length > 0);
  const start = await page.evaluate(() => {
    const at = (mark: string): number => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN;
    return { listMs: at("first-row"), wholeMs: at("whole") };
  });
  await context.close();
  return start;
}

/**
 * Scrolls down and up repeatedly, a thousand pixels per frame, the same number of frames in any list. Returns the time of long tasks, and
 * the number of frames with an empty place in the list.
 */
export async function scroll(profile: Profile, origin: string): Promise<{ readonly longMs: number; readonly blank: number }> {
  const { context, page } = await profile.open();
  await page.goto(`${origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  await waitUntilIdle(page);
  const outcome = await page.evaluate(async (whole) => {
    const list = document.querySelector(whole) as HTMLElement;
    let [longMs, blank] = [0, 0];
    const observer = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) longMs += duration;
    });
    observer.observe({ type: "longtask" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isBlank = (): boolean => {
      const { top, bottom, left } = list.getBoundingClientRect();
      const end = Math.min(bottom, top + list.scrollHeight - list.scrollTop - 100);
      for (let y = top + 20; y < end - 20; y += 40) {
        if (document.elementFromPoint(left + 40, y)?.closest('[role="option"]') == null) return true;
      }
      return false;
    };
    let step = 1000;
    for (let count = 0; count < 400; count += 1) {
      const before = list.scrollTop;
      list.scrollTop += step;
      if (list.scrollTop === before || count === 200) step = -step;
      await frame();
      await frame();
      if (isBlank()) blank += 1;
    }
    observer.disconnect();
    return { longMs, blank };
  }, WHOLE_LIST);
  await context.close();
  return outcome;
}

/** Starts without a stored index, so that it is rebuilt while the user may be typing. */
export async function searchIn(profile: Profile, origin: string) {
  const { context, page } = await profile.open();
  await page.goto(`${origin}/manifest.webmanifest`);
  await page.evaluate(forgetIndex);
  await page.goto(`${origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  const began = Date.now();
  await page.evaluate(() => {
    performance.clearMarks();
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) performance.mark(`long ${Math.round(duration)}`);
    }).observe({ type: "longtask" });
  });
  await untilIndexed(page);
  const buildMs = Date.now() - began;
  const longestMs = await page.evaluate(() =>
    Math.max(0, ...performance.getEntriesByType("mark").map(({ name }) => Number(/^long (\d+)$/.exec(name)?.[1] ?? 0))),
  );
  await waitUntilIdle(page);
  const box = page.getByRole("searchbox", { name: "Search notes" });
  await box.focus();
  const typed = Date.now();
  await page.keyboard.insertText("quiro");
  await page.locator('[role="option"] mark').first().waitFor();
  const foundMs = Date.now() - typed;
  await context.close();
  return { buildMs, longestMs, foundMs };
}

async function forgetIndex(): Promise<void> {
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("CloudNotesCache");
    opening.onerror = reject;
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("search_chunks", "readwrite");
      transaction.objectStore("search_chunks").clear();
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(undefined);
      };
    };
  });
}

/**
 * Waits until everything needed for searching is stored. Polls for two rows, the first and the last that are missing, and counts all only
 * once both are there: counting a large library takes the browser longer than storing it and would distort the measurement.
 */
async function untilIndexed(page: Page): Promise<void> {
  await page.evaluate(async (lookEveryMs) => {
    const toPromise = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await toPromise(indexedDB.open("CloudNotesCache"));
    const store = (name: string) => database.transaction(name).objectStore(name);
    const look = async () => {
      const [notes, kept] = await Promise.all(["note_contents", "search_chunks"].map((name) => toPromise(store(name).getAllKeys())));
      const there = new Set(kept);
      return notes?.filter((noteId) => !there.has(noteId)) ?? [];
    };
    for (let missing = await look(); missing.length > 0; missing = await look()) {
      for (const noteId of [missing[0], missing.at(-1)] as IDBValidKey[]) {
        while ((await toPromise(store("search_chunks").getKey(noteId))) === undefined) {
          await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
        }
      }
    }
    database.close();
  }, LOOK_EVERY_MS);
}

/** Waits until the background work of a start has ended. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await untilIndexed(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

function toCount(notes: number): string {
  return notes.toLocaleString("en-GB");
}

function figure(name: string, value: number, unit: string): Figure {
  return { area: "workspace", name, value, unit, better: "lower" };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
