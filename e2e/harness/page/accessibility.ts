/** Runs axe on the current page. The code is injected through the debugger, so the page's CSP stays unchanged. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
/** The rules whose result depends on the theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Waits for animations to end, because a dialog that is still fading in has no final contrast. Endless animations are ignored. */
async function waitForMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const ending = document.getAnimations().filter(isEnding);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

// The component library's announcer keeps its text for a while, even after the button that caused it is gone.
/** Waits for the page's heading, then returns one line per violation (rule, impact, element); empty if there are none. */
export async function findAccessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  return findViolationsNow(page, rules);
}

/** Checks the page as it is, so that a missing heading is reported as well. */
export async function findViolationsNow(page: Page, rules?: readonly string[]): Promise<string[]> {
  const seen = await runAxe(page, rules);
  // A toast may have been fading out during the check. A real violation is still there on a second check.
  return seen.length === 0 ? seen : runAxe(page, rules);
}

async function runAxe(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  await waitForMotion(page);
  // Injected once per page, because parsing the source takes longer than most rules.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (only) => {
    const found = await window.axe.run(
      { exclude: ["[data-live-announcer]"] },
      { resultTypes: ["violations"], ...(only === undefined ? {} : { runOnly: { type: "rule", values: [...only] } }) },
    );
    // An editable text scrolls with the caret. The size of a block far outside the viewport is meaningless, because it is not laid out
    // (`content-visibility`).
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

/**
 * Runs axe in every theme, on a phone and on a wide screen, and checks that nothing is wider than the screen. Leaves the page wide and
 * light.
 */
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
