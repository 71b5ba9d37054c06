import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

async function load(html: string): Promise<void> {
  await shown.page.evaluate((note) => window.satchelEditor?.load(note, false), html);
  await shown.page.evaluate(() => window.satchelEditor?.focusEnd());
}

const value = () => shown.page.evaluate(() => window.satchelEditor?.value() ?? "");
const textContent = () => shown.page.evaluate(() => window.satchelEditor?.editor().state.doc.textContent ?? "");

describe("A2.14 what is composed", () => {
  const TASK = '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>a</p></li></ul>';
  const LINK = '<p>go <a href="https://a.b/">link</a> on</p>';
  it.each([
    ["at the beginning of a checklist", TASK, 3, 3, TASK.replace("a</p>", "漢a</p>")],
    ["over a link", LINK, 4, 8, "<p>go 漢 on</p>"],
    ["over the end of a link", LINK, 6, 8, '<p>go <a href="https://a.b/">li</a>漢 on</p>'],
    ["in a link", LINK, 5, 7, '<p>go <a href="https://a.b/">l漢k</a> on</p>'],
  ])("inserts composed text once and undoes it in one step: %s", async (_, html, from, to, composed) => {
    const session = await shown.page.context().newCDPSession(shown.page);
    await load(html);
    await shown.page.evaluate((range) => window.satchelEditor?.editor().commands.setTextSelection(range), { from, to });
    for (const text of ["か", "かん"])
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await session.send("Input.insertText", { text: "漢" });
    await expect.poll(value).toBe(composed);
    await shown.page.keyboard.press("Control+z");
    await expect.poll(value).toBe(html);
  });
});

describe("A2.14 keys of a real keyboard keep what is typed", () => {
  it.each(["2 * 3 * 4", "def __init__(self, *args, **kwargs):", "a snake_case_name and *x*y", "f(*a, 2*3) ~~ b ~~"])(
    "leaves %s as typed and as pasted",
    async (text) => {
      await load("");
      await shown.page.keyboard.type(text);
      expect(await textContent()).toBe(text);
      for (const html of [`<p>${text}</p>`, ""]) {
        await load("");
        await shown.page.evaluate(
          ([rich, plain]) => {
            const data = new DataTransfer();
            if (rich !== "") data.setData("text/html", rich);
            data.setData("text/plain", plain);
            const target = window.satchelEditor?.editor().view.dom;
            target?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
          },
          [html, text] as const,
        );
        expect(await textContent()).toBe(text);
      }
    },
  );

  it.each([
    ["a **b**", "Control+z"],
    ["a **b**", "Backspace"],
    ["- ", "Control+z"],
    ["- ", "Backspace"],
    ["# ", "Backspace"],
    ["`b`", "Control+z"],
  ])("restores the characters of %s by %s", async (typed, key) => {
    await load("");
    await shown.page.keyboard.type(typed);
    expect(await textContent()).not.toBe(typed);
    await shown.page.keyboard.press(key);
    expect(await value()).toBe(`<p>${typed}</p>`);
  });

  it("keeps every character of any text except marks", { timeout: 180_000 }, async () => {
    const marks = fc.constantFrom(..."*_~`#->[] ");
    // A slash opens a menu, which takes the next Enter.
    const others = fc.integer({ min: 33, max: 126 }).map((code) => (code === 47 ? "|" : String.fromCharCode(code)));
    const typed = fc.string({ unit: fc.oneof(marks, others), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        await load("");
        await shown.page.keyboard.type(text);
        const kept = await shown.page.evaluate(() => {
          let all = "";
          window.satchelEditor?.editor().state.doc.descendants((node) => {
            if (node.type.name === "taskItem" && node.attrs.checked === true) all += "x";
            all += (node.type.name === "codeBlock" ? (node.attrs.language ?? "") : "") + (node.text ?? "");
          });
          return all;
        });
        expect(withoutMarks(kept)).toBe(withoutMarks(text));
      }),
      { numRuns: 60 },
    );
  });
});

function withoutMarks(text: string): string {
  return text.replace(/[\s*_~`#>[\]+\-\d.]/g, "");
}
