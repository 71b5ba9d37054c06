import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { type DriveView, openDriveView } from "./harness/stored/drive-view.ts";
import { runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
/** The last file is larger than one chunk of an upload. */
const FILES = [
  { name: "bread.txt", mimeType: "text/plain", buffer: Buffer.from("Rye and barley") },
  { name: "seeds.txt", mimeType: "text/plain", buffer: Buffer.from("Poppy, sunflower ".repeat(900)) },
  { name: "ledger.txt", mimeType: "text/plain", buffer: Buffer.from("Gooseberry ledger ".repeat(90_000)) },
];

async function writeNoteWith(page: Page, title: string, file: (typeof FILES)[number]): Promise<void> {
  await user.beginNote(page, title);
  await user.textField(page).click();
  await page.locator("[data-attachment-input]").setInputFiles(file);
  await user.toast(page, "File attached successfully!").waitFor();
  await user.save(page);
  await user.waitForState(page, title, "In your drive");
}

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: tab }).click();
}

async function downloadOf(page: Page, title: string, name: string): Promise<Buffer> {
  await user.openNote(page, title);
  const link = page.getByRole("article").getByRole("button", { name: `Download ${name}` });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path());
}

describe("B4.7 restoring data that the account already has", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let drive: DriveView;
  let [folder, backup] = ["", ""];
  let before: readonly string[] = [];

  const idsInDrive = async () => (await drive.filesIn("attachments")).map(({ id }) => id).sort();

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "satchel-again-"));
    server = await startServer();
    [first, second] = [await openDevice(), await openDevice()];
    const traffic = watchTraffic(first.context);
    drive = openDriveView(server.origin, () => traffic.driveToken());
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("backs up an account with attachments", async () => {
    const { page } = first;
    await user.moveIn(page, server.origin, ADA);
    for (const file of FILES) await writeNoteWith(page, `With ${file.name}`, file);
    before = await idsInDrive();
    expect(before).toHaveLength(FILES.length);
    await openSettings(page, "Backup and Restore");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Create Backup" }).click();
    const download = await downloading;
    backup = join(folder, download.suggestedFilename());
    await download.saveAs(backup);
    await page.keyboard.press("Escape");
  });

  it("uploads nothing again from a new device", async () => {
    const { page } = second;
    const uploads: string[] = [];
    second.context.on("request", (request) => {
      if (/\/upload\//.test(request.url())) uploads.push(`${request.method()} ${request.url()}`);
    });
    await user.signInToNotes(page, server.origin, ADA);
    await user.row(page, "With ledger.txt").waitFor();
    await openSettings(page, "Backup and Restore");
    await page.getByRole("dialog").locator('input[type="file"][accept*=".zip"]').setInputFiles(backup);
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await user.syncNow(page);
    for (const { name } of FILES) await user.waitForState(page, `With ${name}`, "In your drive");

    expect(await idsInDrive()).toEqual(before);
    expect(uploads.filter((each) => each.startsWith("POST"))).toEqual([]);
    // The files are now on this device, unchanged.
    await second.context.setOffline(true);
    for (const { name, buffer } of FILES) expect((await downloadOf(page, `With ${name}`, name)).equals(buffer)).toBe(true);
    await second.context.setOffline(false);
    expect(second.complaints()).toEqual([]);
  });

  it("finds the copies left by earlier restores, and moves them to the trash", async () => {
    const { page } = second;
    for (const id of before) await drive.copy(id);
    expect(await idsInDrive()).toHaveLength(2 * FILES.length);
    await openSettings(page, "Cloud Storage");
    await page.getByRole("button", { name: "Scan Files" }).click();
    await page.getByText(/^3 attachment files are duplicates or damaged copies/).waitFor();
    await page.getByRole("button", { name: /^Move 3 / }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Move 3 / })
      .click();
    await page.getByText("Moved 3 duplicates to the trash of your drive.").waitFor();
    expect(await idsInDrive()).toHaveLength(FILES.length);
    await page.keyboard.press("Escape");

    const third = await openDevice();
    try {
      await user.signInToNotes(third.page, server.origin, ADA);
      for (const { name, buffer } of FILES) expect((await downloadOf(third.page, `With ${name}`, name)).equals(buffer)).toBe(true);
      expect(third.complaints()).toEqual([]);
    } finally {
      await third.close();
    }
  });
});
