import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorText as text } from "../../text/editor/editor.ts";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

const NOTE =
  "<p>one two</p><ul><li><p>item</p></li><li><p>second</p></li></ul><pre><code>code</code></pre>" +
  "<table><tbody><tr><td><p>cell</p></td><td><p>next</p></td></tr></tbody></table><p>three four</p>";

/** Where the caret or selection goes: the text of a text node, and two offsets in it. */
type CaretTarget = { readonly node: string; readonly from: number; readonly to: number };
type Modifiers = Readonly<Partial<Record<"ctrlKey" | "shiftKey" | "altKey", true>>> & { readonly code?: string };
type Action = { readonly key: string; readonly modifiers?: Modifiers } | { readonly tool: string } | { readonly paste: string };

const endOf = (node: string): CaretTarget => ({ node, from: node.length, to: node.length });
const startOf = (node: string): CaretTarget => ({ node, from: 0, to: 0 });
const all = (node: string): CaretTarget => ({ node, from: 0, to: node.length });
const ctrl = (key: string, more: Modifiers = {}): Action => ({ key, modifiers: { ctrlKey: true, ...more } });

/** Moves the browser's caret and acts in one task, so that no selectionchange event comes in between. */
async function act(page: Page, target: CaretTarget | undefined, action: Action): Promise<void> {
  await page.evaluate(
    ([to, what]) => {
      const editor = document.querySelector(".ProseMirror") as HTMLElement;
      const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      for (let found = walker.nextNode(); found !== null; found = walker.nextNode())
        if ((found as Text).data === to?.node) getSelection()?.setBaseAndExtent(found, to.from, found, to.to);
      const init = { bubbles: true, cancelable: true };
      if ("key" in what) editor.dispatchEvent(new KeyboardEvent("keydown", { key: what.key, ...init, ...what.modifiers }));
      else if ("tool" in what) (document.querySelector(`[role="toolbar"] [aria-label="${what.tool}"]`) as HTMLElement).click();
      else {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", what.paste);
        editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, ...init }));
      }
    },
    [target, action] as const,
  );
}

/** Sets the browser's caret until the editor agrees: shortly after focus, the editor restores its own. */
async function setCaret(page: Page, target: CaretTarget): Promise<void> {
  await page.waitForFunction(
    ({ node, from, to }) => {
      const { view } = window.satchelEditor?.editor() ?? {};
      const walker = document.createTreeWalker(document.querySelector(".ProseMirror") as HTMLElement, NodeFilter.SHOW_TEXT);
      for (let found = walker.nextNode(); view !== undefined && found !== null; found = walker.nextNode()) {
        if ((found as Text).data !== node) continue;
        const { anchor, head } = view.state.selection;
        if (anchor === view.posAtDOM(found, from) && head === view.posAtDOM(found, to)) return true;
        getSelection()?.setBaseAndExtent(found, from, found, to);
      }
      return false;
    },
    target,
    { polling: "raf" },
  );
}

async function begin(page: Page, target: CaretTarget): Promise<void> {
  await page.evaluate((html) => window.satchelEditor?.load(html, false), NOTE);
  await page.evaluate(() => window.satchelEditor?.focusEnd());
  await setCaret(page, target);
}

/** After two frames, the browser's selection events have arrived. */
function outcome(page: Page) {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const selection = getSelection();
    const { state } = window.satchelEditor?.editor() ?? {};
    const seen = [selection?.anchorNode?.textContent, selection?.anchorOffset, selection?.focusNode?.textContent, selection?.focusOffset];
    return { html: window.satchelEditor?.domHtml(), known: state?.selection.toJSON(), seen };
  });
}

type Case = readonly [name: string, start: CaretTarget, place: CaretTarget, action: Action];
const CASES: readonly Case[] = [
  ["Ctrl+Home", startOf("one two"), endOf("three four"), ctrl("Home")],
  ["Ctrl+End", endOf("three four"), startOf("one two"), ctrl("End")],
  ["Ctrl+Shift+Home", startOf("one two"), endOf("second"), ctrl("Home", { shiftKey: true })],
  ["Enter in a paragraph", startOf("one two"), endOf("three four"), { key: "Enter" }],
  ["Enter in a list", startOf("one two"), endOf("item"), { key: "Enter" }],
  ["Enter in code", startOf("one two"), endOf("code"), { key: "Enter" }],
  ["Backspace at the start of an item", endOf("three four"), startOf("second"), { key: "Backspace" }],
  ["Backspace over what is selected", startOf("one two"), all("cell"), { key: "Backspace" }],
  ["Tab in a list", startOf("one two"), endOf("second"), { key: "Tab" }],
  ["Tab in a table", startOf("one two"), endOf("cell"), { key: "Tab" }],
  ["a mark by key", startOf("one two"), all("three four"), ctrl("b")],
  ["a block by key", startOf("one two"), endOf("three four"), ctrl("c", { altKey: true, code: "KeyC" })],
  ["a mark by its tool", startOf("one two"), all("three four"), { tool: text.bold }],
  ["a list by its tool", startOf("one two"), endOf("three four"), { tool: text.bulletList }],
  ["a paste", startOf("one two"), endOf("three four"), { paste: " five" }],
];

describe("A2.14 a command right after the caret moved acts where the caret is", () => {
  it.each(CASES)("acts on the moved caret before the browser reports it: %s", async (_, start, target, action) => {
    const { page } = shown;
    await begin(page, start);
    await setCaret(page, target);
    const untouched = await outcome(page);
    await act(page, undefined, action);
    const expected = await outcome(page);
    expect(expected).not.toEqual(untouched);

    await begin(page, start);
    await act(page, target, action);

    expect(await outcome(page)).toEqual(expected);
  });
});

describe("A2.14 the caret when a menu or dialog returns the focus", () => {
  /** Selects `text` in the editor while the focus is elsewhere, and focuses the text as a closing dialog does. */
  const selectedAfterFocus = (text: string) =>
    shown.page.evaluate((wanted) => {
      const editor = window.satchelEditor?.editor();
      editor?.view.dom.blur();
      let at = 0;
      editor?.state.doc.descendants((node, pos) => {
        if (node.text === wanted) at = pos;
      });
      editor?.commands.setTextSelection({ from: at, to: at + wanted.length });
      editor?.view.dom.focus();
      const seen = String(getSelection());
      document.dispatchEvent(new Event("selectionchange"));
      const { from, to } = editor?.state.selection ?? { from: 0, to: 0 };
      return { seen, known: editor?.state.doc.textBetween(from, to) };
    }, text);

  it.each(["one two", "second", "code", "next", "three four"])("is at once where the editor's is: %s", async (text) => {
    await begin(shown.page, startOf("item"));
    expect(await selectedAfterFocus(text)).toEqual({ seen: text, known: text });
  });

  it("is where the mouse was pressed", async () => {
    await begin(shown.page, startOf("item"));
    await shown.page.evaluate(() => window.satchelEditor?.editor().view.dom.blur());
    await shown.page.getByText("three four").click({ position: { x: 2, y: 5 } });
    await expect.poll(async () => (await outcome(shown.page)).seen).toEqual(["three four", 0, "three four", 0]);
  });
});

describe("A2.14 the caret stays in view while typing", () => {
  /** True if the caret is within every element that scrolls around it. */
  const isSeen = () =>
    shown.page.evaluate(() => {
      const { view } = window.satchelEditor?.editor() ?? {};
      if (view === undefined) return false;
      const { top, bottom, left } = view.coordsAtPos(view.state.selection.head);
      let element = view.domAtPos(view.state.selection.head).node.parentElement;
      for (; element !== null; element = element.parentElement) {
        const box = element.getBoundingClientRect();
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflow);
        if (scrolls && (top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || left > box.right + 1)) return false;
      }
      return top >= 0 && bottom <= innerHeight;
    });

  it.each([
    ["a new line at the end of a long note", "<p>line</p>".repeat(60), "Control+End", ["Enter", "a"]],
    ["a line that is scrolled away", "<p>line</p>".repeat(60), "Control+Home", ["b"]],
    ["a long line of code", `<p>one</p><pre><code>${"code ".repeat(80)}</code></pre>`, "Control+End", ["ArrowUp", "End", "c"]],
    ["a cell", `<p>one</p>${"<p>line</p>".repeat(40)}<table><tbody><tr><td><p>d</p></td></tr></tbody></table>`, "Control+End", ["e"]],
  ])("in %s", async (_, html, place, keys) => {
    const { page } = shown;
    await page.evaluate((note) => window.satchelEditor?.load(note, false), html);
    await page.evaluate(() => window.satchelEditor?.focusEnd());
    await page.keyboard.press(place);
    await page.evaluate((isEnd) => {
      for (const element of document.querySelectorAll("[data-scroller], pre")) element.scrollTo(0, isEnd ? 0 : 99_999);
    }, place.endsWith("End"));
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(isSeen).toBe(true);
  });
});
