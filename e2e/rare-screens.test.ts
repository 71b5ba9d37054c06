/** Rare but important screens: axe in three themes, wide and on a phone, and each by keyboard alone. docs/visual.md. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { focused, ringless, tabTo } from "./harness/page/keyboard.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { mailedPassword } from "./harness/servers/running-server.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { openDriveView } from "./harness/stored/drive-view.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "rare@example.org", password: "Correct horse 1" };
const NEXT = "Another horse 2";
const IN_CLEAR = JSON.stringify({ id: "note-1700000000001-abcdefgh1", title: "Elsewhere", content: "<p>Other</p>", createdAt: 1 });
const SMALL_PHONE = { width: 390, height: 700 };

/** Opens a dialog by its button and leaves it with Escape, all by keyboard. Focus is in the dialog, then on the button again. */
async function askAndLeave(page: Page, button: string, question: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: question });
  const ask = async (): Promise<void> => {
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  };
  const leave = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };
  await tabTo(page, button);
  await ask();
  await leave();
  await expect.poll(() => focused(page)).toBe(button);
  await ask();
  expect(await findViolationsEverywhere(page)).toEqual([]);
  await page.setViewportSize(SMALL_PHONE);
  expect(await cutOff(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await leave();
}

/** Returns buttons of the front dialog that scrolling cannot bring into view. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page
    .locator('[role="alertdialog"], [role="dialog"]')
    .last()
    .evaluate((dialog) =>
      [...dialog.querySelectorAll("button")]
        .filter((button) => {
          button.scrollIntoView({ block: "nearest" });
          const { top, bottom, left, right } = button.getBoundingClientRect();
          return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
        })
        .map(({ textContent }) => textContent),
    );
}

/** Each test continues where the one before stopped. */
describe("Rare screens", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await page.emulateMedia({ reducedMotion: "reduce" });
  });
  afterAll(() => closeQuietly([device], server));

  it("foreign files in the drive: the notice opens the list, the list opens the dialog", async () => {
    const traffic = watchTraffic(device.context);
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Heron", "at low water");
    await user.waitForState(page, "Heron", "In your drive");
    await drive.put("notes", "note-1700000000001-abcdefgh1.json", IN_CLEAR);
    await drive.put("notes", "deleted_note-1700000000004.json", "{}");
    await page.reload();
    await page.getByText("1 file in your drive wasn't written by Satchel.").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await tabTo(page, "Review…");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Settings" }).getByRole("heading", { name: "Files not written by Satchel" }).waitFor();
    await askAndLeave(page, "Import as new notes…", "Import 1 note?");
    await tabTo(page, "Import as new notes…");
    await page.keyboard.press("Enter");
    await tabTo(page, "Import");
    await page.keyboard.press("Enter");
    await page.getByText("1 note imported.").waitFor();
    await tabTo(page, "Scan Files");
    await page.keyboard.press("Enter");
    await page.getByText("One file looks broken.").waitFor();
    await askAndLeave(page, "Clean Up 1 File", "Clean up 1 file?");
    // The dialog's title and close button stay in view at its end.
    await page.setViewportSize(SMALL_PHONE);
    await page.getByText("Configuration").scrollIntoViewIfNeeded();
    const dialog = page.getByRole("dialog");
    for (const control of [
      dialog.getByRole("button", { name: "Close", exact: true }),
      dialog.getByRole("tab", { name: "Sync and devices" }),
    ]) {
      expect(await control.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
  });

  it("a pending step appears on the signed-in and on the requesting device", async () => {
    const asking = await openDevice();
    try {
      await asking.page.goto(`${server.origin}/forgot-password`);
      await asking.page.getByLabel("Email", { exact: true }).fill(WHO.email);
      await asking.page.getByRole("button", { name: "Send new password" }).click();
      await asking.page.getByRole("heading", { name: "Check your email" }).waitFor();
      await user.signIn(asking.page, server.origin, { ...WHO, password: await mailedPassword(server.dataDir, WHO.email) });
      await asking.page.getByRole("radio", { name: /^Later/ }).check({ force: true });
      await asking.page.getByLabel("New Password", { exact: true }).fill(NEXT);
      await asking.page.getByLabel("Confirm New Password", { exact: true }).fill(NEXT);
      await asking.page.getByRole("button", { name: "Set password", exact: true }).click();
      await asking.page.getByRole("status").filter({ hasText: "takes effect in 72 hours" }).waitFor();
      expect(await findViolationsEverywhere(asking.page)).toEqual([]);
    } finally {
      await asking.close();
    }
    await page.reload();
    const step = page.getByRole("alert").filter({ hasText: "Someone asked to reset your password" });
    await step.waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.goto(`${server.origin}/dashboard`);
    await page.setViewportSize({ width: 1024, height: 768 });
    await step.waitFor();
    const gapPx = async (): Promise<number> => {
      const [band, button] = [await step.boundingBox(), await page.getByRole("button", { name: "Show sidebar" }).boundingBox()];
      return (button?.y ?? Number.NaN) - ((band?.y ?? 0) + (band?.height ?? 0));
    };
    await expect.poll(gapPx).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.origin}/notes`);
    await step.waitFor();
    await tabTo(page, "Cancel request");
    await page.keyboard.press("Enter");
    await step.waitFor({ state: "detached" });
  });

  it("signing out with unsent changes shows a warning", async () => {
    await device.offline(true);
    await user.writeNote(page, "Written on a train", "Between two tunnels.");
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog", { name: "Some changes are only on this device" }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.setViewportSize(SMALL_PHONE);
    expect(await cutOff(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await device.offline(false);
    await user.waitForState(page, "Written on a train", "In your drive");
  });

  it("leaving local mode and restoring a damaged backup show their dialogs", async () => {
    const local = await openDevice();
    try {
      await user.useLocally(local.page, server.origin);
      for (const title of ["Heron", "Tern"]) await user.writeNote(local.page, title, "at low water");
      await askAndLeave(local.page, "Sign out and Delete Notes", "Clear All Local Notes");
      await local.page.getByRole("button", { name: "Settings" }).first().click();
      const [download] = await Promise.all([
        local.page.waitForEvent("download"),
        local.page.getByRole("button", { name: "Create Backup" }).click(),
      ]);
      const bytes = await readFile(await download.path());
      await local.page.locator('input[type="file"][accept*=".zip"]').setInputFiles({
        name: "cut.zip",
        mimeType: "application/zip",
        buffer: bytes.subarray(0, Math.floor(bytes.length * 0.9)),
      });
      await local.page.getByRole("button", { name: "Restore", exact: true }).click();
      await local.page.getByText(/found in the file:/).waitFor();
      expect(await findViolationsEverywhere(local.page)).toEqual([]);
      await tabTo(local.page, "Done");
      await local.page.keyboard.press("Enter");
      await local.page.getByRole("button", { name: "Choose a .zip file" }).waitFor();
      expect(ringless(local.page)).toEqual([]);
      expect(local.complaints()).toEqual([]);
    } finally {
      await local.close();
    }
  });

  it("focus was visible at every stop", () => {
    expect(ringless(page)).toEqual([]);
  });
});
