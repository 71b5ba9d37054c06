import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;
let page: Page;
let finger: CDPSession;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
  page = shown.page;
  await page.setViewportSize({ width: 390, height: 844 });
  finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
}, 60_000);
afterAll(() => browser?.close());

const DOT = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = (alt: string): string => `<p><img src="${DOT}" alt="${alt}" width="200" height="100"></p>`;
const value = () => page.evaluate(() => window.satchelEditor?.value());
const handle = () => page.getByRole("button", { name: "Block menu" });
const box = async (selector: string) => {
  const found = await page.locator(`.ProseMirror ${selector}`).first().boundingBox();
  if (found === null) throw new Error(`not shown: ${selector}`);
  return found;
};

type Point = { readonly x: number; readonly y: number };

async function touch(type: "touchStart" | "touchMove" | "touchEnd", point?: Point): Promise<void> {
  await finger.send("Input.dispatchTouchEvent", { type, touchPoints: point === undefined ? [] : [point] });
}

async function tap(point: Point): Promise<void> {
  await touch("touchStart", point);
  await touch("touchEnd");
}

/** Shows a note, taps a block, and puts a finger on its handle, which is beside it. */
async function press(html: string, selector: string): Promise<Point> {
  await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
  const block = await box(selector);
  // The browser ignores a tap right after a drag.
  await expect
    .poll(async () => {
      await tap({ x: block.x + 4, y: block.y + Math.min(12, block.height / 2) });
      return handle().isVisible();
    })
    .toBe(true);
  const at = await handle().boundingBox();
  const point = { x: (at?.x ?? 0) + 10, y: (at?.y ?? 0) + 10 };
  await touch("touchStart", point);
  return point;
}

/** Moves the finger until the line shows that the block would land there, and lifts it. */
async function dropAt(from: Point, to: Point): Promise<void> {
  const line = page.locator("[data-drop-line]");
  await expect
    .poll(async () => {
      await touch("touchMove", { x: from.x, y: from.y + 12 });
      await touch("touchMove", to);
      return line.isVisible();
    })
    .toBe(true);
  await touch("touchEnd");
  await expect.poll(() => line.count()).toBe(0);
}

const LINES = "<p>one</p><p>two</p><p>three</p>";

describe("decision 0054 dragging a block by a finger on its handle", () => {
  it("moves it to the line that is shown, with the caret, in one undo step", async () => {
    const from = await press(LINES, "> p");
    const target = await box("> p:nth-of-type(3)");
    await dropAt(from, { x: 200, y: target.y + target.height - 2 });
    expect(await value()).toBe("<p>two</p><p>three</p><p>one</p>");
    await page.keyboard.press("Q");
    expect(await value()).toBe("<p>two</p><p>three</p><p>Qone</p>");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    expect(await value()).toBe(LINES);
  });

  it("moves an item between lists, and leaves no empty list", async () => {
    const lists = "<ul><li><p>only</p></li></ul><p>between</p><ul><li><p>first</p></li><li><p>last</p></li></ul>";
    const from = await press(lists, "li");
    const target = await box("ul:last-of-type li:last-of-type");
    await dropAt(from, { x: 200, y: target.y + 2 });
    expect(await value()).toBe("<p>between</p><ul><li><p>first</p></li><li><p>only</p></li><li><p>last</p></li></ul>");
  });

  it.each([
    ["left", 0.2, ["b", "a"]],
    ["right", 0.8, ["a", "b"]],
  ] as const)("puts an image to the %s of another one", async (_, share, order) => {
    const from = await press(`${image("a")}<p>between</p>${image("b")}`, 'img[alt="b"]');
    const target = await box("> p");
    await dropAt(from, { x: target.x + target.width * share, y: target.y + target.height / 2 });
    expect((await value())?.match(/alt="(\w)"/g)).toEqual(order.map((alt) => `alt="${alt}"`));
    expect(await value()).toMatch(/^<p><img [^>]+><img [^>]+><\/p><p>between<\/p>$/);
  });

  it("scrolls a long note at its edge", async () => {
    const from = await press(Array.from({ length: 80 }, (_, at) => `<p>line ${at}</p>`).join(""), "> p");
    const edge = await page.locator("[data-scroller]").boundingBox();
    const bottom = Math.min(844, (edge?.y ?? 0) + (edge?.height ?? 844));
    await touch("touchMove", { x: from.x, y: from.y + 12 });
    await expect
      .poll(async () => {
        await touch("touchMove", { x: 200, y: bottom - 20 });
        return page.locator("[data-scroller]").evaluate((scroller) => scroller.scrollTop);
      })
      .toBeGreaterThan(300);
    await touch("touchEnd");
    await expect.poll(async () => (await value())?.indexOf("<p>line 0</p>")).toBeGreaterThan(200);
  });

  it("opens the menu when the finger does not move, and changes nothing where nothing would move", async () => {
    await press(LINES, "> p");
    await touch("touchEnd");
    await page.getByRole("menu", { name: "Block menu" }).waitFor();
    await page.keyboard.press("Escape");
    const from = await press(LINES, "> p");
    await touch("touchMove", { x: from.x, y: from.y + 9 });
    await touch("touchEnd");
    expect(await value()).toBe(LINES);
    expect(shown.complaints).toEqual([]);
  });
});
