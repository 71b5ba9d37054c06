/** Moves through a page with the Tab key, like a user without a mouse, and records every stop without visible focus. */
import type { Page } from "playwright-core";

const MAX_STOPS = 80;
const MOVES_WITHIN = { timeout: 2000 };
const NOTE_TEXT = "Note text";
const stops = new WeakMap<Page, string[]>();

/** Returns the name of the focused element: its label, or else its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const labelled = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labelText = labelled.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    return (element.ariaLabel || labelText || label || element.textContent || "").trim();
  });
}

/** True if the element or the box around it shows a focus ring, or the ring's color in a border or pseudo-element. */
function showsFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--focus)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return [element, element.parentElement ?? element].some((one) => {
      const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(one);
      const hasRing = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return hasRing || [borderColor, boxShadow, getComputedStyle(one, "::after").backgroundColor].some((value) => value.includes(color));
    });
  });
}

/** Presses Tab until the element with this name has focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    // In the text of a note, Tab is an ordinary key (docs/decisions/0014).
    if ((await focused(page)) === NOTE_TEXT) await page.keyboard.press("Escape");
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press("Tab");
    // Behind other keys that the page still types, the key takes effect later (docs/decisions/0039).
    await page.waitForFunction((element) => document.activeElement !== element, before, MOVES_WITHIN).catch(() => undefined);
    const here = await focused(page);
    seen.push(here);
    if (here !== "" && (typeof name === "string" ? here === name : name.test(here))) {
      if (!(await showsFocus(page))) stops.set(page, [...(stops.get(page) ?? []), here]);
      return;
    }
  }
  throw new Error(`Tab never came to ${name}, but to ${[...new Set(seen)].join(" · ")}`);
}

/** Returns the stops that looked the same with and without focus. */
export function ringless(page: Page): readonly string[] {
  return stops.get(page) ?? [];
}
