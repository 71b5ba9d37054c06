import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorText } from "../../text/editor/editor.ts";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

const text = editorText.tables;

let browser: EditorBrowser;
let shown: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  shown = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

const cells = (...texts: readonly string[]): string => `<tr>${texts.map((each) => `<td><p>${each}</p></td>`).join("")}</tr>`;
const TABLE = `<p>before</p><table><tbody>${cells("a", "b", "c")}${cells("d", "e", "f")}${cells("g", "h", "i")}</tbody></table>`;

async function load(html: string): Promise<void> {
  await shown.page.evaluate((note) => window.satchelEditor?.load(note, false), html);
}

const bare = async (): Promise<string> =>
  (await shown.page.evaluate(() => window.satchelEditor?.value() ?? ""))
    .replace("<p>before</p>", "")
    .replaceAll(/<\/?(?:table|tbody|p|td)>/g, " ")
    .replaceAll(/\s+/g, "");
const caretTo = (word: string) => shown.page.locator(".ProseMirror td", { hasText: new RegExp(`^${word}$`) }).click();
const handle = (name: string) => shown.page.getByRole("button", { name, exact: true });
const middleOf = async (word: string): Promise<{ x: number; y: number }> => {
  const box = await shown.page.locator(".ProseMirror td", { hasText: new RegExp(`^${word}$`) }).boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
};

async function drag(name: string, to: { x: number; y: number }): Promise<void> {
  const box = await handle(name).boundingBox();
  const { mouse } = shown.page;
  await mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
}

async function selectAllCells(): Promise<void> {
  await caretTo("a");
  const { keyboard } = shown.page;
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]) await keyboard.press(`Shift+${key}`);
}

describe("A2.14 rows and columns under the pointer", () => {
  it("moves a row by its handle, with the caret", async () => {
    await load(TABLE);
    await caretTo("b");
    await drag(text.row, { x: 4, y: (await middleOf("h")).y });
    await shown.page.mouse.up();
    expect(await bare()).toBe("<tr>def</tr><tr>ghi</tr><tr>abc</tr>");
    await shown.page.keyboard.type("x");
    expect(await bare()).toBe("<tr>def</tr><tr>ghi</tr><tr>axbc</tr>");
  });

  it("moves a column by its handle, and not if Escape is pressed", async () => {
    await load(TABLE);
    await caretTo("c");
    const to = await middleOf("a");
    await drag(text.column, { x: to.x, y: to.y });
    await shown.page.keyboard.press("Escape");
    await shown.page.mouse.up();
    expect(await bare()).toBe("<tr>abc</tr><tr>def</tr><tr>ghi</tr>");
    await drag(text.column, { x: to.x, y: to.y });
    await shown.page.mouse.up();
    expect(await bare()).toBe("<tr>cab</tr><tr>fde</tr><tr>igh</tr>");
  });

  it("opens the menu of a handle that is pressed, and colors, aligns, moves and sorts from it", async () => {
    await load(TABLE);
    await caretTo("e");
    await handle(text.column).click();
    await shown.page.getByRole("menuitem", { name: editorText.colorNames.blue }).click();
    await handle(text.column).click();
    await shown.page.getByRole("menuitem", { name: editorText.alignments.right }).click();
    const style = await shown.page.locator(".ProseMirror td", { hasText: /^h$/ }).getAttribute("style");
    expect(style?.replaceAll(" ", "")).toBe("text-align:right;background-color:rgb(216,230,250);");
    await handle(text.row).click();
    await shown.page.getByRole("menuitem", { name: text.rowUp }).click();
    await handle(text.column).click();
    await shown.page.getByRole("menuitem", { name: text.sortDescending }).click();
    expect((await bare()).replaceAll(/<td[^>]*>/g, "")).toBe("<tr>ghi</tr><tr>def</tr><tr>abc</tr>");
  });

  it("shows a selected table as one block", async () => {
    await load(`${TABLE}<p>after</p>`);
    await shown.page.locator(".ProseMirror > p").last().click();
    await shown.page.keyboard.press("Home");
    await shown.page.keyboard.press("Backspace");
    expect(await shown.page.locator(".ProseMirror-selectednode table").count()).toBe(1);
    await shown.page.keyboard.type("x");
    expect(await bare()).toContain("<tr>ghi</tr>x");
  });

  it.each([
    ["selected as a block", () => shown.page.evaluate(() => void window.satchelEditor?.editor().chain().focus().setNodeSelection(8).run())],
    ["with all cells selected", selectAllCells],
  ])("composes letters of an input method beside a table %s", async (_, select) => {
    await load(`${TABLE}<p>after</p>`);
    await select();
    // The editor takes the focus a frame after its command.
    await shown.page.locator(".ProseMirror:focus").waitFor();
    const session = await shown.page.context().newCDPSession(shown.page);
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Process", windowsVirtualKeyCode: 229 });
    await session.send("Input.imeSetComposition", { text: "か", selectionStart: 1, selectionEnd: 1 });
    await session.send("Input.insertText", { text: "火" });
    const words = () => shown.page.evaluate(() => window.satchelEditor?.editor().state.doc.textContent ?? "");
    // The editor reads what an input method wrote after the composition has ended.
    await expect.poll(words).toContain("火");
    expect((await words()).replace("火", "")).toBe("beforeabcdefghiafter");
  });

  it("runs without CSP violations and errors", () => {
    expect(shown.complaints).toEqual([]);
  });
});
