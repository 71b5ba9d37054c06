/**
 * Text that was typed and never saved, after every way in which a window can end: where it is recovered, and that it stays hidden while it
 * is locked. Decision 0005 "Drafts".
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "recovered@example.org", password: "Correct horse 1" };
const FOLDER_PASSWORD = "quiet sea 77";

const folder = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const band = (page: Page, sentence: string | RegExp) => page.getByRole("status").filter({ hasText: sentence });
const box = (page: Page) => page.getByText(/^Unsaved changes were recovered\. Last edited /);
const pageText = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

async function unlock(page: Page): Promise<void> {
  await dialog(page, "Sensitive folder").getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
  await dialog(page, "Sensitive folder").getByRole("button", { name: "Unlock", exact: true }).click();
}

/** Each test continues where the one before stopped. */
describe("Recovered text", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  const notes = () => `${server.origin}/notes`;

  /** Types into an existing note without saving. */
  async function type(page: Page, title: string, text: string): Promise<void> {
    await user.openNote(page, title);
    await user.editNote(page);
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(text);
  }

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
    await user.moveIn(first.page, server.origin, WHO);
    await user.writeNote(first.page, "Heron", "at low water");
    await user.waitForState(first.page, "Heron", "In your drive");
  });
  afterAll(() => closeQuietly([first, second], server));

  it("is announced after a crash, marked on its row, and can be opened or discarded", async () => {
    await type(first.page, "Heron", ", before the crash");
    await expect.poll(() => readDrafts(first.page)).toContain("before the crash");
    const page = await first.crash();

    await page.goto(notes());
    await band(page, "Unsaved changes were recovered: “Heron”.").waitFor();
    await user.row(page, "Heron").getByText("unsaved changes").waitFor({ state: "attached" });
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await band(page, "Unsaved changes were recovered").getByRole("button", { name: "Open" }).click();
    await box(page).waitFor();
    expect(await user.textField(page).textContent()).toContain("before the crash");
    expect(await findViolationsEverywhere(page)).toEqual([]);

    await page.getByRole("button", { name: "Discard", exact: true }).click();
    const asked = page.getByRole("alertdialog", { name: "Discard recovered changes?" });
    await asked.getByRole("button", { name: "Discard" }).click();
    await box(page).waitFor({ state: "detached" });
    await expect.poll(() => user.textField(page).textContent()).toBe("at low water");
    await expect.poll(() => readDrafts(page)).toBe("[]");
    expect(await user.row(page, "Heron").getByText("unsaved changes").count()).toBe(0);
  });

  it("appears when the note is edited after its window closed, and in its tab after a reload", async () => {
    await first.page.goto(notes());
    await type(first.page, "Heron", ", before the window closed");
    await expect.poll(() => readDrafts(first.page)).toContain("before the window closed");
    const page = await first.context.newPage();
    await first.page.close({ runBeforeUnload: false });
    await page.goto(notes());
    await band(page, "Unsaved changes were recovered").waitFor();
    await user.openNote(page, "Heron");
    await user.editNote(page);
    await box(page).waitFor();
    expect(await user.textField(page).textContent()).toContain("before the window closed");

    await page.goto("about:blank");
    await page.goto(notes());
    await box(page).waitFor();
    expect(await user.textField(page).textContent()).toContain("before the window closed");
    await user.saveEdit(page);
    await expect.poll(() => readDrafts(page)).toBe("[]");
    await page.close();
  });

  it("is merged with another device's edit from between the crash and the start", async () => {
    let page = await first.context.newPage();
    await page.goto(notes());
    await type(page, "Heron", " and the tide, typed here");
    await expect.poll(() => readDrafts(page)).toContain("typed here");
    await page.close({ runBeforeUnload: false });

    await user.signInToNotes(second.page, server.origin, WHO);
    await user.row(second.page, "Heron").waitFor({ timeout: 60_000 });
    await user.openNote(second.page, "Heron");
    await user.editNote(second.page);
    await user.titleField(second.page).fill("Heron, renamed there");
    await user.saveEdit(second.page);
    await user.waitForState(second.page, "Heron, renamed there", "In your drive");

    page = await first.context.newPage();
    await page.goto(notes());
    await user.row(page, "Heron, renamed there").waitFor({ timeout: 60_000 });
    await user.openNote(page, "Heron, renamed there");
    await user.editNote(page);
    await box(page).waitFor();
    expect(await user.textField(page).textContent()).toContain("typed here");
    await user.save(page);
    await page.getByRole("heading", { name: "Heron, renamed there", level: 1 }).waitFor();
    expect(await page.getByRole("article").textContent()).toContain("typed here");
    await page.close();
  });

  it("hides a sensitive note's name and text until the folder is unlocked", async () => {
    let page = await first.context.newPage();
    await page.goto(notes());
    await folder(page).click();
    const setUp = dialog(page, "Set up the Sensitive folder");
    await setUp.getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
    await setUp.getByLabel("Confirm password").fill(FOLDER_PASSWORD);
    await setUp.getByRole("button", { name: "Set up password" }).click();
    await page.getByRole("timer").locator("visible=true").waitFor();
    await user.writeNote(page, "Zebrafinch", "nests in the wall");
    await type(page, "Zebrafinch", ", typed before the crash");
    await expect.poll(() => readDrafts(page)).toContain("A256GCM");
    await page.close({ runBeforeUnload: false });

    page = await first.context.newPage();
    await page.goto(notes());
    const announced = band(page, "Unsaved changes to a sensitive note were recovered.");
    await announced.waitFor();
    expect(await pageText(page)).not.toMatch(/Zebrafinch|typed before/);
    await announced.getByRole("button", { name: "Unlock" }).click();
    await unlock(page);
    const drafts = dialog(page, "Unsaved drafts");
    await drafts.getByRole("heading", { name: "Zebrafinch" }).waitFor();
    await drafts.getByRole("button", { name: "Open" }).click();
    await box(page).waitFor();
    expect(await user.textField(page).textContent()).toContain("typed before the crash");
    await user.saveEdit(page);
    await page.close();
  });
});
