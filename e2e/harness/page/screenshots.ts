/** Images for review: a screen in every width and theme, and a page that shows all of them. visual.md "States to draw on purpose". */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { COLOUR_RULES, findViolationsNow } from "./accessibility.ts";

const FOLDER = join(import.meta.dirname, "../../../screenshots");
const WIDTHS = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;
const THEMES = ["light", "dark", "amoled"] as const;
const LOADING_MS = 1500;
const STARTING_MS = 20_000;
const NAME = /^(.+)-(1440|1024|768|390)-(light|dark|amoled)\.png$/;

const count = { images: 0, findings: 0 };

/**
 * How to reach the screen: the page as it is, a path to reload in each width (`everyTime`: for each image, because the screen does not
 * stay), or a function to call in each width (a menu closes when the frame changes).
 */
type How = string | { readonly everyTime: string } | (() => Promise<void>);

export async function takeAll(page: Page, name: string, how?: How): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    if (typeof how === "function") await how();
    if (typeof how === "string") await load(page, how);
    for (const theme of THEMES) {
      // Pages of the server itself follow the browser's own color scheme.
      await page.emulateMedia({ colorScheme: theme === "light" ? "light" : "dark" });
      await page.evaluate((value) => localStorage.setItem("theme", value), theme);
      if (typeof how === "object") await load(page, how.everyTime);
      await page.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
      await waitUntilRendered(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`) });
      await report(page, `${name} ${width} ${theme}`, theme === "light" ? undefined : COLOUR_RULES);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  process.stdout.write(`${name}\n`);
}

/** Prints and counts axe violations and how far the page is wider than the window. Any finding makes the run fail. */
async function report(page: Page, where: string, rules: readonly string[] | undefined): Promise<void> {
  // The loader of this script adds names to functions that are sent to the page, so the page needs the helper.
  await page.evaluate("globalThis.__name ??= (named) => named");
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const found = [...(await findViolationsNow(page, rules)), ...(tooWide > 0 ? [`${tooWide} px too wide`] : [])];
  for (const violation of found) process.stdout.write(`  ${where}: ${violation}\n`);
  count.images += 1;
  count.findings += found.length;
  if (found.length > 0) process.exitCode = 1;
}

/** Prints the last line of a run. */
export function writeCount(): void {
  process.stdout.write(`${count.images} images, ${count.findings} findings\n`);
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // A signed-in page keeps one request open for signals and is never idle, so the wait ends by time.
  await page.waitForLoadState("networkidle", { timeout: LOADING_MS }).catch(() => undefined);
}

/** Waits for fonts, pending requests and the rendering of the new width. A page that never loads is captured as it is. */
async function waitUntilRendered(page: Page): Promise<void> {
  // On a busy machine the page may still be starting; a page that never starts is captured as it is.
  await page
    .waitForFunction(() => document.querySelector("main, h1, button") !== null, undefined, { timeout: STARTING_MS })
    .catch(() => undefined);
  const spinning = page.getByRole("status").filter({ hasText: "Loading…" });
  await spinning
    .first()
    .waitFor({ state: "detached", timeout: LOADING_MS })
    .catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Writes screenshots/index.html, which shows every screen in a row. */
export function writeIndex(): void {
  const names = new Set(readdirSync(FOLDER).flatMap((file) => NAME.exec(file)?.[1] ?? []));
  const rows = [...names].sort().map((name) => {
    const screenshots = WIDTHS.flatMap(([width]) => THEMES.map((theme) => `${name}-${width}-${theme}.png`));
    return `<h2>${name}</h2><p>${screenshots.map((file) => `<a href="${file}"><img src="${file}" height="360" loading="lazy"></a>`).join(" ")}</p>`;
  });
  writeFileSync(join(FOLDER, "index.html"), `<!doctype html><meta charset="utf-8"><title>Screens</title>${rows.join("\n")}`);
}
