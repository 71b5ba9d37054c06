import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

const DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==";
const image = (name: string, width = 300, height = 200): string => `<img alt="${name}" width="${width}" height="${height}" src="${DOT}">`;
const BELOW = `<p>${image("a")}</p><p>${image("b")}</p><p>${image("c")}</p><p>after</p>`;
const PAIR = `<p>${image("a", 356, 237)}${image("b", 356, 237)}</p>`;
const value = () => shown.page.evaluate(() => window.satchelEditor?.value());
const load = (html: string) => shown.page.evaluate((note) => window.satchelEditor?.load(note), html);
const shownImage = (name: string, place = ".ProseMirror") => shown.page.locator(`${place} img[alt="${name}"]`);
const tops = async (names: string, place: string) =>
  Promise.all([...names].map(async (name) => Math.round((await shownImage(name, place).boundingBox())?.y ?? -1)));

beforeEach(async () => {
  await shown.page.setViewportSize({ width: 1200, height: 1000 });
  await shown.page.mouse.move(0, 0);
});

describe("decision 0056 images side by side in a real browser", () => {
  it("drags an image beside another one, and undoes that in one step", async () => {
    const { page } = shown;
    await load(BELOW);
    const [from, to] = [await shownImage("b").boundingBox(), await shownImage("a").boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 100, (from?.y ?? 0) + 100);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 200, (to?.y ?? 0) + 100, { steps: 5 });
    await page.mouse.move((to?.x ?? 0) + 280, (to?.y ?? 0) + 100, { steps: 5 });
    await page.mouse.up();
    await expect.poll(value).toBe(`${PAIR}<p>${image("c")}</p><p>after</p>`);
    await page.keyboard.press("Control+z");
    await expect.poll(value).toBe(BELOW);
  });

  it("makes a gallery and takes it apart by keys alone", async () => {
    const { page } = shown;
    await load(BELOW);
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    await page.evaluate(() => window.satchelEditor?.editor().view.focus());
    const menu = page.getByRole("menu", { name: "Block menu" });
    await page.keyboard.press("Control+/");
    await menu.waitFor();
    await page.keyboard.type("Show as");
    await page.keyboard.press("Enter");
    const one = (name: string): string => image(name, 234, 156);
    await expect.poll(value).toBe(`<p>${one("a")}${one("b")}${one("c")}</p><p>after</p>`);
    await page.keyboard.press("Control+/");
    await menu.waitFor();
    await page.keyboard.type("Put one");
    await page.keyboard.press("Enter");
    await expect.poll(value).toBe(`<p>${one("a")}</p><p>${one("b")}</p><p>${one("c")}</p><p>after</p>`);
  });

  it.each([1200, 768, 390])("keeps its rows at %i px, in the editor and while read", async (width) => {
    const { page } = shown;
    await page.setViewportSize({ width, height: 1000 });
    await load(`<p>${["a", "b", "c", "d"].map((name) => image(name, 234, 156)).join("")}</p>`);
    for (const place of [".ProseMirror", ".reading"]) {
      await page.locator(`${place} .image-row`).waitFor();
      const [a, b, c, d] = await tops("abcd", place);
      expect([b, c]).toEqual([a, a]);
      expect(d).toBeGreaterThan(a ?? 0);
    }
    expect(await page.locator("[data-scroller]").evaluate((scroller) => scroller.scrollWidth <= scroller.clientWidth)).toBe(true);
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(2));
    await page.getByRole("region", { name: "Selected image" }).getByRole("button", { name: "Put one below another" }).click();
    expect(await value()).toContain(`<p>${image("b", 234, 156)}</p>`);
  });

  it("resizes a row by the keys of one of its images", async () => {
    const { page } = shown;
    await load(`${PAIR}<p>after</p>`);
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    await page.evaluate(() => window.satchelEditor?.editor().view.focus());
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    const resized = (await value()) ?? "";
    const widths = [...resized.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width));
    expect(widths[0]).toBe(widths[1]);
    expect(widths[0]).toBeLessThan(356);
    await page.keyboard.press("Control+z");
    expect(await value()).toBe(`${PAIR}<p>after</p>`);
    const box = await shownImage("b").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 6, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => / width="(\d+)"/.exec((await value()) ?? "")?.[1]).toMatch(/^(?:29|30)\d$/);
    expect(shown.complaints).toEqual([]);
  });
});
