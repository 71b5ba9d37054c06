/**
 * Images of text and notes that are recovered or at risk: after a crash, from a damaged backup, before everything is deleted here. Part of
 * screens.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { openSandboxClient } from "../harness/servers/sandbox.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { mountSmallDisk } from "../harness/servers/small-disk.ts";
import { readDrafts } from "../harness/stored/stored-notes.ts";
import * as user from "../harness/user.ts";
import { chooseFolder, fill, press } from "./screens-sensitive.ts";

const WHO = { email: "kit@example.org", password: "Correct horse 1" };
const SECRET = "quiet sea 77";
const MUCH = "low water ".repeat(4000);
/** Bytes damaged in the middle of the file, where its entries are. */
const DAMAGED_BYTES = 64;

async function stored(page: Page, text: string): Promise<void> {
  while (!(await readDrafts(page)).includes(text)) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function type(page: Page, title: string, text: string): Promise<void> {
  await user.openNote(page, title);
  await user.editNote(page);
  await user.textField(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
  await stored(page, text);
}

export async function recovered(device: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(device.page, origin, WHO);
  await user.writeNote(device.page, "Sourdough, eleventh attempt", "Hydration 78 %. Bulk at 24 °C until it has risen by half.");
  await user.writeNote(device.page, "Tide tables and the long walk to Sandend", "High water 06:41, low 12:58.");
  await type(device.page, "Sourdough, eleventh attempt", " Cold proof overnight.");
  let page = await device.crash();
  await page.goto(`${origin}/notes`);
  const band = page.getByRole("status").filter({ hasText: "Unsaved changes were recovered" });
  await band.waitFor();
  await takeAll(page, "recovered-band");
  await band.getByRole("button", { name: "Open" }).click();
  await page.getByText(/^Unsaved changes were recovered\. Last edited/).waitFor();
  await takeAll(page, "recovered-note");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await takeAll(page, "recovered-discard");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep" }).click();
  page = await device.crash();
  await page.goto(`${origin}/notes`);
  await type(page, "Tide tables and the long walk to Sandend", " Be past the second groyne before one.");
  page = await device.crash();
  await page.goto(`${origin}/notes`);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("dialog", { name: "Unsaved drafts" }).waitFor();
  await takeAll(page, "recovered-several");
}

/** Losses of a damaged backup, in Settings and above the notes, and the dialog before everything is deleted. */
export async function restored({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  for (const title of ["Sourdough, eleventh attempt", "Reading list, winter", "Kitchen measurements"])
    await user.writeNote(page, title, `${title}: a line or two of text.`);
  await chooseFolder(page);
  await fill(page, { Password: SECRET, "Confirm password": SECRET });
  await press(page, "Set up password");
  await page.getByRole("timer").locator("visible=true").waitFor();
  await user.writeNote(page, "Letter to the notary", "The second will lies with the first one.");
  await page.keyboard.press("Alt+l");
  await page.getByRole("tab", { name: "All Notes" }).click();
  await page.getByRole("searchbox", { name: "Search notes" }).fill("notary");
  await page.getByText(/Locked sensitive notes weren't searched/).waitFor();
  await takeAll(page, "search-none-locked", async () => {
    const back = page.getByRole("button", { name: "Back to list" });
    if (await back.isVisible()) await back.click();
  });
  await page.goto(`${origin}/notes`);
  await page.getByRole("button", { name: "Settings" }).first().click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Create Backup" }).click()]);
  const bytes = readFileSync(await download.path());
  const file = join(tmpdir(), "satchel-damaged.zip");
  const at = bytes.indexOf("readable/");
  bytes.fill(0x58, Math.floor(at / 2), Math.floor(at / 2) + DAMAGED_BYTES);
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.9)));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out and Delete Notes" }).click();
  await page.getByRole("alertdialog").waitFor();
  await takeAll(page, "clear-all");
  await page.getByRole("alertdialog").getByRole("button", { name: "Create Backup" }).click();
  await page
    .getByRole("alertdialog")
    .getByText(/^Backup created/)
    .waitFor();
  await takeAll(page, "clear-all-backup");
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
  await page.waitForURL("**/login");
  await user.useLocally(page, origin);
  await takeAll(page, "local-mode-first", `${origin}/notes`);
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.locator('input[type="file"][accept*=".zip"]').setInputFiles(file);
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByText(/found in the file:/).waitFor();
  await takeAll(page, "restore-report", () => page.getByText(/found in the file:/).scrollIntoViewIfNeeded());
}

/** Signing out while a note is not synced. */
export async function leaving({ page, offline }: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(page, origin, { ...WHO, email: "lia@example.org" });
  await user.writeNote(page, "Tide tables", "High water 06:41, low 12:58.");
  await user.waitForState(page, "Tide tables", "In your drive");
  await offline(true);
  await user.writeNote(page, "Written on a train", "Between two tunnels.");
  await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("alertdialog", { name: "Some changes are only on this device" }).waitFor();
  await takeAll(page, "leaving");
  await page.getByRole("alertdialog").getByRole("button", { name: "Save them to a file" }).click();
  await page.getByText(/^Saved as/).waitFor();
  await takeAll(page, "leaving-saved");
}

/** An unreachable drive: the status dot, the rows and the banners. */
export async function outage({ page }: Device, { origin }: TestServer): Promise<void> {
  const sandbox = openSandboxClient(origin);
  await user.moveIn(page, origin, { ...WHO, email: "out@example.org" });
  await user.writeNote(page, "Tide tables", "High water 06:41, low 12:58.");
  await user.waitForState(page, "Tide tables", "In your drive");
  try {
    await sandbox.setFaults({ rules: [{ then: { status: 503 } }] });
    await user.writeNote(page, "While the drive is down", "Nothing of this is lost.");
    await page.getByText("Disconnected").first().waitFor();
    await takeAll(page, "drive-down");
  } finally {
    await sandbox.reset();
  }
}

/** Requires permission to mount a file system; otherwise these images are skipped. */
export async function fullDisk(_: Device, { origin }: TestServer): Promise<void> {
  const disk = mountSmallDisk();
  if (disk === undefined) return;
  const device = await openDevice({ folder: disk.folder });
  const { page } = device;
  try {
    await user.moveIn(page, origin, { ...WHO, email: "dee@example.org" });
    await user.beginNote(page, "Tern");
    await user.textField(page).click();
    disk.fill();
    await page.keyboard.insertText(MUCH);
    await user.save(page);
    await page.getByRole("alert").filter({ hasText: "disk is full" }).first().waitFor();
    await takeAll(page, "disk-full");
  } finally {
    disk.free();
    await device.close();
    disk.remove();
  }
}
