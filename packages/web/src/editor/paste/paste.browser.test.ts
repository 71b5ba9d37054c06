import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorText as text } from "../../text/editor/editor.ts";
import { statusSentence } from "../../text/pages/status.ts";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

async function load(html: string): Promise<void> {
  await shown.page.evaluate((note) => {
    window.satchelEditor?.load(note, false);
    window.satchelEditor?.focusEnd();
  }, html);
}

function paste(html: string, type: "paste" | "drop" = "paste", plain = "plain words"): Promise<void> {
  return shown.page.evaluate(
    ([rich, kind, words]) => {
      const data = new DataTransfer();
      if (rich !== "") data.setData("text/html", rich);
      data.setData("text/plain", words);
      const target = window.satchelEditor?.editor().view.dom;
      const box = target?.querySelector("p")?.getBoundingClientRect();
      const at = { clientX: (box?.left ?? 0) + 2, clientY: (box?.top ?? 0) + 4, bubbles: true, cancelable: true };
      if (kind === "drop") target?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, ...at }));
      else target?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [html, type, plain] as const,
  );
}

const value = () => shown.page.evaluate(() => window.satchelEditor?.value() ?? "");
const words = () =>
  shown.page.evaluate(() => window.satchelEditor?.editor().getText({ blockSeparator: " " }).split(/\s+/).filter(Boolean) ?? []);
const pasteCount = () => shown.page.evaluate(() => window.satchelEditor?.pastes().length ?? 0);

const LINES = Array.from({ length: 4000 }, (_, at) => `line${at} *b* __c__`);
const LARGE = LINES.map((line) => `<p class="x" style="margin:0">${line}</p>`).join("\n");

describe("A2.14 a large paste", () => {
  it.each(["paste", "drop"] as const)("is cleaned by the worker, shows its progress, and is one undo step: %s", async (kind) => {
    await load("<p>before</p>");
    await shown.page.evaluate(() => window.satchelEditor?.holdPending());
    const before = await pasteCount();
    await paste(LARGE, kind);
    const bar = shown.page.getByRole("progressbar", { name: text.paste.label });
    await bar.waitFor();
    expect(await bar.getAttribute("aria-valuenow")).toBe("25");
    await shown.page.keyboard.type(" typed meanwhile");
    await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
    await bar.waitFor({ state: "detached" });
    expect(await pasteCount()).toBe(before + 1);
    const all = LINES.flatMap((line) => line.split(" "));
    const typed = ["before", "typed", "meanwhile"];
    const found = await words();
    expect(found.filter((word) => !typed.some((mine) => word.endsWith(mine)) || word === "line0").length).toBeGreaterThanOrEqual(
      all.length - 1,
    );
    expect(found.join("").length).toBe([...all, ...typed].join("").length);
    await shown.page.keyboard.press("Control+z");
    expect(await value()).toBe("<p>before typed meanwhile</p>");
  });

  it("keeps text typed over or into the selection while the paste is cleaned", async () => {
    for (const isInto of [false, true]) {
      await load("<p>one two</p>");
      await shown.page.evaluate(() => {
        window.satchelEditor?.holdPending();
        window.satchelEditor?.editor().commands.setTextSelection({ from: 1, to: 4 });
      });
      await paste(LARGE);
      if (isInto) await shown.page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection(2));
      await shown.page.keyboard.type("mine");
      await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
      await expect.poll(() => words().then((found) => found.length)).toBeGreaterThan(12_000);
      const found = await words();
      expect([found[0], ...found.slice(-2)]).toEqual(["line0", isInto ? "__c__ominene" : "__c__mine", "two"]);
    }
  });

  it("is in the reported text from the first frame, even if the editor closes early", async () => {
    await load("<p>before</p>");
    await shown.page.evaluate(() => window.satchelEditor?.holdPending());
    await paste(LARGE);
    expect(await value()).toBe("<p>beforeplain words</p>");
    expect(await shown.page.evaluate(() => window.satchelEditor?.pending())).toBe(0.25);
    await shown.page.keyboard.type(" and on");
    expect(await value()).toBe("<p>beforeplain words and on</p>");
    await shown.page.evaluate(() => window.satchelEditor?.end());
    expect(await value()).toBe("<p>beforeplain words and on</p>");
    await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
    expect(await value()).toBe("<p>beforeplain words and on</p>");
  });

  it("takes the words from the HTML if the clipboard has no plain text", async () => {
    await load("<p></p>");
    await shown.page.evaluate(() => window.satchelEditor?.holdPending());
    await paste(LARGE, "paste", "");
    const given = await value();
    expect(LINES.filter((line) => !given.includes(`<p>${line}</p>`))).toEqual([]);
    await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
    await expect.poll(() => shown.page.evaluate(() => window.satchelEditor?.pending())).toBeUndefined();
  });

  it.each([
    ["in the order asked", false],
    ["the last one first", true],
  ])("stays before the next one at the same position if they are cleaned %s", async (_, isLastFirst) => {
    await load("<p></p>");
    await shown.page.evaluate(() => window.satchelEditor?.holdPending());
    await paste(LARGE, "paste", "first");
    await paste(LARGE.replaceAll("line", "next"), "paste", "second");
    expect(await value()).toBe("<p>firstsecond</p>");
    await shown.page.evaluate((reverse) => window.satchelEditor?.letPendingGo(reverse), isLastFirst);
    await expect.poll(() => shown.page.evaluate(() => window.satchelEditor?.pending())).toBeUndefined();
    const found = await words();
    expect([found[0], found.at(-3), found.some((word) => /^(?:__c__)?next0$/.test(word))]).toEqual(["line0", "next3999", true]);
    expect(found.join("").length).toBe(2 * LINES.join("").replaceAll(" ", "").length);
    await shown.page.keyboard.press("Control+z");
    await shown.page.keyboard.press("Control+z");
    expect(await value()).toBe("");
  });

  it.each([
    ["its button", () => shown.page.getByRole("button", { name: text.paste.cancel }).click()],
    ["undo", () => shown.page.keyboard.press("Control+z")],
  ])("is canceled without other changes by %s while it is cleaned", async (_, cancel) => {
    await load("<p>one two</p>");
    await shown.page.keyboard.type("!");
    await shown.page.evaluate(() => window.satchelEditor?.holdPending());
    await paste(LARGE);
    await cancel();
    expect(await value()).toBe("<p>one two!</p>");
    expect(await shown.page.evaluate(() => window.satchelEditor?.pending())).toBeUndefined();
    await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
    await shown.page.keyboard.type("?");
    expect(await value()).toBe("<p>one two!?</p>");
  });

  it("is pasted as plain text with a notice if the worker crashes", async () => {
    await load("<p></p>");
    await shown.page.evaluate(() => window.satchelEditor?.breakCleaner(true));
    await paste(LARGE, "paste", "first line\nsecond line");
    await expect
      .poll(() => shown.page.evaluate(() => window.satchelEditor?.notifications()))
      .toEqual([statusSentence({ id: "pasted-as-plain-text" }, "drive")]);
    expect(await value()).toBe("<p>first line</p><p>second line</p>");
    await shown.page.evaluate(() => window.satchelEditor?.breakCleaner(false));
    await shown.page.keyboard.press("Control+z");
    expect(await value()).toBe("");
  });

  it.each(["", LARGE])("is rejected with a notice if it exceeds a note's length", async (html) => {
    await load("<p>before</p>");
    await paste(html, "paste", "a note ".repeat(NOTE.contentMaxChars / 7 + 1));
    expect(await shown.page.evaluate(() => window.satchelEditor?.notifications())).toEqual([
      statusSentence({ id: "paste-too-large" }, "drive"),
    ]);
    expect([await value(), await shown.page.evaluate(() => window.satchelEditor?.pending())]).toEqual(["<p>before</p>", undefined]);
  });

  it("inserts plain text at once, like a small paste", async () => {
    await load("<p>before</p>");
    const before = await pasteCount();
    await paste("", "paste", LINES.join("\r\n"));
    const given = await value();
    expect(given.startsWith("<p>beforeline0 *b* __c__</p><p>line1 *b* __c__</p>")).toBe(true);
    expect([given.endsWith("<p>line3999 *b* __c__</p>"), await pasteCount()]).toEqual([true, before]);
  });

  it("replaces the selection, and nothing if a small paste replaced it meanwhile", async () => {
    await load("<p>one two</p>");
    await shown.page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection({ from: 1, to: 4 }));
    await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
    const before = await pasteCount();
    await paste("<p>small</p>");
    expect([await value(), await pasteCount()]).toEqual(["<p>small two</p>", before]);
    await shown.page.evaluate(() => window.satchelEditor?.editor().commands.setTextSelection({ from: 1, to: 6 }));
    await paste(LARGE);
    await expect.poll(() => words().then((found) => found.length)).toBe(12_001);
    expect(await value()).not.toContain("small");
  });

  it.each([
    ["50,000 line breaks", `<p>${"w<br>".repeat(50_000)}</p>`, "w", 50_000],
    ["10,000 links", '<a href="https://example.org/x">link</a> '.repeat(10_000), "link", 10_000],
    ["quotations, tables and spans in each other", `${"<blockquote><table><tr><td><span>".repeat(4000)}w`, "w", 1],
  ])(
    "sends %s through the worker, pasted or dropped, cancelable, keeping its words",
    async (_, html, word, count) => {
      for (const kind of ["paste", "drop"] as const) {
        await load("<p>before</p>");
        await shown.page.evaluate(() => window.satchelEditor?.holdPending());
        const before = await pasteCount();
        await paste(html, kind);
        await shown.page.getByRole("button", { name: text.paste.cancel }).click();
        expect([await value(), await pasteCount()]).toEqual(["<p>before</p>", before + 1]);
        await shown.page.evaluate(() => window.satchelEditor?.letPendingGo());
      }
      await load("<p></p>");
      await paste(html);
      const arrived = () =>
        shown.page.evaluate((wanted) => (window.satchelEditor?.editor().state.doc.textContent ?? "").split(wanted).length - 1, word);
      await expect.poll(arrived, { timeout: 60_000 }).toBe(count);
    },
    120_000,
  );

  it.each([
    ["lists in lists", "<ul><li><p>x</p>".repeat(15_000), 15_000],
    [
      "lists in lists that say they were copied here",
      `<p data-pm-slice="1 1 []" data-satchel-copy></p>${"<ul><li><p>x</p>".repeat(15_000)}`,
      15_000,
    ],
    ["boxes in boxes", "<ul><li>[ ] x".repeat(18_000), 18_000],
  ])("inserts %s with every word, no deeper than notes allow", async (name, html, count) => {
    await load("<p></p>");
    const longest = await shown.page.evaluate(() => {
      const seen = { ms: 0 };
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.ms = Math.max(seen.ms, duration);
      }).observe({ type: "longtask", buffered: false });
      Object.assign(window, { longest: seen });
    });
    expect(longest).toBeUndefined();
    await paste(html);
    await expect.poll(() => shown.page.evaluate(() => window.satchelEditor?.editor().state.doc.textContent.length ?? 0)).toBe(count);
    if (process.env.SATCHEL_PRINT) console.log(name, await shown.page.evaluate(() => (window as never as { longest: unknown }).longest));
    const deepest = await shown.page.evaluate(() => {
      let most = 0;
      const doc = window.satchelEditor?.editor().state.doc;
      doc?.descendants((node, at) => {
        if (node.isTextblock) most = Math.max(most, doc.resolve(at + 1).depth);
      });
      return most;
    });
    expect(deepest).toBeLessThanOrEqual(2 * 64 + 1);
  });

  it("runs without CSP violations and errors", () => {
    expect(shown.complaints).toEqual([]);
  });
});
