import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorText as text } from "../../text/editor/editor.ts";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let wide: EditorPage;
let phone: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  [wide, phone] = [await browser.open(STRICT_CSP), await browser.open(STRICT_CSP)];
  for (const { page } of [wide, phone]) page.setDefaultTimeout(5000);
  await phone.page.setViewportSize({ width: 390, height: 844 });
}, 60_000);
afterAll(() => browser?.close());

async function load(page: Page, html: string): Promise<void> {
  await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
  // The editor's command focuses again one frame later.
  await page.evaluate(() => {
    window.satchelEditor?.focusEnd();
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Types a unique letter and reports whether it arrived in the text, with the caret behind it. */
async function typed(page: Page): Promise<{ readonly isFocused: boolean; readonly letters: number; readonly before: string }> {
  await page.keyboard.press("Shift+Q");
  // A panel that is just loading or closing holds the key for a moment, and types it afterwards.
  const arrived = () => window.satchelEditor?.editor().state.doc.textContent.includes("Q") === true;
  await page.waitForFunction(arrived, undefined, { timeout: 5000 }).catch(() => undefined);
  return page.evaluate(() => {
    const { state } = window.satchelEditor?.editor() ?? {};
    return {
      isFocused: document.activeElement?.classList.contains("ProseMirror") ?? false,
      letters: (state?.doc.textContent.match(/Q/g) ?? []).length,
      before: (state?.selection.$from.nodeBefore?.textContent ?? "").slice(-1),
    };
  });
}

const IN_TEXT = { isFocused: true, letters: 1, before: "Q" };

type Step = (page: Page) => Promise<unknown>;

/** Presses a toolbar tool; on a phone it may be behind the overflow button. */
const button =
  (name: string | RegExp): Step =>
  async (page) => {
    const tool = page.getByRole("toolbar").getByRole("button", { name, exact: true });
    if ((await tool.count()) === 0) await page.getByRole("button", { name: text.moreTools }).click();
    await page.getByRole("button", { name, exact: true }).first().click();
  };
const choose =
  (role: "menuitem" | "menuitemradio", name: string): Step =>
  (page) =>
    page.getByRole(role, { name, exact: true }).click();
const menuShown: Step = (page) => page.getByRole("menuitemradio").first().waitFor();
const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

const TABLE =
  "<p>a</p><table><tbody><tr><td><p>b</p></td><td><p>c</p></td></tr><tr><td><p>d</p></td><td><p>e</p></td></tr></tbody></table>";
const style = new RegExp(`^${text.blockStyle}`);

type Trial = readonly [name: string, steps: readonly Step[], html?: string];
const toCase = ([name, steps, html = "<p>one</p>"]: Trial) => [name, { steps, html }] as const;

const PLAIN = [
  text.bold,
  text.italic,
  text.underline,
  text.strike,
  text.bulletList,
  text.orderedList,
  text.checklist,
  text.quote,
  text.codeBlock,
  text.clear,
];
const TOOLBAR: readonly Trial[] = [
  [text.undo, [key("y"), button(text.undo)]],
  [text.redo, [key("y"), key("Control+z"), button(text.redo)]],
  ...PLAIN.map((name): Trial => [name, [button(name)]]),
  ...[text.normal, text.heading(1), text.heading(2), text.heading(3)].map(
    (name): Trial => [name, [button(style), choose("menuitemradio", name)]],
  ),
  [`${text.blockStyle}, Escape`, [button(style), menuShown, key("Escape")]],
  ...[text.color, text.background].flatMap((name): Trial[] => [
    [name, [button(name), (page) => page.getByRole("menuitemradio", { name: text.colorNames.red }).click()]],
    [`${name}, Escape`, [button(name), menuShown, key("Escape")]],
  ]),
  ...Object.values(text.alignments).map((name): Trial => [name, [button(text.align), choose("menuitemradio", name)]]),
  [text.tables.insert, [button(text.tables.label), choose("menuitem", text.tables.insert)]],
  ...(
    [
      "rowAbove",
      "rowBelow",
      "columnBefore",
      "columnAfter",
      "headerRow",
      "headerColumn",
      "merge",
      "rowDown",
      "columnRight",
      "sortAscending",
      "deleteRow",
      "deleteColumn",
      "deleteTable",
    ] as const
  ).map((name): Trial => [text.tables[name], [button(text.tables.label), choose("menuitem", text.tables[name])], TABLE]),
  ["Link, applied", [button(text.link), (page) => page.keyboard.type("example.org"), key("Enter")]],
  ["Link, Escape", [button(text.link), key("Escape")]],
  ["Emoji", [button(text.emoji.open), (page) => page.getByRole("combobox", { name: text.emoji.search }).press("Enter")]],
  ["Emoji, Escape", [button(text.emoji.open), (page) => page.getByRole("combobox", { name: text.emoji.search }).waitFor(), key("Escape")]],
  [
    "Image",
    [
      async (page) => {
        const chooser = page.waitForEvent("filechooser");
        await button(text.image.insert)(page);
        await (await chooser).setFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(DOT, "base64") });
      },
    ],
  ],
];

const SLASH = [
  text.normal,
  text.heading(1),
  text.bulletList,
  text.orderedList,
  text.checklist,
  text.quote,
  text.codeBlock,
  text.tables.label,
  text.horizontalRule,
];

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("A2.14 typing after any command lands in the text", () => {
  it.each(TOOLBAR.map(toCase))("keeps typed text after the tool: %s", async (_, { steps, html }) => {
    for (const { page } of [wide, phone]) {
      await load(page, html);
      for (const step of steps) await step(page);
      expect(await typed(page)).toEqual(IN_TEXT);
    }
  });

  it.each(SLASH)("keeps typed text after the slash command %s", async (name) => {
    for (const choice of ["click", "Enter"]) {
      await load(wide.page, "<p></p>");
      await wide.page.keyboard.type(`/${choice === "click" ? "" : name.split(" ")[0]?.toLowerCase()}`);
      const option = wide.page.getByRole("option", { name, exact: true });
      await option.waitFor();
      if (choice === "click") await option.click();
      else await wide.page.keyboard.press("Enter");
      expect(await typed(wide.page)).toEqual(IN_TEXT);
    }
  });

  it.each([
    toCase(["find and Escape", [key("Control+f"), key("Escape")]]),
    toCase(["link by key and Escape", [key("Control+Shift+K"), key("Escape")]]),
    toCase(["a mark by key", [key("Control+b")]]),
    toCase(["code by key", [key("Control+Alt+c")]]),
    toCase(["clearing by key", [key("Control+\\")]]),
  ])("keeps typed text after the keys: %s", async (_, { steps }) => {
    await load(wide.page, "<p>one</p>");
    for (const step of steps) await step(wide.page);
    expect(await typed(wide.page)).toEqual(IN_TEXT);
  });
});

describe("A2.14 keys that move keep the letters in the text", () => {
  const CODE = "<pre><code>one\ntwo</code></pre><p>three</p>";
  const value = () => wide.page.evaluate(() => window.satchelEditor?.value());

  it("types at the beginning of a note that begins with code", async () => {
    await load(wide.page, CODE);
    await wide.page.keyboard.press("Control+Home");
    await wide.page.keyboard.type("ab");
    expect(await value()).toBe(CODE.replace("one", "abone"));
  });

  it.each([
    ["code", "<pre><code>a</code></pre>", ["Tab"], "<pre><code>a  Q</code></pre>"],
    ["code, back", "<pre><code>  a</code></pre>", ["Shift+Tab"], "<pre><code>aQ</code></pre>"],
    ["a paragraph", "<p>a</p>", ["Tab"], "<p>a\tQ</p>"],
    ["a paragraph, back", "<p>a</p>", ["Tab", "Shift+Tab"], "<p>aQ</p>"],
    ["a heading", "<h1>a</h1>", ["Tab"], "<h1>a\tQ</h1>"],
    ["a list", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", ["Tab"], "<ul><li><p>a</p><ul><li><p>bQ</p></li></ul></li></ul>"],
    ["the first item of a list", "<ul><li><p>a</p></li></ul>", ["Tab"], "<ul><li><p>aQ</p></li></ul>"],
    ["a quotation", "<blockquote><p>a</p></blockquote>", ["Tab"], "<blockquote><p>aQ</p></blockquote>"],
  ])("handles Tab in %s", async (_, html, keys, expected) => {
    await load(wide.page, html);
    for (const name of keys) await wide.page.keyboard.press(name);
    expect(await typed(wide.page)).toEqual(IN_TEXT);
    expect(await value()).toBe(expected);
  });

  it("indents and outdents every selected line of code", async () => {
    await load(wide.page, "<pre><code>a\n\tb\nc</code></pre>");
    await wide.page.keyboard.press("Control+Shift+Home");
    await wide.page.keyboard.press("Tab");
    expect(await value()).toBe("<pre><code>  a\n  \tb\n  c</code></pre>");
    await wide.page.keyboard.press("Shift+Tab");
    await wide.page.keyboard.press("Shift+Tab");
    expect(await value()).toBe("<pre><code>a\nb\nc</code></pre>");
  });

  it("leaves the text by Escape and Tab, but not by a later Tab", async () => {
    const isInText = () => wide.page.evaluate(() => document.activeElement?.classList.contains("ProseMirror"));
    for (const leave of ["Tab", "Shift+Tab"]) {
      await load(wide.page, "<p>a</p>");
      await wide.page.keyboard.press("Escape");
      await wide.page.keyboard.press(leave);
      expect(await isInText()).toBe(false);
    }
    await load(wide.page, "<p>a</p>");
    await wide.page.keyboard.press("Escape");
    await wide.page.keyboard.type("b");
    await wide.page.keyboard.press("Tab");
    expect(await isInText()).toBe(true);
  });

  it("reaches a code block's language by Escape and Tab, and returns by Enter", async () => {
    await load(wide.page, "<pre><code>a</code></pre>");
    for (const name of ["Escape", "Tab", "p", "y", "Enter"]) await wide.page.keyboard.press(name);
    expect(await typed(wide.page)).toEqual(IN_TEXT);
    expect(await value()).toBe('<pre><code class="language-python">aQ</code></pre>');
  });
});

describe("A2.14 a caret above and below every block", () => {
  const BLOCKS: readonly (readonly [string, string])[] = [
    ["a table", "<table><tbody><tr><td><p>a</p></td></tr></tbody></table>"],
    ["code", "<pre><code>a</code></pre>"],
    ["a quotation", "<blockquote><p>a</p></blockquote>"],
    ["a rule", "<hr>"],
    ["a list", "<ul><li><p>a</p></li></ul>"],
    ["a checklist", '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>a</p></li></ul>'],
  ];
  const value = () => wide.page.evaluate(() => window.satchelEditor?.value());

  it.each(BLOCKS)("reaches above and below %s by keys", async (_, block) => {
    await load(wide.page, block);
    await wide.page.keyboard.press("Control+Home");
    await wide.page.keyboard.press("ArrowUp");
    await wide.page.keyboard.type("up");
    await wide.page.keyboard.press("Control+End");
    await wide.page.keyboard.press("ArrowDown");
    await wide.page.keyboard.type("down");
    expect(await value()).toBe(`<p>up</p>${block}<p>down</p>`);
  });

  it.each(BLOCKS)("is behind %s after a click below it", async (_, block) => {
    await load(wide.page, `<p>one</p>${block}`);
    const box = await wide.page.locator(".ProseMirror > *").last().boundingBox();
    await wide.page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) + 40);
    await wide.page.keyboard.type("below");
    expect(await value()).toBe(`<p>one</p>${block}<p>below</p>`);
  });

  it.each(BLOCKS)("is behind %s after a click on the blank page below the text", async (_, block) => {
    const long = "<p>line</p>".repeat(12);
    await load(wide.page, `${long}${block}`);
    await wide.page.evaluate(() => document.querySelector(".ProseMirror")?.parentElement?.parentElement?.scrollTo(0, 99_999));
    const box = await wide.page.locator(".ProseMirror").boundingBox();
    await wide.page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) + 40);
    await wide.page.keyboard.type("below");
    expect(await value()).toBe(`${long}${block}<p>below</p>`);
  });

  it("is between two blocks after a click between them", async () => {
    const [code, quote] = ["<pre><code>a</code></pre>", "<blockquote><p>b</p></blockquote>"];
    await load(wide.page, code + quote);
    const box = await wide.page.locator(".ProseMirror > *").first().boundingBox();
    await wide.page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) + 3);
    await wide.page.keyboard.type("between");
    expect(await value()).toBe(`${code}<p>between</p>${quote}`);
  });

  it("is before or behind an image, where text can be typed", async () => {
    await load(wide.page, `<p><img src="data:image/png;base64,${DOT}" alt="dot"></p>`);
    await wide.page.keyboard.press("Control+Home");
    await wide.page.keyboard.type("up");
    await wide.page.keyboard.press("Control+End");
    await wide.page.keyboard.type("down");
    expect(await value()).toMatch(/^<p>up<img [^>]*>down<\/p>$/);
  });
});
