import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations, findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { type Traffic, watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { openDriveView } from "./harness/stored/drive-view.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const TITLE = "Sourdough";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** The row with exactly this title, although a copy of the note may be listed beside it. */
function row(page: Page, title: string): Locator {
  const rows = user.row(page, title);
  return title.endsWith(")") ? rows : rows.filter({ hasNotText: "(Cloud Copy)" });
}

async function waitInDrive(page: Page, title = TITLE): Promise<void> {
  await row(page, title).getByText("In your drive").waitFor({ state: "attached" });
}

async function openNote(page: Page, title: string): Promise<void> {
  await row(page, title).click();
  await page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
}

/** Replaces the whole text of the note. */
async function rewrite(page: Page, text: string): Promise<void> {
  await openNote(page, TITLE);
  await user.editNote(page);
  await user.textField(page).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
  await user.saveEdit(page);
}

async function textOf(page: Page, title: string): Promise<string> {
  await openNote(page, title);
  const text = page.locator("article .note-content");
  await text.waitFor();
  return (await text.allInnerTexts()).join(" ").replace(/\s+/g, " ").trim();
}

/** Both devices change the same word offline. The second to sync finds the other's text in the drive. */
async function clash(first: Device, second: Device, here: string, there: string): Promise<void> {
  await first.offline(true);
  await second.offline(true);
  await rewrite(first.page, here);
  await rewrite(second.page, there);
  await first.offline(false);
  await waitInDrive(first.page);
  await second.offline(false);
  await second.page.getByText("One note was edited in two places. Both versions are safe.").waitFor();
  await waitInDrive(second.page);
}

/** Each test continues where the one before stopped. */
describe("decision 0004 sync as the user sees it", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let traffic: Traffic;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
    traffic = watchTraffic(first.context);
    await user.moveIn(first.page, server.origin, ADA);
    await user.writeNote(first.page, TITLE, "Bulk at twenty degrees until doubled.");
    await waitInDrive(first.page);
  });
  afterAll(() => closeAll(first, second, server));

  it("B4.5 loads everything on a new device and reports when it is complete", async () => {
    const toast = user.toast(second.page, "Full sync optimization active...").waitFor({ timeout: 60_000 });
    await user.signInToNotes(second.page, server.origin, ADA);
    await row(second.page, TITLE).waitFor();
    await toast;
    const keys = await second.page.evaluate(() =>
      ["initialSyncCompleted", "syncState", "frontendSyncQueue"].map((key) => localStorage.getItem(key)),
    );
    expect(keys).toEqual(["true", "idle", "[]"]);
  });

  it("B4 keeps, compares and merges two edits of the same word on both devices", async () => {
    const { page } = second;
    await clash(first, second, "Bulk at twenty-two degrees until doubled.", "Bulk at twenty-four degrees until doubled.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Compare…" }).click();
    const view = dialog(page, "Edited in two places");
    await view.getByText(/^Changed here and on Chrome on Linux\./).waitFor();
    await expect.poll(() => view.getByRole("region", { name: "This device" }).locator("mark").allInnerTexts()).toEqual(["four"]);
    await expect.poll(() => view.getByRole("region", { name: "Chrome on Linux" }).locator("mark").allInnerTexts()).toEqual(["two"]);
    expect(await findViolationsEverywhere(page)).toEqual([]);

    await view.getByRole("button", { name: "Merge both" }).click();
    await view.getByText("Both versions are in the note").waitFor();
    await page.keyboard.press("Escape");
    const merged = `${TITLE} (Merged)`;
    await waitInDrive(page, merged);
    await user.syncNow(first.page);
    const expected = "Bulk at twenty-four degrees until doubled. Merged from Cloud Bulk at twenty-two degrees until doubled.";
    await expect.poll(() => textOf(first.page, merged)).toBe(expected);
    await expect.poll(() => textOf(page, merged)).toBe(expected);
    for (const device of [first, second]) await expect.poll(() => device.page.getByRole("option", { name: /Cloud Copy/ }).count()).toBe(0);
  });

  it("B4 keeps the other side as a deleted copy, which both devices can restore", async () => {
    for (const { page } of [first, second]) {
      await openNote(page, `${TITLE} (Merged)`);
    }
    await user.editNote(first.page);
    await user.titleField(first.page).fill(TITLE);
    await user.saveEdit(first.page);
    await waitInDrive(first.page);
    await user.syncNow(second.page);
    await clash(first, second, "Bake at two hundred.", "Bake at two hundred and fifty.");

    const { page } = second;
    await page.getByRole("button", { name: "Compare…" }).click();
    const view = dialog(page, "Edited in two places");
    await view.getByRole("button", { name: "Keep the other" }).click();
    await view.getByText("The other version was kept").waitFor();
    await view.getByRole("button", { name: "Restore" }).click();
    await view.getByText("Restored").waitFor();
    await page.keyboard.press("Escape");
    const copy = `${TITLE} (Cloud Copy)`;
    await waitInDrive(page, copy);
    await waitInDrive(page);
    await user.syncNow(first.page);
    for (const device of [first, second]) {
      await expect.poll(() => textOf(device.page, TITLE)).toBe("Bake at two hundred.");
      await expect.poll(() => textOf(device.page, copy)).toBe("Bake at two hundred and fifty.");
    }
  });

  it("keeps a log that can be filtered and opens the note", async () => {
    const { page } = second;
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Sync log" }).click();
    const log = dialog(page, "Sync log");
    await log.getByRole("listitem").first().waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await log.getByLabel("Show").selectOption("kept-twice");
    await expect.poll(() => log.getByRole("listitem").allInnerTexts()).toHaveLength(2);
    await log.getByRole("button", { name: TITLE, exact: true }).first().click();
    await page.getByRole("heading", { name: TITLE, level: 1, exact: true }).waitFor();
  });

  it("lists devices under their chosen names, and keeps the choice after a reload", async () => {
    const { page } = second;
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Sync and devices" }).click();
    const panel = page.getByRole("tabpanel", { name: "Sync and devices" });
    await panel
      .getByRole("listitem")
      .filter({ hasText: "Chrome on Linux" })
      .getByText(/^Last synced/)
      .waitFor();
    await panel
      .getByRole("listitem")
      .filter({ hasText: "This device" })
      .getByText(/nothing waiting$/)
      .waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await panel.getByText("Sync automatically").click();
    await page.reload();
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Sync and devices" }).click();
    await expect.poll(() => panel.getByRole("checkbox", { name: /Sync automatically/ }).isChecked()).toBe(false);
    await panel.getByText("Sync automatically").click();
    await page.keyboard.press("Escape");
  });

  it("updates an unchanged editor in place, and offers to merge in one with unsaved text", async () => {
    const { page } = second;
    await openNote(page, TITLE);
    await user.editNote(page);
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await openNote(first.page, TITLE);
    await user.editNote(first.page);
    await user.textField(first.page).click();
    await first.page.keyboard.press("ControlOrMeta+Home");
    await first.page.keyboard.insertText("Preheat. ");
    await user.saveEdit(first.page);
    await waitInDrive(first.page);

    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await user.textField(page).getByText("Preheat. Bake at two hundred.").waitFor();
    await page.keyboard.insertText(" Cool.");
    await user.textField(page).getByText("Preheat. Bake at two hundred. Cool.").waitFor();

    await user.editNote(first.page);
    await user.textField(first.page).click();
    await first.page.keyboard.press("ControlOrMeta+Home");
    await first.page.keyboard.insertText("First: ");
    await user.saveEdit(first.page);
    await waitInDrive(first.page);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByText(/^Updated on another device\./).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await user.saveEdit(page);
    await waitInDrive(page);
    await expect.poll(() => textOf(page, TITLE)).toBe("First: Preheat. Bake at two hundred. Cool.");
  });

  it("sync.md §7.3 stops and asks after many notes were trashed in the drive, and keeps them", async () => {
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    for (const { id } of await drive.filesIn("notes")) await drive.trash(id);
    const { page } = first;
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const band = page.getByText(/moved to the trash in your drive. Sync is paused until you decide/);
    await band.waitFor();
    expect(await row(page, TITLE).count()).toBe(1);
    await page.getByRole("button", { name: "Choose…" }).click();
    const question = page.getByRole("alertdialog", { name: "Notes trashed in your drive" });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Keep the notes" }).click();
    await band.waitFor({ state: "detached" });
    await waitInDrive(page);
    await expect.poll(() => drive.filesIn("notes")).toHaveLength(2);
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
