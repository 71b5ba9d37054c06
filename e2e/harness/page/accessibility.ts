/** Runs axe over what the page shows now. Injected through the debugger, so the page's CSP stays as it is. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
/** All that a theme decides. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A dialog that is still fading in has no contrast yet. What goes round for ever is not waited for. */
async function waitForMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const ending = document.getAnimations().filter(isEnding);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

// The component library's announcer keeps what it said for a while, also when the button that said it is gone.
/** Once the page has its heading. One line per fault: rule, impact and the element. Empty when axe finds nothing. */
export async function findAccessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  return findViolationsNow(page, rules);
}

/** Of the page as it is: one without a heading is a finding too. */
export async function findViolationsNow(page: Page, rules?: readonly string[]): Promise<string[]> {
  const seen = await runAxe(page, rules);
  // A toast may have begun to leave while axe looked: what is wrong is wrong on a second look, too.
  return seen.length === 0 ? seen : runAxe(page, rules);
}

async function runAxe(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  await waitForMotion(page);
  // Once for each page that is loaded: reading it takes longer than most of its rules.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (only) => {
    const found = await window.axe.run(
      { exclude: ["[data-live-announcer]"] },
      { resultTypes: ["violations"], ...(only === undefined ? {} : { runOnly: { type: "rule", values: [...only] } }) },
    );
    // The caret goes through all of a text that is written, and scrolls what it is in. A block far from what is seen is not laid out
    // (`content-visibility`), so that its size says nothing.
    const isScrolled = (element: Element | null): boolean =>
      !element?.closest('[contenteditable="true"]') &&
      element?.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) !== false;
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.filter(
        ({ target: [selector] }) => id !== "scrollable-region-focusable" || isScrolled(document.querySelector(String(selector))),
      ),
    }));
  }, rules);
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 200)}`));
}

/** The same in every theme, on a phone and wide; nothing may be wider than the screen either. The page is left wide and light. */
export async function findViolationsEverywhere(page: Page): Promise<readonly string[]> {
  const all: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of ["dark", "amoled", "light"] as const) {
      await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
      const found = await findAccessibilityViolations(page, theme === "light" ? undefined : COLOUR_RULES);
      all.push(...found.map((violation) => `${theme} ${size.width}: ${violation}`));
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) all.push(`${size.width}: ${tooWide} px too wide`);
  }
  return all;
}
