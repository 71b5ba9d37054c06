import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SLASH_COMMANDS } from "../insert/typed-menu/slash-commands.ts";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let strict: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  strict = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

const value = (): Promise<string | undefined> => strict.page.evaluate(() => window.satchelEditor?.value());
const type = (text: string): Promise<void> => strict.page.keyboard.type(text);
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await strict.page.keyboard.press(key);
};
const load = async (html: string, isRead = false): Promise<void> => {
  await strict.page.evaluate(([note, read]) => window.satchelEditor?.load(note, read), [html, isRead] as const);
  await strict.page.click(".ProseMirror");
  await strict.page.evaluate(() => window.satchelEditor?.focusEnd());
  // The editor's own command moves the caret in the next frame.
  await strict.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
};
/** Chooses a command of the slash menu by the beginning of its name. */
const choose = async (typed: string, name: string, keys: readonly string[] = ["Enter"]): Promise<void> => {
  await type(`/${typed}`);
  await strict.page.getByRole("option", { name, exact: true }).waitFor();
  await press(...keys);
};
/** Inside a sentence, Enter belongs to the text until an arrow has chosen. */
const INSIDE = ["ArrowDown", "Enter"];

describe("A2.14 blocks beyond Markdown, in a real browser under the strict CSP", () => {
  beforeEach(() => load(""));

  it("moves from a toggle's title to its body, and out of it", async () => {
    await choose("tog", "Toggle");
    await type("Title");
    await press("Enter");
    await type("inside");
    await press("Enter", "Enter");
    await type("after");
    expect(await value()).toBe("<details><summary>Title</summary><p>inside</p></details><p>after</p>");
    await load("<details><summary>ab</summary><p>cd</p></details>");
    await press("Home", "Backspace");
    expect(await value()).toBe("<details><summary>abcd</summary><p></p></details>");
    await press("Home", "Backspace");
    expect(await value()).toBe("<p>abcd</p><p></p>");
  });

  it("numbers a list by its type, with small letters for small ones", async () => {
    await load(["a", "A", "i", "I"].map((kind) => `<ol type="${kind}"><li><p>x</p></li></ol>`).join(""));
    const styles = () =>
      strict.page.locator(".ProseMirror ol").evaluateAll((lists) => lists.map((list) => getComputedStyle(list).listStyleType));
    expect(await styles()).toEqual(["lower-alpha", "upper-alpha", "lower-roman", "upper-roman"]);
  });

  it("deletes from a callout into a toggle, and everything", async () => {
    await load('<div data-satchel="callout" data-kind="tip"><p>ab</p></div><details><summary>cd</summary><p>ef</p></details>');
    await strict.page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection({ from: 3, to: 8 }));
    await press("Delete");
    expect((await value())?.replace(/<[^>]*>/g, "")).toBe("acdef");
    await press("Control+a", "Delete");
    expect(await value()).toBe("");
  });

  it("wraps a callout around a line, changes its kind, and ends it by two Enters", async () => {
    await choose("call", "Callout");
    await type("boxed");
    await press("Enter", "Enter");
    await type("out");
    await strict.page.getByRole("combobox", { name: "Callout type" }).selectOption("warning");
    expect(await value()).toBe('<div data-satchel="callout" data-kind="warning"><p>boxed</p></div><p>out</p>');
  });

  it("edits formulas and footnotes in panels, saves each letter, and drops empty ones", async () => {
    await type("so ");
    await choose("form", "Formula", INSIDE);
    await strict.page.getByRole("textbox", { name: "Formula in TeX" }).waitFor();
    await type("x^2");
    expect(await value()).toBe('<p>so <span data-satchel="math">x^2</span></p>');
    await press("Enter");
    await strict.page.locator(".ProseMirror math").waitFor();
    await type(" holds ");
    await choose("foot", "Footnote", INSIDE);
    await strict.page.getByRole("textbox", { name: "Footnote text" }).waitFor();
    await type("see p. 7");
    await press("Escape");
    await type(" ");
    await choose("form", "Formula", INSIDE);
    await strict.page.getByRole("textbox", { name: "Formula in TeX" }).waitFor();
    await press("Escape");
    await type("end");
    expect(await value()).toBe('<p>so <span data-satchel="math">x^2</span> holds <sup data-satchel="footnote">see p. 7</sup> end</p>');
    expect(await strict.page.locator(".ProseMirror .formula").count()).toBe(1);
  });

  it("links notes by title, and opens one by a click", async () => {
    await type("see [[mi");
    await strict.page.getByRole("option", { name: /Milk/ }).waitFor();
    await press("Enter");
    await type("and [[Milk]]");
    expect(await value()).toBe('<p>see <a data-note-id="milk"></a> and <a data-note-id="milk"></a></p>');
    await strict.page.locator(".ProseMirror .note-link", { hasText: "Milk" }).first().click();
    expect(await strict.page.evaluate(() => window.satchelEditor?.notifications())).toEqual(["opened milk"]);
  });

  it("inserts emoji by name", async () => {
    await type(":tad");
    await strict.page.getByRole("option", { name: "tada" }).waitFor();
    await press("Enter");
    await type(" :smile:");
    expect(await value()).toBe("<p>🎉 😄</p>");
  });

  it("numbers footnotes in text order, and lists them below the read view", async () => {
    const note = (text: string): string => `<sup data-satchel="footnote">${text}</sup>`;
    await load(`<p>a${note("one")}</p><p>b${note("two")}</p>`, true);
    const numbers = () => strict.page.locator(".ProseMirror sup.footnote").evaluateAll((all) => all.map((one) => one.dataset.number));
    expect(await numbers()).toEqual(["1", "2"]);
    await strict.page.evaluate((html) => window.satchelEditor?.load(html, true), `<p>${note("new")}a${note("one")}</p>`);
    expect(await numbers()).toEqual(["1", "2"]);
    expect(await strict.page.locator(".footnotes li").allTextContents()).toEqual(["new ↑", "one ↑"]);
  });

  it("has every tool within reach of a thumb", async () => {
    // The page provides them; they are missing here.
    const ofThePage = ["Template", "Link to a day", "Ask AI"];
    for (const width of [360, 390, 414]) {
      await strict.page.setViewportSize({ width, height: 740 });
      await load("<p></p>");
      const insert = strict.page.getByRole("button", { name: "Insert", exact: true });
      const box = await insert.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
      await insert.click();
      const names = await strict.page.getByRole("menuitem").allTextContents();
      expect(names).toEqual(SLASH_COMMANDS.map(({ name }) => name).filter((name) => !ofThePage.includes(name)));
      await strict.page.getByRole("menuitem", { name: "Toggle" }).click();
      await strict.page.locator(".ProseMirror .toggle").waitFor();
    }
    await strict.page.setViewportSize({ width: 1200, height: 800 });
  });

  it("does not log errors", () => {
    expect(strict.complaints).toEqual([]);
  });
});

const TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>one</p></li>' +
  '<li data-type="taskItem" data-checked="false"><p>two</p></li></ul>';

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const boxOf = async (selector: string): Promise<Box> => {
  const box = await strict.page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
};

describe("A2.14 tables and boxes of tasks, as they are touched", () => {
  beforeEach(() => load(""));

  it("never breaks a word in a cell, but scrolls the table sideways", async () => {
    const cell = "<td><p>Incomprehensibility</p></td>";
    const row = `<tr>${cell.repeat(12)}</tr>`;
    const lines = (selector: string) =>
      strict.page.locator(`${selector} .tableWrapper`).evaluate((frame) => {
        const text = frame.querySelector("p")?.firstChild as Text;
        const range = document.createRange();
        range.selectNodeContents(text);
        return { lines: range.getClientRects().length, scrolls: frame.scrollWidth > frame.clientWidth };
      });
    await load(`<table><tbody>${row}</tbody></table>`);
    expect(await lines(".ProseMirror")).toEqual({ lines: 1, scrolls: true });
    await load((await value()) ?? "", true);
    expect(await lines(".reading")).toEqual({ lines: 1, scrolls: true });
  });

  it("makes a table as wide as the text, in the editor and the read view", async () => {
    await choose("tab", "Table");
    const [table, text] = [await boxOf(".ProseMirror table"), await boxOf(".ProseMirror")];
    expect(Math.abs(table.width - text.width)).toBeLessThan(2);
    await load((await value()) ?? "", true);
    const [read, reading] = [await boxOf(".reading table"), await boxOf(".reading")];
    expect(Math.abs(read.width - reading.width)).toBeLessThan(2);
  });

  it("adds a row and a column at the end, and edits those of the caret", async () => {
    await load("<p>a</p><table><tbody><tr><td><p>b</p></td></tr></tbody></table>");
    await strict.page.getByRole("button", { name: "Add row" }).click();
    await type("c");
    await strict.page.getByRole("button", { name: "Add column" }).click();
    await type("d");
    expect((await value())?.replaceAll(/<\/?(?:tbody|p)>/g, "")).toBe(
      "a<table><tr><td>b</td><td></td></tr><tr><td>c</td><td>d</td></tr></table>",
    );
    await strict.page.getByRole("button", { name: "Row", exact: true }).click();
    await strict.page.getByRole("menuitem", { name: "Delete row" }).click();
    await strict.page.getByRole("button", { name: "Column", exact: true }).click();
    await strict.page.getByRole("menuitem", { name: "Delete column" }).click();
    await type("e");
    expect((await value())?.replaceAll(/<\/?(?:tbody|p)>/g, "")).toMatch(/^a<table><tr><td>(?:be|eb)<\/td><\/tr><\/table>$/);
    await strict.page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection(1));
    await strict.page.getByRole("button", { name: "Add row" }).waitFor({ state: "detached" });
  });

  it.each([
    ["a desktop", { width: 1280, height: 800 }, 24],
    ["a phone", { width: 390, height: 844 }, 44],
  ] as const)("has boxes on the line that are large enough to touch on %s", async (_, size, least) => {
    await strict.page.setViewportSize(size);
    await load(TASKS, true);
    for (const host of [".ProseMirror", ".reading"]) {
      const [box, line] = [await boxOf(`${host} li input`), await boxOf(`${host} li p`)];
      expect([Math.min(box.width, box.height) >= least, Math.abs(box.y + box.height / 2 - line.y - line.height / 2) < 1]).toEqual([
        true,
        true,
      ]);
      const second = await strict.page.locator(`${host} li input`).nth(1).boundingBox();
      expect((second?.y ?? 0) - box.y).toBeGreaterThanOrEqual(least);
    }
    await strict.page
      .locator(".ProseMirror li input")
      .first()
      .click({ position: { x: 2, y: 2 } });
    expect(await value()).toContain('data-checked="true"><p>one');
    await strict.page.setViewportSize({ width: 1280, height: 720 });
  });
});
