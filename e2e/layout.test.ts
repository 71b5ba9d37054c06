/** The notes page at its widths: whole tab titles, nothing under the shortcuts' button, and whole focus rings. Decision 0042. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "layout@example.org", password: "Correct horse 1" };
const WIDTHS = [1440, 1280, 1024, 768] as const;
const TITLES = [
  "Harbour walk in the rain",
  "Reading list, winter",
  "Meeting minutes October",
  "Recipe for marmalade",
  "Winter travel plans",
];

const tabs = (page: Page): Locator => page.getByRole("tablist", { name: "Open notes" }).getByRole("tab");

type ShownTab = { readonly title: string; readonly isWhole: boolean; readonly widthPx: number; readonly isActive: boolean };

const shownTabs = (page: Page): Promise<readonly ShownTab[]> =>
  tabs(page).evaluateAll((all) =>
    all.map((tab) => {
      const title = tab.querySelector<HTMLElement>("span[aria-hidden]") as HTMLElement;
      return {
        title: title.textContent ?? "",
        isWhole: title.scrollWidth <= title.clientWidth,
        widthPx: Math.round(tab.getBoundingClientRect().width),
        isActive: tab.getAttribute("aria-selected") === "true",
      };
    }),
  );

/** Text and controls of the note, and of the rows around it, that are under the shortcuts' button. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const bubble = document.querySelector('button[aria-label="Keyboard shortcuts"]') as HTMLElement;
    const { left, top, right, bottom } = bubble.getBoundingClientRect();
    const meets = (box: DOMRect): boolean => box.right > left && box.left < right && box.bottom > top && box.top < bottom && box.width > 1;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector("main") as Element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const parent = walker.currentNode.parentElement as HTMLElement;
      if (parent.closest("[hidden], .visually-hidden") === null && [...range.getClientRects()].some(meets)) found.push(range.toString());
    }
    for (const control of document.querySelectorAll<HTMLElement>("main :is(button, section[aria-label='Actions'])"))
      if (control !== bubble && meets(control.getBoundingClientRect())) found.push(control.textContent ?? "");
    return found;
  });

const LINE = "A line that is as wide as the column, because it goes on and on until there is no more space for it. ".repeat(2);

/** Each test continues where the one before ended. */
describe("Layout of the notes page", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice({ saving: "automatically" });
    page = device.page;
    await user.moveIn(page, server.origin, WHO);
    for (const title of TITLES) {
      await user.beginNote(page, title);
      await user.row(page, title).waitFor();
    }
  });
  afterAll(() => closeQuietly([device], server));

  it("shows fifteen characters of each of five tabs at 1440 px", async () => {
    await expect
      .poll(async () => (await shownTabs(page)).map(({ title }) => title))
      .toEqual(TITLES.map((title) => `${title.slice(0, 15).trimEnd()}…`));
    await expect.poll(async () => (await shownTabs(page)).filter(({ isWhole }) => !isWhole)).toEqual([]);
  });

  it("shrinks more tabs together, then scrolls", async () => {
    for (const title of ["Sixth note of today", "Seventh note of today"]) await user.beginNote(page, title);
    const widths = async () => new Set((await shownTabs(page)).filter(({ isActive }) => !isActive).map(({ widthPx }) => widthPx));
    await expect.poll(async () => Math.max(...(await widths())) - Math.min(...(await widths()))).toBeLessThanOrEqual(24);
    for (const title of ["Eighth note of today", "Ninth note of today"]) await user.beginNote(page, title);
    await expect.poll(async () => [...(await widths())]).toEqual([88]);
    const isScrolling = () => page.getByRole("tablist", { name: "Open notes" }).evaluate((list) => list.scrollWidth > list.clientWidth);
    await expect.poll(isScrolling).toBe(true);
  });

  it("keeps the button for shortcuts off text, counters and cards", async () => {
    await user.beginNote(page, "A long note");
    await user.textField(page).locator("visible=true").click();
    for (let line = 0; line < 30; line += 1) {
      await page.keyboard.insertText(LINE);
      await page.keyboard.press("Enter");
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => covered(page), { message: `writing at ${width} px` }).toEqual([]);
    }
    await page.keyboard.press("Escape");
    const article = page.getByRole("article");
    await article.waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const share of [0, 0.37, 1]) {
        await article.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), share);
        await expect.poll(() => covered(page), { message: `reading at ${width} px, ${share}` }).toEqual([]);
      }
    }
  });

  it("shows a whole ring around a note that has the focus", async () => {
    const article = page.getByRole("article");
    await expect.poll(() => article.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
    const offset = await article.evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element);
      return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    });
    expect(offset).toBeLessThanOrEqual(0);
  });

  it("keeps the text in its place when reading turns into writing", async () => {
    await page.setViewportSize({ width: 1440, height: 800 });
    const leftOf = (where: Locator) => where.evaluate((element) => element.getBoundingClientRect().left);
    const reading = await leftOf(page.getByRole("article").locator(".note-content p").first());
    await page.keyboard.press("e");
    await user.textField(page).locator("visible=true").waitFor();
    expect(await leftOf(user.textField(page).locator("visible=true").locator("p").first())).toBeCloseTo(reading, 0);
  });

  it("takes at most a quarter of a window of 1440 × 900 at 200 % zoom for bars", async () => {
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByRole("article").waitFor();
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(`${server.origin}/notes`);
    await user.row(page, "A long note").waitFor();
    /** From the top to the content, and from its end to the bottom. */
    const share = (content: Locator) =>
      content.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return (Math.max(top, 0) + innerHeight - Math.min(bottom, innerHeight)) / innerHeight;
      });
    await expect.poll(() => share(page.getByRole("listbox", { name: "Notes" }))).toBeLessThanOrEqual(0.25);
    await user.row(page, "A long note").click();
    await expect.poll(() => share(page.getByRole("article"))).toBeLessThanOrEqual(0.25);
    await page.getByRole("button", { name: "Edit Note" }).click();
    await user.textField(page).locator("visible=true").waitFor();
    await expect.poll(() => share(page.locator("[data-scroller]").locator("visible=true"))).toBeLessThanOrEqual(0.25);
  });
});
