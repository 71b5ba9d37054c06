import { readdirSync, readFileSync } from "node:fs";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { XSS_VECTORS } from "@satchel/core/document/testing/xss-vectors.ts";
import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "./testing/browser-page.ts";

const FIXTURES = new URL("../../../../fixtures/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FIXTURES), "utf8");
const clipboards = readdirSync(FIXTURES).filter((name) => name.startsWith("clipboard-"));
const joinLines = (text: string): string => text.trimEnd().replace(/\n(?=<)/g, "");
const documents: readonly (readonly [name: string, html: string])[] = [
  ...clipboards.map((name) => [name, joinLines(read(`expected/${name}`))] as const),
  ...["long-article.html", "languages.html"].map((name) => [name, toCanonicalHtml(read(name))] as const),
];

let browser: EditorBrowser;
let strict: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  strict = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

describe("A2.14 the editor in a real browser, under the strict CSP", () => {
  it.each(documents)("returns %s byte for byte, by our writer and by the browser's", async (_, html) => {
    const seen = await strict.page.evaluate((note) => {
      const api = window.satchelEditor;
      api?.load(note);
      const opened = api?.changes();
      api?.editor().commands.insertContentAt(0, { type: "paragraph", content: [{ type: "text", text: "x" }] });
      api?.editor().commands.undo();
      return { opened, changed: api?.changes(), value: api?.value(), dom: api?.domHtml() };
    }, html);
    expect(seen).toEqual({ opened: 0, changed: 1, value: html, dom: html });
  });

  it.each(clipboards)("pastes %s as the hand-written result", async (name) => {
    await strict.page.evaluate(() => window.satchelEditor?.load(""));
    await strict.page.evaluate((html) => {
      const data = new DataTransfer();
      data.setData("text/html", html);
      data.setData("text/plain", "plain");
      const target = window.satchelEditor?.editor().view.dom;
      window.satchelEditor?.editor().commands.focus();
      target?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, read(name));
    // The editor links addresses that the cleaner leaves as text.
    const value = await strict.page.evaluate(() => window.satchelEditor?.value() ?? "");
    const unlinked = (html: string) => html.replace(/<a href="mailto:([^"]+)">\1<\/a>/g, "$1");
    expect(unlinked(value)).toBe(unlinked(joinLines(read(`expected/${name}`))));
  });

  it("prints only the note, with its code wrapped", async () => {
    const { page } = strict;
    await page.evaluate((code) => window.satchelEditor?.load(`<pre><code>${code}</code></pre>`, false), "word ".repeat(200));
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("toolbar", { name: "Formatting" }).isVisible()).toBe(false);
    expect(await page.locator(".ProseMirror pre").evaluate((pre) => pre.scrollWidth <= pre.clientWidth)).toBe(true);
    await page.emulateMedia({ media: "screen" });
    expect(await page.getByRole("toolbar", { name: "Formatting" }).isVisible()).toBe(true);
  });

  it("prints the texts of footnotes in place", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load('<p>a<sup data-satchel="footnote">see page 7</sup></p>', false));
    const behind = () => page.locator(".ProseMirror sup").evaluate((sup) => getComputedStyle(sup, "::after").content);
    expect(await behind()).toBe("none");
    await page.emulateMedia({ media: "print" });
    expect(await behind()).toContain("see page 7");
    await page.emulateMedia({ media: "screen" });
  });

  it("accepts typed text, shortcuts and undo", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load(""));
    await page.click(".ProseMirror");
    await page.keyboard.type("# Title");
    await page.keyboard.press("Enter");
    await page.keyboard.type("plain ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("bold");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe(
      "<h1>Title</h1><p>plain <strong>bold</strong></p><ul><li><p>one</p></li><li><p>two</p></li></ul>",
    );
  });

  it("inserts a table with a header row and changes it from the toolbar", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load(""));
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("menuitem", { name: "Insert table" }).click();
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("menuitem", { name: "Column after" }).click();
    const html = (await page.evaluate(() => window.satchelEditor?.value())) ?? "";
    expect([html.match(/<th>/g)?.length, html.match(/<td>/g)?.length, html.match(/<tr>/g)?.length]).toEqual([4, 8, 3]);
  });

  it("starts blocks from the slash menu, only where a slash was typed", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load(""));
    await page.click(".ProseMirror");
    await page.keyboard.type("/to");
    await page.getByRole("option", { name: "Checklist" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("and/or milk");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("/h2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe(
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>and/or milk</p></li>' +
        '<li data-type="taskItem" data-checked="false"><h2></h2></li></ul>',
    );
  });

  it("opens the slash menu beside the caret, not over it", async () => {
    const { page } = strict;
    await page.setViewportSize({ width: 900, height: 520 });
    for (const lines of [1, 6, 12]) {
      await page.evaluate((count) => window.satchelEditor?.load("<p>line</p>".repeat(count)), lines);
      await page.click(".ProseMirror");
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" /");
      const menu = await page.getByRole("listbox").boundingBox();
      const caret = await page.evaluate(() => {
        const view = window.satchelEditor?.editor().view;
        return view?.coordsAtPos(view.state.selection.from);
      });
      const isClear = (menu?.y ?? 0) >= (caret?.bottom ?? 0) || (menu?.y ?? 0) + (menu?.height ?? 0) <= (caret?.top ?? 0);
      expect(isClear).toBe(true);
      expect(menu?.y).toBeGreaterThanOrEqual(0);
      expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(520);
    }
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  it("keeps bold, lists and link in the row at every width, and all with enough space", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>one two</p>"));
    const bar = page.getByRole("toolbar", { name: "Formatting" });
    const clipped = () =>
      bar.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        return [...element.querySelectorAll("button")].filter((button) => button.getBoundingClientRect().right > right).length;
      });
    const more = bar.getByRole("button", { name: "More formatting" });
    for (const [width, isWhole] of [
      [1200, true],
      [780, false],
      [1200, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((px) => document.body.style.setProperty("max-width", px), width === 780 ? "420px" : "none");
      await expect.poll(() => more.count()).toBe(isWhole ? 0 : 1);
      for (const name of ["Undo", "Bold", "Bullet list", "Numbered list", "Link"])
        expect(await bar.getByRole("button", { name }).isVisible()).toBe(true);
      expect(await clipped()).toBe(0);
    }
  });

  it("shows the selection's tools beside it, inside the text", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load(`${"<p>one two</p>".repeat(6)}<p>three four</p>`));
    const line = page.getByRole("textbox", { name: "Note text" }).getByText("three four");
    await line.dblclick({ position: { x: 10, y: 8 } });
    const bar = page.getByRole("toolbar", { name: "Format selection" });
    await bar.waitFor();
    const [box, own] = [await bar.boundingBox(), await line.boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((own?.y ?? 0) + 8);
    await bar.getByRole("button", { name: "Bold" }).click();
    expect(await page.evaluate(() => window.satchelEditor?.value())).toMatch(/<p><strong>three<\/strong> four<\/p>$/);
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
  });

  it("sets colors, alignment, headings and links from the toolbar", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>one two</p>"));
    await page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection({ from: 1, to: 4 }));
    await page.getByRole("button", { name: "Text color" }).click();
    await page.getByRole("menuitemradio", { name: "Red" }).click();
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Link" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("example.org/a b");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: /^Text style/ }).click();
    await page.getByRole("menuitemradio", { name: "Heading 2" }).click();
    await page.getByRole("button", { name: "Alignment" }).click();
    await page.getByRole("menuitemradio", { name: "Center" }).click();
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe(
      '<h2 style="text-align: center;"><a href="https://example.org/a%20b"><span style="color: rgb(194, 38, 31);">one</span></a> two</h2>',
    );
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains("ProseMirror"))).toBe(true);
  });

  it("keeps every letter typed right after a choice", async () => {
    const { page } = strict;
    for (const [menu, choice] of [
      ["Text color", "menuitemradio"],
      ["Alignment", "menuitemradio"],
      ["Table", "menuitem"],
    ] as const) {
      await page.evaluate(() => window.satchelEditor?.load("<p>one</p>"));
      await page.evaluate(() => window.satchelEditor?.focusEnd());
      await page.getByRole("button", { name: menu }).click();
      await page.keyboard.press("ArrowDown");
      await page.getByRole(choice).first().waitFor();
      // Sent without waiting for one another, like keys that are faster than the next frame.
      await Promise.all(["Enter", "x", "y", "z"].map((key) => page.keyboard.press(key)));
      expect(await page.evaluate(() => window.satchelEditor?.value())).toContain("xyz");
    }
  });

  it("renders only near blocks of a long note, without reporting edits", async () => {
    const { page } = strict;
    const html = Array.from({ length: 900 }, (_, at) => `<p>Line ${at}</p>`).join("");
    await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
    const layout = () =>
      page.evaluate(() => {
        const blocks = [...document.querySelectorAll(".ProseMirror > *")];
        const seen = blocks.filter((block) => {
          const { top, bottom } = block.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        });
        const far = blocks.filter((block) => block.hasAttribute("data-far"));
        return {
          seenFar: seen.filter((block) => far.includes(block)).length,
          fewAreRendered: blocks.length < 300,
          last: seen.at(-1)?.textContent,
        };
      });
    await page.evaluate(() => window.satchelEditor?.focusEnd());
    await page.keyboard.press("Control+Home");
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 9000);
    await expect.poll(async () => (await layout()).last).not.toBe("Line 20");
    await expect.poll(layout).toMatchObject({ seenFar: 0, fewAreRendered: true });
    expect(await page.evaluate(() => window.satchelEditor?.changes())).toBe(0);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("!");
    await expect.poll(layout).toMatchObject({ seenFar: 0, fewAreRendered: true, last: "Line 899!" });
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find", exact: true }).fill("Line 450");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("?");
    await expect.poll(layout).toMatchObject({ seenFar: 0, fewAreRendered: true });
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe(
      html.replace("<p>Line 450</p>", "<p>Line 450?</p>").replace("<p>Line 899</p>", "<p>Line 899!</p>"),
    );
    await page.keyboard.press("Control+a");
    await page.keyboard.type("All");
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe("<p>All</p>");
    await page.keyboard.press("Control+z");
    await expect.poll(layout).toMatchObject({ seenFar: 0, fewAreRendered: true });
  });

  it("estimates the height of a long read note, before and after scrolling", async () => {
    const { page } = strict;
    const words = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ";
    const section = (at: number) =>
      `<h2>Part ${at}</h2><p>${words.repeat(at % 9)}</p><ul><li><p>One</p></li><li><p>${words.repeat(3)}</p></li></ul><pre><code>a\nb</code></pre><blockquote><p>${words}</p></blockquote><details><summary>More</summary><p>inside</p></details>`;
    const notes = [
      Array.from({ length: 900 }, (_, at) => `<p>Line ${at}</p>`).join(""),
      Array.from({ length: 60 }, (_, at) => section(at)).join(""),
      Array.from({ length: 40 }, (_, at) => `<p>${words.repeat(90 + at)}</p>`).join(""),
    ];
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 800 });
      for (const note of notes) {
        await page.evaluate((html) => window.satchelEditor?.load(html), note);
        const [guessed, real] = await page.evaluate(async () => {
          const view = document.querySelector<HTMLElement>(".reading");
          if (view === null) return [0, 0];
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const { height } = view.getBoundingClientRect();
          for (const block of view.children as HTMLCollectionOf<HTMLElement>) block.style.contentVisibility = "visible";
          return [height, view.getBoundingClientRect().height];
        });
        expect(guessed / real).toBeGreaterThan(0.93);
        expect(guessed / real).toBeLessThan(1.07);
      }
    }
  });

  it("leaves space on a phone for content in thirty nested frames", async () => {
    const { page } = strict;
    const frame = (html: string, at: number) =>
      at % 2 === 0 ? `<div data-satchel="callout" data-kind="tip">${html}</div>` : `<details><summary>More</summary>${html}</details>`;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.evaluate(
      (html) => window.satchelEditor?.load(html),
      Array.from({ length: 30 }).reduce<string>((html, _, at) => frame(html, at), "<p>core</p>"),
    );
    const widths = await page.evaluate(() => {
      for (const toggle of document.querySelectorAll<HTMLDetailsElement>(".reading details")) toggle.open = true;
      const cores = [...document.querySelectorAll(":is(.reading, .ProseMirror) p")].filter(({ textContent }) => textContent === "core");
      return cores.map((core) => core.getBoundingClientRect().width);
    });
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(widths).toHaveLength(2);
    expect(Math.min(...widths)).toBeGreaterThan(80);
  });

  it("lays out a short read note completely", async () => {
    const { page } = strict;
    await page.evaluate((html) => window.satchelEditor?.load(html), Array.from({ length: 200 }, (_, at) => `<p>Line ${at}</p>`).join(""));
    const layout = await page.evaluate(() => {
      const blocks = [...document.querySelectorAll(":is(.reading, .ProseMirror) > *")];
      return [...new Set(blocks.map((block) => getComputedStyle(block).contentVisibility))];
    });
    expect(layout).toEqual(["visible"]);
  });

  it("renders far blocks when near, prints and copies all, and edits far ones", async () => {
    const { page } = strict;
    const others =
      '<ul><li><p>Item</p></li></ul><pre><code class="language-javascript">return;</code></pre>' +
      "<table><tbody><tr><td><p>Cell</p></td></tr></tbody></table><blockquote><p>Quote</p></blockquote><hr>";
    const html = Array.from({ length: 900 }, (_, at) => `<p>Line ${at}</p>`).join("");
    const mixed = html.replace("<p>Line 600</p>", `<p>Line 600</p>${others}`);
    const blocks = 905;
    await page.evaluate((note) => window.satchelEditor?.load(note, false), mixed);
    const rendered = () => page.evaluate(() => document.querySelectorAll(".ProseMirror :is(li, code, td, blockquote > p, hr)").length);
    await expect.poll(() => page.evaluate(() => document.querySelectorAll(".ProseMirror > [data-far]").length)).toBe(1);
    expect(await rendered()).toBe(0);
    const asked = await page.evaluate(() => {
      const editor = window.satchelEditor?.editor();
      editor?.state.doc.forEach((_, offset, index) => {
        if (index === 700) editor.view.dispatch(editor.state.tr.insertText("far ", offset + 1));
      });
      const data = new DataTransfer();
      editor?.commands.focus();
      editor?.commands.selectAll();
      editor?.view.dom.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
      return { value: window.satchelEditor?.value(), copied: data.getData("text/plain").match(/Line \d+/g)?.length };
    });
    expect(asked.copied).toBe(900);
    const laidOut = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll(".ProseMirror > *")].filter(
            (block) => block.checkVisibility({ contentVisibilityAuto: true }) && (block.textContent !== "" || block.tagName === "HR"),
          ).length,
      );
    expect(await laidOut()).toBeLessThan(blocks / 2);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await laidOut()).toBe(blocks);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    await expect.poll(laidOut).toBeLessThan(blocks / 2);
    expect(await rendered()).toBe(0);
    await page.evaluate(() => {
      const editor = window.satchelEditor?.editor();
      editor?.state.doc.forEach((block, offset) => {
        if (block.textContent === "Line 600") editor.commands.setTextSelection(offset + 1);
      });
    });
    expect(await rendered()).toBe(5);
    await expect.poll(() => page.evaluate(() => document.querySelectorAll(".ProseMirror code .hljs-keyword").length)).toBe(1);
    await page.evaluate(() => window.satchelEditor?.editor().commands.undo());
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe(mixed);
    expect(asked.value).toContain("<p>far Line ");
  });

  it("keeps rendering only close blocks during typing, without moving the text", async () => {
    const { page } = strict;
    const html = Array.from({ length: 900 }, (_, at) => `<p>Line ${at}</p>`).join("");
    await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
    await page.evaluate(() => {
      const editor = window.satchelEditor?.editor();
      editor?.state.doc.forEach((_, offset, index) => {
        if (index === 450)
          editor
            .chain()
            .focus()
            .setTextSelection(offset + 1)
            .scrollIntoView()
            .run();
      });
    });
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 150);
    const countRendered = () => page.evaluate(() => document.querySelectorAll(".ProseMirror > p").length);
    await expect.poll(countRendered).toBeGreaterThan(100);
    await page.keyboard.type("x");
    const top = () => page.evaluate(() => [...document.querySelectorAll("p")].find((p) => p.textContent === "xLine 450")?.offsetTop);
    const before = await top();
    await expect.poll(countRendered).toBeLessThan(90);
    expect(await top()).toBe(before);
    await page.mouse.wheel(0, 9000);
    await expect.poll(countRendered).toBeGreaterThan(100);
  });

  it("renders everything that one scrolls to in a long note", async () => {
    const { page } = strict;
    const html = Array.from({ length: 900 }, (_, at) => `<p>${at}${" word".repeat(at % 90)}</p>`).join("");
    await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
    const seen = await page.evaluate(async () => {
      const scroller = document.querySelector(".ProseMirror")?.parentElement?.parentElement;
      const found: string[] = [];
      const wrong: string[] = [];
      for (const share of [0.9, 0.2, 0.55, 0.5, 1, 0]) {
        scroller?.scrollTo(0, share * scroller.scrollHeight);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const blocks = [...document.querySelectorAll(".ProseMirror > *")].filter((block) => {
          const { top, bottom } = block.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        });
        found.push(String(blocks.length > 1));
        for (const block of blocks) {
          const at = Number(block.textContent?.split(" ")[0]);
          if (block.hasAttribute("data-far") || block.textContent !== `${at}${" word".repeat(at % 90)}`) wrong.push(block.outerHTML);
        }
      }
      return { found, wrong, changes: window.satchelEditor?.changes(), same: window.satchelEditor?.value() };
    });
    expect(seen).toEqual({ found: Array(6).fill("true"), wrong: [], changes: 0, same: html });
  });

  it("resolves the direction of a very long line once, and of other lines one by one", async () => {
    const long = "some words ".repeat(3000);
    const blocks = [
      `<p>${long}\u05d0</p>`,
      `<p>\u05d0 ${long}</p>`,
      `<p dir="rtl">${long}</p>`,
      `<p>${"some words<br>\u05d0 words<br>".repeat(3000)}</p>`,
      "<p>one</p><p>\u05d0</p>",
      `<ul><li><p>\u05d0 ${long}</p></li></ul>`,
    ];
    const look = () =>
      strict.page.evaluate(() =>
        [...document.querySelectorAll(".note-content")].map((content) =>
          [...content.querySelectorAll("p")].map((block) => `${getComputedStyle(block).unicodeBidi} ${getComputedStyle(block).direction}`),
        ),
      );
    const expected = ["isolate ltr", "isolate rtl", "isolate rtl", "plaintext ltr", "plaintext ltr", "plaintext ltr", "isolate rtl"];
    await strict.page.evaluate((note) => window.satchelEditor?.load(note), blocks.join(""));
    expect(await look()).toEqual([expected, expected]);
    expect(await strict.page.evaluate(() => window.satchelEditor?.value().includes("data-long-line"))).toBe(false);

    // The mark follows the typed text.
    await strict.page.evaluate((note) => window.satchelEditor?.load(note, false), `<p>${long}</p>`);
    await strict.page.evaluate(() => window.satchelEditor?.focusEnd());
    await strict.page.keyboard.insertText("\u05d0");
    expect((await look())[0]).toEqual(["isolate ltr"]);
    await strict.page.keyboard.press("Backspace");
    expect((await look())[0]).toEqual(["normal ltr"]);
  });

  it("aligns each paragraph by its own script, only in notes that need it", async () => {
    const load = (html: string) => strict.page.evaluate((note) => window.satchelEditor?.load(note), html);
    const look = () =>
      strict.page.evaluate(() =>
        [...document.querySelectorAll(".note-content")].map((content) => ({
          isMarked: content.hasAttribute("data-left-to-right"),
          sides: [...content.querySelectorAll("p")].map((paragraph) => {
            const range = document.createRange();
            range.selectNodeContents(paragraph);
            const [text, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()];
            return text.left - box.left < box.right - text.right ? "left" : "right";
          }),
        })),
      );
    const both = (isMarked: boolean, ...sides: string[]) => [
      { isMarked, sides },
      { isMarked, sides },
    ];
    await load("<p>one</p><p>two</p>");
    expect(await look()).toEqual(both(true, "left", "left"));
    await load("<p>one</p><ul><li><p>שלום</p></li></ul>");
    expect(await look()).toEqual(both(false, "left", "right"));
    await load('<p>one</p><p dir="rtl">(12)</p>');
    expect((await look()).map(({ isMarked }) => isMarked)).toEqual([false, false]);

    await strict.page.evaluate(() => window.satchelEditor?.load("<p>one</p>", false));
    await strict.page.evaluate(() => window.satchelEditor?.focusEnd());
    const edited = async () => (await look())[0];
    await strict.page.keyboard.press("Enter");
    await strict.page.keyboard.insertText("سلام");
    expect(await edited()).toEqual({ isMarked: false, sides: ["left", "right"] });
    await strict.page.keyboard.press("Control+z");
    await expect.poll(edited).toMatchObject({ isMarked: true });
  });

  it("is as high as A §9 says if nothing else sets its height", async () => {
    await strict.page.evaluate(() => window.satchelEditor?.load("<p>short</p>", false));
    const height = () => strict.page.evaluate(() => document.querySelector<HTMLElement>('[role="toolbar"]')?.parentElement?.offsetHeight);
    await expect.poll(height).toBe(LAYOUT.editorHeightPx);
  });

  it("runs without CSP violations and errors", () => {
    expect(strict.complaints).toEqual([]);
  });
});

describe("decision 0007 nothing in a note runs, even where no CSP prevents it", () => {
  it("shows every cheat-sheet payload harmlessly: read, edited and pasted", async () => {
    const { page } = await browser.open();
    const ran = await page.evaluate(async (vectors) => {
      const seen: string[] = [];
      let vector = "";
      const note = (): void => void seen.push(vector);
      Object.assign(window, { alert: note, print: note, confirm: note, prompt: note });
      for (vector of vectors) {
        window.satchelEditor?.load(vector);
        const data = new DataTransfer();
        data.setData("text/html", vector);
        const target = window.satchelEditor?.editor().view.dom;
        target?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        for (const link of document.querySelectorAll<HTMLElement>(".reading a")) {
          if (!/^(?:https?|mailto|tel):/.test(link.getAttribute("href") ?? "https:")) note();
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return seen;
    }, XSS_VECTORS);
    expect(ran).toEqual([]);
  });
});
