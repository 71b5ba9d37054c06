/** A note written as Markdown: opened by menu, key and palette, saved as it is typed, and merged with what another tab writes. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts, readNote } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

/** Waits until keys go to the source. */
const inSource = (page: Page) => page.locator("[data-source] :focus").waitFor();
const source = (page: Page) => page.getByRole("textbox", { name: "Markdown source" });
const contentOf = async (page: Page, name: string) => (await readNote(page, name)).content;

/** Each test continues where the one before stopped. */
describe("Markdown source", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice({ saving: "automatically" });
    page = device.page;
    page.setDefaultTimeout(15_000);
    await user.moveIn(page, server.origin, { email: "source@example.org", password: "Correct horse 1" });
    await user.beginNote(page, "Heron");
    await user.textField(page).click();
    await page.keyboard.type("# River\nA heron at low water\nlast");
  });
  afterAll(() => closeQuietly([device], server));

  it("opens from the menu with the caret at the same place, and changes nothing", async () => {
    await expect.poll(() => contentOf(page, "Heron")).toBe("<h1>River</h1><p>A heron at low water</p><p>last</p>");
    await user.textField(page).getByText("A heron at low").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("Control+ArrowRight");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Markdown source/ }).click();
    await source(page).waitFor();
    expect(await source(page).locator("p").allTextContents()).toEqual(["# River", "", "A heron at low water", "", "last"]);
    expect(await contentOf(page, "Heron")).toBe("<h1>River</h1><p>A heron at low water</p><p>last</p>");
    await inSource(page);
    await page.keyboard.type(" **stands**");
    await expect.poll(() => contentOf(page, "Heron")).toContain("<p>A heron <strong>stands</strong> at low water</p>");
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("returns to rich text by its key, at the same place", async () => {
    await page.keyboard.press("Alt+m");
    await page.locator('[aria-label="Note text"]:focus').waitFor();
    await page.keyboard.type(" still");
    await expect.poll(() => contentOf(page, "Heron")).toContain("<strong>stands still</strong>");
  });

  it("keeps what was typed until the page was reloaded or closed", async () => {
    await page.keyboard.press("Alt+m");
    // Keys go to the rich text until the source is shown.
    await page.keyboard.type("!");
    await inSource(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- one\n- two");
    await page.reload();
    await page.getByText("two").last().waitFor();
    await expect.poll(() => contentOf(page, "Heron")).toContain("<p>last</p><ul><li><p>one</p></li><li><p>two</p></li></ul>");
    expect(await contentOf(page, "Heron")).toContain("stands still!");
  });

  it("takes what another tab writes meanwhile, and keeps the caret", async () => {
    await page.keyboard.press("Alt+m");
    await inSource(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" three");
    await expect.poll(() => contentOf(page, "Heron")).toContain("<p>two three</p>");
    const other = await page.context().newPage();
    await other.goto(page.url());
    const field = user.textField(other);
    await field.getByText("River").click();
    await other.keyboard.press("End");
    await other.keyboard.type(" mouth");
    await source(page).getByText("# River mouth").waitFor();
    await other.close();
    await page.bringToFront();
    await page.keyboard.type(" four");
    await expect.poll(() => contentOf(page, "Heron")).toMatch(/<h1>River mouth<\/h1>.*<p>two three four<\/p>/);
    await page.keyboard.press("Control+z");
    await expect.poll(() => contentOf(page, "Heron")).toMatch(/<h1>River mouth<\/h1>.*<p>two three<\/p>/);
  });

  it("is opened and typed in on a phone, by touch", async () => {
    await page.keyboard.press("Alt+m");
    await page.locator('[aria-label="Note text"]:focus').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "More", exact: true }).locator("visible=true").click();
    await page.getByRole("menuitem", { name: /^Markdown source/ }).click();
    await inSource(page);
    await source(page).getByText("last").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" *one*");
    await expect.poll(() => contentOf(page, "Heron")).toContain("<p>last <em>one</em></p>");
    await page.getByRole("button", { name: "Back to rich text" }).click();
    await user.textField(page).getByText("last one").waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("is named in the palette and in the list of shortcuts", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("markdown source");
    await page.getByRole("option", { name: /^Markdown source/ }).click();
    await inSource(page);
    await page.keyboard.press("Escape");
    await page.getByRole("article").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Markdown source").waitFor();
  });

  /** Opens the app again in a new tab, and the note as it was left. */
  const comeBack = async (next: Page): Promise<void> => {
    page = next;
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.origin}/notes`);
    await user.row(page, "Heron").waitFor();
  };
  /** An editor that is open for it continues with text that its last window did not save. */
  const openText = async (): Promise<void> => {
    await user.row(page, "Heron").click();
    await page.locator('article, [aria-label="Note text"]').getByText("at low water").locator("visible=true").last().click();
    await page.locator('[aria-label="Note text"]:focus').waitFor();
  };
  const typeAtEnd = async (words: string): Promise<void> => {
    await openText();
    await page.keyboard.press("Alt+m");
    await inSource(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(words);
  };

  it("keeps what was typed until its tab was closed", async () => {
    await comeBack(await page.context().newPage());
    await typeAtEnd(" five");
    // A page that is killed at once stores nothing more: what was typed is a draft, or saved, a moment after the last key.
    await expect.poll(async () => `${await contentOf(page, "Heron")} ${await readDrafts(page)}`).toContain("two three five");
    await page.close();
    await comeBack(await device.context.newPage());
    await openText();
    await user.textField(page).getByText("two three five").waitFor();
    await expect.poll(() => contentOf(page, "Heron")).toContain("two three five");
  });

  it("keeps what was typed before the page crashed", async () => {
    await typeAtEnd(" six");
    await expect.poll(async () => `${await contentOf(page, "Heron")} ${await readDrafts(page)}`).toContain("three five six");
    await page
      .context()
      .newCDPSession(page)
      .then((session) => void session.send("Page.crash").catch(() => undefined));
    await page.waitForEvent("crash");
    const crashed = page;
    await comeBack(await device.context.newPage());
    await crashed.close();
    await openText();
    await user.textField(page).getByText("two three five six").waitFor();
    await expect.poll(() => contentOf(page, "Heron")).toContain("two three five six");
  });

  it("keeps what was typed until the Sensitive folder was locked", async () => {
    const password = "Second horse 2";
    const folder = page.getByRole("button", { name: /^Sensitive/ }).first();
    await folder.click();
    const dialog = page.getByRole("dialog", { name: "Set up the Sensitive folder" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByLabel("Confirm password").fill(password);
    await dialog.getByRole("button", { name: "Set up password" }).click();
    await dialog.waitFor({ state: "detached" });
    await user.beginNote(page, "Diary");
    await user.textField(page).click();
    await page.keyboard.type("The tern");
    await page.keyboard.press("Alt+m");
    await inSource(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" came **late**");
    await page.keyboard.press("Alt+l");
    await page.getByText("Please authenticate with sensitive folder").first().waitFor();
    await folder.click();
    const asked = page.getByRole("dialog", { name: "Sensitive folder" });
    await asked.getByLabel("Password", { exact: true }).fill(password);
    await asked.getByRole("button", { name: "Unlock", exact: true }).click();
    await asked.waitFor({ state: "detached" });
    await source(page).getByText("The tern came **late**").waitFor();
  });
});
