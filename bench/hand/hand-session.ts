/** One session of a user with an open library: a reload, notes, tabs, the palette, the search and a new note, each timed until it is painted. */
import type { Page } from "playwright-core";
import type { Profile } from "../workspace/browser.ts";
import { WHOLE_LIST } from "../workspace/workspace.ts";
import type { Samples, Step } from "./hand-figures.ts";
import { measureAction, recordInput } from "./watch-page.ts";

export type Effort = { readonly reloads: number; readonly notes: number; readonly tabs: number; readonly dialogs: number };

/** Tabs between which the session switches. */
const TABS = 5;
const TITLE = '[aria-label$="title" i]';
const TIMEOUT_MS = 10_000;
/** Time after which what a start does in the background has ended. */
const REST_MS = 2000;
const LETTERS = "abcdefghij";
/** Position of the first row that both commits have: a new library of a later commit begins with two notes of its own. */
const FIRST_ROW = 3;
/** Characters of a note's first paragraph that distinguish it from all others. */
const TEXT_CHARS = 40;

export async function runSession(
  profile: Profile,
  origin: string,
  { slower, effort }: { readonly slower: number; readonly effort: Effort },
) {
  const { context, page } = await profile.open();
  const samples: Samples = new Map();
  const add = (step: Step, value: number | undefined): void => {
    samples.set(step, [...(samples.get(step) ?? []), value]);
  };
  try {
    await page.addInitScript(markFirstRow);
    await page.addInitScript(recordInput);
    await page.goto(`${origin}/notes`);
    await untilAtRest(page);
    const cpu = await context.newCDPSession(page);
    await cpu.send("Emulation.setCPUThrottlingRate", { rate: slower });
    for (let count = 0; count < effort.reloads; count += 1) {
      await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName("first-row").length > 0);
      add("reload", await page.evaluate(() => performance.getEntriesByName("first-row")[0]?.startTime));
      await untilAtRest(page);
    }
    const texts = await openNotes(page, effort.notes, (value) => add("note", value));
    await switchTabs(page, texts.slice(0, TABS), { count: effort.tabs, add: (value) => add("tab", value) });
    for (let count = 0; count < effort.dialogs; count += 1) {
      add("palette", await openPalette(page));
      add("search", await openSearch(page));
    }
    for (const letter of LETTERS.slice(0, effort.dialogs)) {
      add("new note", await openNewNote(page));
      add("first letter", await typeFirstLetter(page, letter));
    }
    return samples;
  } finally {
    await context.close();
  }
}

/** Signs in on a device that has never seen the account. Returns the time from the key to the first rows of the list. */
export async function signIn(
  profile: Profile,
  origin: string,
  who: { readonly email: string; readonly password: string; readonly slower: number },
) {
  const { context, page } = await profile.open();
  try {
    await page.addInitScript(recordInput);
    await page.goto(`${origin}/notes`);
    await page.getByLabel("Email", { exact: true }).fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.waitForTimeout(REST_MS);
    const cpu = await context.newCDPSession(page);
    await cpu.send("Emulation.setCPUThrottlingRate", { rate: who.slower });
    const effect = { kind: "element", selector: '[role="option"]' } as const;
    return await measureAction(page, { event: "keydown", effect, timeoutMs: 12 * TIMEOUT_MS }, () => page.keyboard.press("Enter"));
  } finally {
    await context.close();
  }
}

function markFirstRow(): void {
  const look = (): void => {
    if (document.querySelector('[role="option"]') === null) return void requestAnimationFrame(look);
    performance.mark("first-row");
  };
  look();
}

async function untilAtRest(page: Page): Promise<void> {
  await page.locator(WHOLE_LIST).waitFor();
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Opens the first notes of the list with a click each, scrolling where needed. Returns the beginnings of their texts. */
async function openNotes(page: Page, count: number, add: (value: number | undefined) => void): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = page.locator(`${WHOLE_LIST} [role="option"][aria-posinset="${FIRST_ROW + index}"]`);
    await row.scrollIntoViewIfNeeded();
    const text = ((await row.locator("p").textContent()) ?? "").slice(0, TEXT_CHARS);
    texts.push(text);
    const click = () => row.click({ position: { x: 40, y: 20 } });
    add(await measureAction(page, { event: "pointerdown", effect: { kind: "text", text }, timeoutMs: TIMEOUT_MS }, click));
    await page.waitForTimeout(REST_MS / 10);
  }
  return texts;
}

type Switching = { readonly count: number; readonly add: (value: number | undefined) => void };

async function switchTabs(page: Page, texts: readonly string[], { count, add }: Switching): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "Open notes" }).getByRole("tab");
  for (let turn = 0; turn < count; turn += 1) {
    const at = turn % texts.length;
    const effect = { kind: "text", text: texts[at] ?? "" } as const;
    await tabs.nth(at).scrollIntoViewIfNeeded();
    const click = () => tabs.nth(at).click({ position: { x: 24, y: 10 } });
    add(await measureAction(page, { event: "pointerdown", effect, timeoutMs: TIMEOUT_MS }, click));
    await page.waitForTimeout(REST_MS / 10);
  }
}

async function openPalette(page: Page): Promise<number | undefined> {
  const effect = { kind: "field", selector: '[role="dialog"] input', value: "" } as const;
  const took = await measureAction(page, { event: "keydown", key: "k", effect, timeoutMs: TIMEOUT_MS }, () =>
    page.keyboard.press("Control+k"),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForTimeout(REST_MS / 4);
  return took;
}

async function openSearch(page: Page): Promise<number | undefined> {
  const effect = { kind: "field", selector: 'input[type="search"]', value: "" } as const;
  const box = page.getByRole("searchbox", { name: "Search notes" });
  const took = await measureAction(page, { event: "pointerdown", effect, timeoutMs: TIMEOUT_MS }, () => box.click());
  await page.locator(WHOLE_LIST).focus();
  await page.waitForTimeout(REST_MS / 4);
  return took;
}

async function openNewNote(page: Page): Promise<number | undefined> {
  const effect = { kind: "field", selector: TITLE, value: "" } as const;
  const took = await measureAction(page, { event: "keydown", key: "n", effect, timeoutMs: TIMEOUT_MS }, () => page.keyboard.press("Alt+n"));
  await page.waitForTimeout(REST_MS / 4);
  return took;
}

/** Types the letter at once after the key for a new note, without waiting for its field. */
async function typeFirstLetter(page: Page, letter: string): Promise<number | undefined> {
  const effect = { kind: "field", selector: TITLE, value: letter } as const;
  const act = async (): Promise<void> => {
    await page.keyboard.press("Alt+n");
    await page.keyboard.press(letter);
  };
  const took = await measureAction(page, { event: "keydown", key: letter, effect, timeoutMs: TIMEOUT_MS / 2 }, act);
  await page.waitForTimeout(REST_MS / 4);
  return took;
}
