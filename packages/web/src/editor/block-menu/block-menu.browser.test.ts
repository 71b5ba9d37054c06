import { findLinkedBlock } from "@satchel/core/document/reading/block-link.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

const NOTE = "<p>first</p><p>second</p><ul><li><p>item</p></li><li><p>other</p></li></ul><p>last</p>";
const menu = () => shown.page.getByRole("menu", { name: "Block menu" });
const choose = (name: string) => menu().getByRole("menuitem", { name, exact: true }).click();
const kind = (name: string) => menu().getByRole("menuitemradio", { name, exact: true });
const value = () => shown.page.evaluate(() => window.satchelEditor?.value());
const caretTo = (words: string) => shown.page.locator(".ProseMirror").getByText(words, { exact: true }).click();

beforeEach(async () => {
  await shown.page.keyboard.press("Escape");
  await shown.page.mouse.move(0, 0);
  await shown.page.evaluate((note) => window.satchelEditor?.load(note, false), NOTE);
});

describe("decision 0029 the menu of a block", () => {
  it("opens by key for the caret's block, and returns the focus to the text", async () => {
    const { page } = shown;
    await caretTo("second");
    await page.keyboard.press("Control+/");
    await menu().waitFor();
    expect(await kind("Text").getAttribute("aria-checked")).toBe("true");
    await page.keyboard.press("Escape");
    await menu().waitFor({ state: "detached" });
    await page.keyboard.type("!");
    expect(await value()).toContain("<p>second!</p>");
  });

  it("works by keys alone, and one undo takes it back", async () => {
    const { page } = shown;
    await caretTo("item");
    await page.keyboard.press("Control+/");
    await menu().waitFor();
    await page.keyboard.type("Heading 2");
    await page.keyboard.press("Enter");
    await expect.poll(value).toBe("<p>first</p><p>second</p><h2>item</h2><ul><li><p>other</p></li></ul><p>last</p>");
    await page.keyboard.press("Control+z");
    await expect.poll(value).toBe(NOTE);
  });

  it("opens beside the block under the mouse, whatever the caret's is", async () => {
    const { page } = shown;
    await caretTo("first");
    await page.getByText("last", { exact: true }).hover();
    await page.getByRole("button", { name: "Block menu" }).click();
    await choose("Duplicate");
    await expect.poll(value).toBe(`${NOTE}<p>last</p>`);
    await page.keyboard.press("Control+z");
    await page.getByText("other", { exact: true }).hover();
    await page.getByRole("button", { name: "Block menu" }).click();
    await menu()
      .getByRole("menuitem", { name: /Move up/ })
      .click();
    await expect.poll(value).toContain("<ul><li><p>other</p></li><li><p>item</p></li></ul>");
  });

  it("colors, frames and deletes the block", async () => {
    const { page } = shown;
    const open = async (words: string): Promise<void> => {
      await caretTo(words);
      await page.keyboard.press("Control+/");
    };
    await open("first");
    await kind("Background color: Yellow").click();
    await expect.poll(value).toMatch(/<p><span style="background-color: [^"]+;">first<\/span><\/p>/);
    await open("second");
    await kind("Callout").click();
    await expect.poll(value).toContain('<div data-satchel="callout" data-kind="note"><p>second</p></div>');
    await open("last");
    await choose("Delete");
    await expect.poll(value).not.toContain("last");
  });

  it("copies a link that leads to the block, and says so", async () => {
    const { page } = shown;
    await page.evaluate(() => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => void copied.push(text) },
        configurable: true,
      });
    });
    await caretTo("other");
    await page.keyboard.press("Control+/");
    await choose("Copy link to block");
    await menu().getByRole("menuitem", { name: "Link copied" }).waitFor();
    const [address = ""] = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
    const { pathname, hash } = new URL(address);
    expect([pathname, findLinkedBlock([5, 6, 4, 5, 4], hash)]).toEqual(["/notes/note-1", 3]);
    expect(address).not.toMatch(/other|item/);
  });

  it.each([
    ["Show as a card", "<p>first</p><p>Q<br>sail.example</p>"],
    ["Heading 2", "<p>first</p><h2>https://sail.example/bowline-knotQ</h2>"],
    ["Callout", '<p>first</p><div data-satchel="callout" data-kind="note"><p>https://sail.example/bowline-knotQ</p></div>'],
    ["Move up", "<p>Qhttps://sail.example/bowline-knot</p><p>first</p>"],
    ["Duplicate", "<p>first</p><p>https://sail.example/bowline-knot</p><p>Qhttps://sail.example/bowline-knot</p>"],
    ["Delete", "<p>firstQ</p>"],
  ])("types where the command left the caret, on a slow machine too: %s", async (name, expected) => {
    const { page } = shown;
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.evaluate(() => {
      window.satchelEditor?.load(
        '<p>first</p><p><a href="https://sail.example/bowline-knot">https://sail.example/bowline-knot</a></p>',
        false,
      );
      window.satchelEditor?.focusEnd();
    });
    await expect.poll(() => page.evaluate(() => window.satchelEditor?.editor().state.selection.from)).toBe(41);
    await page.keyboard.press("Control+/");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role")?.startsWith("menuitem"))).toBe(true);
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Q");
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const withoutLinks = async () => (await value())?.replace(/<\/?a[^>]*>/g, "");
    await expect.poll(withoutLinks).toBe(expected);
  });

  it("opens by a finger: at the handle of the caret's block, and by a long press beside the text", async () => {
    const { page } = shown;
    const touch = (type: string, selector: string) =>
      page.evaluate(
        ([name = "", where = ""]) => {
          const target = document.querySelector(where);
          const line = document.querySelector(".ProseMirror > p:last-of-type")?.getBoundingClientRect();
          const init = { bubbles: true, pointerType: "touch", clientX: 4, clientY: (line?.top ?? 0) + 5 };
          target?.dispatchEvent(new PointerEvent(name, init));
        },
        [type, selector],
      );
    await touch("pointerdown", ".ProseMirror > p");
    await caretTo("second");
    await touch("pointerdown", ".ProseMirror > p");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Block menu" }).waitFor();
    await touch("pointerup", ".ProseMirror > p");
    await page.keyboard.press("Escape");
    await touch("pointerdown", ".ProseMirror");
    await menu().waitFor();
    await touch("pointerup", ".ProseMirror");
    await choose("Delete");
    await expect.poll(value).not.toContain("last");
    expect(shown.complaints).toEqual([]);
  });
});
