/** What a page's process holds of the machine's memory once its garbage is gone, with what its workers hold. Linux only. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const KILOBYTES_PER_MB = 1024;

export async function pageMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const info = await browser?.send("SystemInfo.getProcessInfo");
  const renderers = (info?.processInfo ?? []).filter(({ type }) => type === "renderer");
  if (renderers.length === 0) throw new Error("the browser names no process of a page");
  return Math.max(...renderers.map(({ id }) => residentKilobytes(id))) / KILOBYTES_PER_MB;
}

/** Pages that several processes share are counted by their part. */
function residentKilobytes(pid: number): number {
  const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  if (found === null) throw new Error(`the memory of process ${pid} is not told`);
  return Number(found[1]);
}
