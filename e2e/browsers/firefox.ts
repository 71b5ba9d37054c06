/** Firefox with a profile of its own, driven through its own protocol (WebDriver BiDi). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type KeyInput } from "puppeteer-core";
import type { OtherBrowser } from "./other-browser.ts";

/** Messages that are not faults of the app: the browser itself reports every lost request and the sandbox page's missing icon. */
const EXPECTED = /NetworkError|Cross-Origin Request Blocked|can’t establish a connection|favicon\.ico/;

export async function openFirefox(executablePath: string): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "satchel-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    userDataDir: profile,
    defaultViewport: { width: 1440, height: 900 },
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  const keep = (text: string) => !EXPECTED.test(text) && complaints.push(text);
  page.on("pageerror", (error) => keep(String(error)));
  page.on("console", (message) => message.type() === "error" && keep(message.text()));
  return {
    name: `Firefox ${(await browser.version()).replace("firefox/", "")}`,
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: (expression) => page.evaluate(expression),
    async click(expression) {
      const element = (await page.evaluateHandle(expression)) as ElementHandle<Element>;
      await element.click();
      await element.dispose();
    },
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      const held = keys.slice(0, -1) as KeyInput[];
      for (const key of held) await page.keyboard.down(key);
      await page.keyboard.press(keys.at(-1) as KeyInput);
      for (const key of held.toReversed()) await page.keyboard.up(key);
    },
    page: { screenshot: ({ path }) => page.screenshot({ path: path as `${string}.png` }) },
    complaints: () => complaints,
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
