/** Shared by attacks that freeze the page: the longest task of the page's thread, scaled by how busy the machine is, and a clipboard. */
import type { Locator, Page } from "playwright-core";

/** Time of `timeLoop` on the idle reference machine of the limits. A slower or busier machine gets proportionally more time. */
const LOOP_MS = 100;

type Watched = { __longestMs: number };

export type FreezeWatch = {
  /** Forgets what was measured so far. */
  begin(): Promise<void>;
  /** Longest task since `begin`, in milliseconds by the clock and scaled to the reference machine. */
  end(): Promise<{ readonly ms: number; readonly byClock: number }>;
};

export async function watchFreezes(page: Page): Promise<FreezeWatch> {
  await page.evaluate(() => {
    const watched = window as unknown as Watched;
    watched.__longestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.__longestMs = Math.max(watched.__longestMs, duration);
    }).observe({ type: "longtask" });
  });
  let loopMs = await timeLoop(page);
  return {
    begin: () =>
      page.evaluate(() => {
        (window as unknown as Watched).__longestMs = 0;
      }),
    async end() {
      // Two frames later everything that was caused is done and counted.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
      );
      const byClock = await page.evaluate(() => (window as unknown as Watched).__longestMs);
      const next = await timeLoop(page);
      // Other load affects what was measured as well as the loops right before and after it, so their times scale the result.
      const ms = byClock * Math.min(1, LOOP_MS / Math.max(loopMs, next));
      loopMs = next;
      return { ms, byClock };
    },
  };
}

/** Milliseconds for a fixed amount of work on the page's thread. */
function timeLoop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const begun = performance.now();
    let sum = 0;
    for (let step = 0; step < 30_000_000; step += 1) sum = (sum + step * 31) % 1_000_003;
    // The sum is used so that the loop is not optimized away.
    return sum < 0 ? 0 : performance.now() - begun;
  });
}

/** Pastes data of the given types, as the browser hands them to the page. */
export async function pasteData(text: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  await text.evaluate((element, flavors) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(flavors)) if (value !== "") clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}
