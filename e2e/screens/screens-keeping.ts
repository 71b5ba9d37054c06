/** Images about keeping notes without an account: space, persistence, results of a restore, and the upgrade. Part of screens.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";
import { chooseFolder, fill, press } from "./screens-sensitive.ts";

const WHO = { email: "keep@example.org", password: "Correct horse 1" };
const [SECRET, OTHER_SECRET] = ["quiet sea 77", "other lake 12"];

async function writeHidden(page: Page, password: string, title: string): Promise<void> {
  await chooseFolder(page);
  await fill(page, { Password: password, "Confirm password": password });
  await press(page, "Set up password");
  await page.getByRole("timer").locator("visible=true").waitFor();
  await user.writeNote(page, title, "The heron came at low water and stayed until the lights went on.");
}

async function openBackup(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tabpanel", { name: "Backup and Restore" }).waitFor();
}

export async function keeping({ page }: Device, { origin }: TestServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "satchel-keeping-"));
  const other = await openDevice();
  try {
    await user.useLocally(page, origin);
    await user.writeNote(page, "Sourdough, eleventh attempt", "Hydration 78 %. Bulk at 24 °C until it has risen by half.");
    await writeHidden(page, SECRET, "Diary, November");
    await openBackup(page);
    const table = page.getByRole("table");
    await table.getByRole("row", { name: /^Total/ }).waitFor();
    await takeAll(page, "settings-space", () => table.scrollIntoViewIfNeeded());
    await page.getByRole("button", { name: "Request persistent storage" }).click();
    await page.getByText(/^(Storage is now persistent|The browser declined)\./).waitFor();
    await takeAll(page, "settings-persistence", () =>
      page.getByRole("button", { name: "Request persistent storage" }).scrollIntoViewIfNeeded(),
    );
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Create Backup" }).click()]);
    const backup = join(folder, download.suggestedFilename());
    await download.saveAs(backup);
    await page.keyboard.press("Escape");
    await restoreElsewhere(other.page, origin, backup);
    await moveWithSensitive(page, origin);
    await moveIntoExisting(other.page, origin);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function restoreElsewhere(page: Page, origin: string, backup: string): Promise<void> {
  await user.useLocally(page, origin);
  await writeHidden(page, OTHER_SECRET, "Letter to the notary");
  await openBackup(page);
  await page.locator('input[type="file"][accept*=".zip"]').setInputFiles(backup);
  await press(page, "Restore");
  await page.getByLabel("Password for the backup's Sensitive folder").waitFor();
  await takeAll(page, "restore-left");
  await fill(page, { "Password for the backup's Sensitive folder": SECRET, "Password for your own Sensitive folder": "not this one" });
  await press(page, "Add them");
  await page.getByText("Invalid password. Please try again.").waitFor();
  await takeAll(page, "restore-left-refused");
  await fill(page, { "Password for your own Sensitive folder": OTHER_SECRET });
  await press(page, "Add them");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await user.row(page, "Diary, November").waitFor();
}

async function moveWithSensitive(page: Page, origin: string): Promise<void> {
  await user.register(page, origin, WHO);
  await user.finishOnboarding(page);
  await page.getByRole("button", { name: "Enter the password…" }).waitFor();
  await takeAll(page, "upgrade-sensitive");
  await page.getByRole("button", { name: "Enter the password…" }).click();
  await takeAll(page, "upgrade-join-sensitive");
  await fill(page, { "Password for local mode's Sensitive folder": "quiet tea" });
  await press(page, "Move them");
  await page.getByText("Invalid password. Please try again.").waitFor();
  await takeAll(page, "upgrade-join-sensitive-refused");
  await fill(page, { "Password for local mode's Sensitive folder": SECRET });
  await press(page, "Move them");
  await page.getByText(/moved into your account\./).waitFor();
  await takeAll(page, "upgrade-moved");
}

async function moveIntoExisting(page: Page, origin: string): Promise<void> {
  await user.signInToNotes(page, origin, WHO);
  await page.getByText("Move them into your account?").waitFor();
  await takeAll(page, "upgrade-offered");
  await page.getByRole("button", { name: "Move them" }).click();
  await page.getByRole("button", { name: "Enter the password…" }).click();
  await takeAll(page, "upgrade-join-both");
}
