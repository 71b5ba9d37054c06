/** Notes that are saved automatically, by the user's hands: editing in place, a new note from its first letter, and never a question. Decision 0042. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts, readNote, readStored } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "saving@example.org", password: "Correct horse 1" };

const panel = (page: Page) => page.getByRole("tabpanel", { name: "Note", exact: true }).locator("visible=true");
const text = (page: Page) => user.textField(page).locator("visible=true");
const title = (page: Page) => user.titleField(page).locator("visible=true");
const tabs = (page: Page) => page.getByRole("tablist", { name: "Open notes" }).getByRole("tab");
const contentOf = async (page: Page, name: string) => (await readNote(page, name)).content;
const living = async (page: Page) => (await readStored(page)).filter(({ alive }) => alive).map((note) => note.title);
const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** Clicks the middle of a word as it is shown. */
async function clickWord(page: Page, word: string): Promise<void> {
  const point = await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector("article .note-content") as Element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 1);
      walker.currentNode.parentElement?.scrollIntoView({ block: "center" });
      const { left, top, height } = range.getBoundingClientRect();
      return { x: left + 1, y: top + height / 2 };
    }
    throw new Error(`${wanted} is not shown`);
  }, word);
  await page.mouse.click(point.x, point.y);
}

/** Where the focus is and what is selected, as the user would notice it. */
const caret = (page: Page) =>
  text(page).evaluate((element) => {
    const { editor } = element as unknown as { editor: { state: { selection: { from: number; to: number } } } };
    const scroller = element.closest("[data-scroller]");
    const { from, to } = editor.state.selection;
    return { from, to, scroll: scroller?.scrollTop, hasFocus: element.contains(document.activeElement) };
  });

/** Each test continues where the one before stopped. */
describe("Saving automatically", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice({ saving: "automatically" });
    page = device.page;
    page.setDefaultTimeout(15_000);
    await user.moveIn(page, server.origin, WHO);
  });
  afterAll(() => closeQuietly([device], server));

  it("lists a new note, with an address, from its first character", async () => {
    await page.getByRole("button", { name: "New Note" }).first().click();
    await title(page).waitFor();
    await page.keyboard.type("H");
    await user.row(page, "H").waitFor();
    await page.waitForURL(/\/notes\/[^/]+\/edit$/);
    await page.keyboard.type("eron");
    await page.keyboard.press("Enter");
    await page.keyboard.type("A heron at low water");
    await expect.poll(() => contentOf(page, "Heron")).toBe("<p>A heron at low water</p>");
    expect(await title(page).inputValue()).toBe("Heron");
    await panel(page).getByText("In your drive").waitFor();
    expect(
      await toasts(page)
        .filter({ hasText: /Note (saved|created)/i })
        .count(),
    ).toBe(0);
    expect(await readDrafts(page)).toBe("[]");
    expect(await living(page)).toEqual(["Heron"]);
  });

  it("returns to reading with Escape, and edits in place where the text is clicked", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Heron", level: 1 }).waitFor();
    await page.waitForURL(/\/notes\/(?!new)[^/]+$/);
    await clickWord(page, "low");
    await text(page).waitFor();
    await page.keyboard.type("very ");
    await expect.poll(() => contentOf(page, "Heron")).toBe("<p>A heron at very low water</p>");
    expect(await tabs(page).count()).toBe(1);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("article").getByText("A heron at very low water").waitFor();
    expect(await tabs(page).count()).toBe(1);
  });

  it("edits in place with Enter, with E, with a double click and from the list", async () => {
    for (const open of [
      () => page.keyboard.press("Enter"),
      () => page.keyboard.press("e"),
      () => page.getByRole("article").getByText("A heron at").dblclick(),
      () => user.row(page, "Heron").dblclick(),
      () => page.getByRole("button", { name: "Edit Note" }).click(),
    ]) {
      await page.getByRole("article").focus();
      await open();
      await text(page).waitFor();
      expect(await tabs(page).count()).toBe(1);
      await text(page).click();
      await page.keyboard.press("Escape");
      await page.getByRole("article").waitFor();
    }
    // Its row shows the note where it is edited.
    await page.keyboard.press("e");
    await text(page).waitFor();
    await user.row(page, "Heron").click();
    await text(page).waitFor();
    expect(await tabs(page).count()).toBe(1);
  });

  it("keeps undo, caret, selection and scroll through saves", async () => {
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    for (let line = 0; line < 40; line += 1) await page.keyboard.insertText(`Line ${line} `).then(() => page.keyboard.press("Enter"));
    await expect.poll(() => contentOf(page, "Heron")).toContain("Line 39");
    await page.keyboard.type("last words");
    await page.keyboard.press("Shift+ControlOrMeta+ArrowLeft");
    const before = await caret(page);
    expect(before.to - before.from).toBe("words".length);
    await expect.poll(() => contentOf(page, "Heron")).toContain("last words");
    expect(await caret(page)).toEqual(before);
    // The toolbar beside the selected text is still there.
    expect(await page.getByRole("toolbar", { name: "Format selection" }).count()).toBe(1);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(async () => (await text(page).textContent())?.endsWith("last words")).toBe(false);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect.poll(async () => (await text(page).textContent())?.endsWith("last words")).toBe(true);
  });

  it("shows the text where it was on the screen after Done and after Escape", async () => {
    const topOf = (word: string) =>
      page.evaluate((wanted) => {
        const blocks = [...document.querySelectorAll('[role="tabpanel"]:not([hidden]) .note-content p')];
        return blocks.find(({ textContent }) => textContent?.trim() === wanted)?.getBoundingClientRect().top ?? Number.NaN;
      }, word);
    for (const leave of [() => page.keyboard.press("Escape"), () => page.getByRole("button", { name: "Done" }).click()]) {
      await text(page).getByText("Line 20").scrollIntoViewIfNeeded();
      await text(page).getByText("Line 20").click();
      const before = await topOf("Line 20");
      await leave();
      await page.getByRole("article").waitFor();
      expect(Math.abs((await topOf("Line 20")) - before)).toBeLessThan(8);
      await page.getByRole("article").getByText("Line 20").click();
      await text(page).waitFor();
      expect(Math.abs((await topOf("Line 20")) - before)).toBeLessThan(8);
    }
  });

  it("saves at once on leaving the tab, and closes it without a question", async () => {
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" LEFT");
    await page.getByRole("button", { name: "New Note" }).first().click();
    await expect.poll(() => contentOf(page, "Heron")).toContain("LEFT");
    await page.getByRole("button", { name: "Cancel" }).locator("visible=true").click();
    await text(page).waitFor();
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" CLOSED");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect.poll(() => tabs(page).count()).toBe(0);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(await contentOf(page, "Heron")).toContain("CLOSED");
    expect(await living(page)).toEqual(["Heron"]);
  });

  it("stays in the text after Ctrl+S and Ctrl+Shift+S", async () => {
    await user.openNote(page, "Heron");
    await clickWord(page, "LEFT");
    await text(page).waitFor();
    await page.keyboard.type("BY KEY ");
    await page.keyboard.press("ControlOrMeta+s");
    await expect.poll(() => contentOf(page, "Heron")).toContain("BY KEY");
    await page.keyboard.type("AND AGAIN ");
    await page.keyboard.press("ControlOrMeta+Shift+s");
    await expect.poll(() => contentOf(page, "Heron")).toContain("BY KEY AND AGAIN");
    expect((await caret(page)).hasFocus).toBe(true);
    expect(await tabs(page).count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("article").waitFor();
  });

  it("removes a new note that the user leaves empty", async () => {
    await page.getByRole("button", { name: "New Note" }).first().click();
    await title(page).waitFor();
    await page.keyboard.type("Gone");
    await user.row(page, "Gone").waitFor();
    for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press("Backspace");
    await expect.poll(() => user.row(page, "G").count()).toBe(0);
    await expect.poll(() => living(page)).toEqual(["Heron"]);
    await page.waitForURL(/\/notes\/new$/);
    await page.keyboard.press("Escape");
    await page.getByRole("article").waitFor();
    expect(await tabs(page).count()).toBe(1);
    await page.getByRole("button", { name: "Trash" }).first().click();
    await page
      .getByText(/trash is empty/i)
      .first()
      .waitFor();
    await page.goBack();
  });

  it("moves a canceled new note into the trash, and back with Undo", async () => {
    await page.getByRole("button", { name: "New Note" }).first().click();
    await title(page).waitFor();
    await page.keyboard.type("Tern");
    await page.keyboard.press("Enter");
    await page.keyboard.type("hovers");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => user.row(page, "Tern").count()).toBe(0);
    await user.toast(page, /Undo/).click();
    await user.row(page, "Tern").waitFor();
    expect(await contentOf(page, "Tern")).toBe("<p>hovers</p>");
  });

  it("takes the first line where there is no title, and Untitled Note where there is no text", async () => {
    await page.getByRole("button", { name: "New Note" }).first().click();
    await title(page).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Oats");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and milk");
    await user.row(page, "Oats").waitFor();
    await expect.poll(() => user.row(page, "Oats").textContent()).toMatch(/and milk/);
    await page.getByRole("tab", { name: /Oats/, selected: true }).waitFor();
    expect((await readStored(page)).filter(({ alive }) => alive).map((note) => note.title)).toContain("");
    await page.getByRole("button", { name: /^Create Note/ }).click();
    await page.getByRole("heading", { name: "Oats", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Edit Note" }).click();
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await user.row(page, "Untitled Note").waitFor();
    await page.keyboard.type("Oats");
    await user.row(page, "Oats").waitFor();
    await page.keyboard.press("Escape");
  });

  it("asks only about what cannot be saved, and says why", async () => {
    await user.openNote(page, "Tern");
    await page.getByRole("button", { name: "Edit Note" }).click();
    await title(page).click();
    await page.keyboard.insertText("x".repeat(300));
    await panel(page).getByText("Not saved").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(/Title must be less than 255 characters/).waitFor();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await user.row(page, "Tern").waitFor();
  });

  it("restores all typed text after a reload and after a crash", async () => {
    await user.openNote(page, "Tern");
    await clickWord(page, "hovers");
    await text(page).waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" one");
    await page.reload();
    await expect.poll(() => text(page).textContent()).toBe("hovers one");
    await expect.poll(() => contentOf(page, "Tern")).toBe("<p>hovers one</p>");
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" two");
    await expect.poll(async () => `${await contentOf(page, "Tern")} ${await readDrafts(page)}`).toContain("one two");
    page = await device.crash();
    page.setDefaultTimeout(15_000);
    await page.goto(`${server.origin}/notes`);
    await user.row(page, "Tern").waitFor();
    await user.row(page, "Tern").click();
    // The window that held the text is gone: the editor continues with that text and saves it.
    await page.getByRole("article").getByText("hovers one").click();
    await expect.poll(() => text(page).textContent()).toBe("hovers one two");
    await expect.poll(() => contentOf(page, "Tern")).toBe("<p>hovers one two</p>");
    expect((await living(page)).sort()).toEqual(["", "Heron", "Tern"]);
  });

  it("leaves a note alone with the Save button, after that is chosen in Settings", async () => {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Writing" }).click();
    await page.getByRole("combobox", { name: "Saving" }).selectOption("With the Save button");
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Writing" }).waitFor({ state: "detached" });
    await user.openNote(page, "Heron");
    await page.getByRole("article").getByText("A heron").click();
    await user.editNote(page);
    expect(await page.getByRole("button", { name: "Done" }).count()).toBe(0);
  });
});
