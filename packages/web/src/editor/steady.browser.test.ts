/** The text stays in place on the screen while notices come and go in the header above it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "./testing/browser-page.ts";

let browser: EditorBrowser;
let opened: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  opened = await browser.open(STRICT_CSP);
  await opened.page.evaluate(() => {
    const root = document.getElementById("root") as HTMLElement;
    root.style.cssText = "height: 600px; display: flex; flex-direction: column";
  });
}, 60_000);
afterAll(() => browser?.close());

type Step = { readonly height: number; readonly scrollTo?: number };

/** Sets the header's height and scrolls in the same frame, for each step. Returns the positions of a paragraph. */
const positions = (steps: readonly Step[]): Promise<readonly { readonly top: number; readonly scrollTop: number }[]> =>
  opened.page.evaluate(async (all) => {
    window.satchelEditor?.load(Array.from({ length: 80 }, (_, at) => `<p>Line ${at}</p>`).join(""), false);
    const frames = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await frames();
    const header = document.querySelector("header") as HTMLElement;
    const scroller = header.parentElement as HTMLElement;
    const line = [...document.querySelectorAll<HTMLElement>(".ProseMirror p")][40] as HTMLElement;
    const found = [];
    for (const { height, scrollTo } of all) {
      if (scrollTo !== undefined) scroller.scrollTop = scrollTo;
      header.style.height = `${height}px`;
      await frames();
      found.push({ top: Math.round(line.getBoundingClientRect().top), scrollTop: Math.round(scroller.scrollTop) });
    }
    return found;
  }, steps);

it("keeps the text in place with a notice and after it", async () => {
  const [before, with_, without] = await positions([{ height: 0, scrollTo: 400 }, { height: 54 }, { height: 0 }]);
  expect([with_?.top, without?.top]).toEqual([before?.top, before?.top]);
});

it("keeps the text in place with a notice that comes in the frame of a scroll", async () => {
  const [before, shown, gone] = await positions([{ height: 0, scrollTo: 346 }, { height: 54, scrollTo: 400 }, { height: 0 }]);
  expect([(shown?.top ?? 0) + 54, (gone?.top ?? 0) + 54]).toEqual([before?.top, before?.top]);
});

it("keeps the text in place when a notice goes during an outside change", async () => {
  await positions([{ height: 0, scrollTo: 400 }, { height: 54 }]);
  const moved = await opened.page.evaluate(async () => {
    const topOf = (text: string): number =>
      [...document.querySelectorAll(".ProseMirror p")].find(({ textContent }) => textContent === text)?.getBoundingClientRect().top ??
      Number.NaN;
    const header = document.querySelector("header") as HTMLElement;
    const before = topOf("Line 40");
    // Simulates a page that renders again within the editor's own update.
    window.satchelEditor?.editor().once("transaction", () => {
      header.style.height = "0";
    });
    window.satchelEditor?.receive(`<p>New</p>${Array.from({ length: 80 }, (_, at) => `<p>Line ${at}</p>`).join("")}`);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [header.offsetHeight, document.querySelector(".ProseMirror p")?.textContent, Math.round(topOf("Line 40") - before)];
  });
  expect(moved).toEqual([0, "New", 0]);
});

it("shows a notice at the very top", async () => {
  const [before, shown] = await positions([{ height: 0 }, { height: 54 }]);
  expect(shown?.top).toBe((before?.top ?? 0) + 54);
});
