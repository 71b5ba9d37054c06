import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAccessibilityFaults } from "./harness/accessibility.ts";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import { tellInOrder } from "./harness/story.ts";

const PASSWORD = "only for this file";

async function openBackup(page: Page) {
  await page.getByRole("button", { name: "Settings" }).click();
  const panel = page.getByRole("tabpanel", { name: "Backup and Restore" });
  await panel.waitFor();
  return panel;
}

/** The temporary file is the browser's own; what is looked at is what a person would find among the downloads. */
async function createBackup(page: Page, folder: string, password?: string): Promise<string> {
  const panel = await openBackup(page);
  if (password !== undefined) {
    await panel.getByText("Protect it with a password").click();
    await panel.getByLabel("Backup password", { exact: true }).fill(password);
  }
  const downloading = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Create Backup" }).click();
  const download = await downloading;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  await panel.getByText(`Backup created successfully! Downloaded as "${download.suggestedFilename()}"`).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  return path;
}

async function restore(page: Page, path: string, password?: string): Promise<string> {
  const panel = await openBackup(page);
  await page.locator('input[type="file"][accept*=".zip"]').setInputFiles(path);
  await panel.getByRole("button", { name: "Restore", exact: true }).click();
  if (password !== undefined) {
    await panel.getByLabel("Backup password", { exact: true }).fill(password);
    await panel.getByRole("button", { name: "Open", exact: true }).click();
  }
  let sentence = "";
  const said = () =>
    [...document.querySelectorAll("*")].find(
      ({ children, textContent }) => children.length === 0 && /^Restore (completed!|failed)/.test(textContent),
    )?.textContent ?? "";
  await expect.poll(async () => (sentence ||= await page.evaluate(said)), { timeout: 30_000 }).not.toBe("");
  await panel.waitFor({ state: "hidden" });
  return sentence;
}

describe("B4.7 backup and restore", () => {
  let server: TestServer;
  let device: Device;
  let [plain, sealed, folder] = ["", "", ""];

  tellInOrder(() => [device]);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "satchel-backup-"));
    server = await startServer();
    device = await openDevice();
    await person.useLocally(device.page, server.origin);
    await person.writeNote(device.page, "Sourdough", "Bulk at twenty-four degrees");
    await person.writeNote(device.page, "A plan / with: signs?", "zebrafinch");
  });
  afterAll(async () => {
    await device?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("gives a zip as a download, in clear or sealed under its own password", async () => {
    plain = await createBackup(device.page, folder);
    expect(plain).toMatch(/Satchel-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.zip$/);
    sealed = await createBackup(device.page, folder, PASSWORD);
    expect(readFileSync(plain).includes("readable/All Notes/A plan with signs.html")).toBe(true);
    expect(readFileSync(sealed).includes("readable/")).toBe(false);
  });

  it("adds nothing where everything is", async () => {
    expect(await restore(device.page, plain)).toMatch(
      /^Restore completed! Added 0 new items\. Skipped \d+ existing items \(no overwrites\)\.$/,
    );
  });

  it("brings everything back to a browser that has nothing", async () => {
    const other = await openDevice();
    try {
      await person.useLocally(other.page, server.origin);
      expect(await restore(other.page, sealed, PASSWORD)).toMatch(/^Restore completed! Added 2 new items\./);
      await person.openNote(other.page, "Sourdough");
      await other.page.getByRole("article").getByText("Bulk at twenty-four degrees").waitFor();
      await person.row(other.page, "A plan / with: signs?").waitFor();
      expect(other.complaints()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("keeps nothing of a backup when the device is cleared", async () => {
    const { page } = device;
    await page.getByRole("button", { name: "Sign out and Delete Notes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
    await page.waitForURL("**/login");
    const left = await page.evaluate(async () => {
      const names: string[] = [];
      const root = await navigator.storage.getDirectory();
      for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
      return names;
    });
    expect(left).toEqual([]);
    expect(device.complaints()).toEqual([]);
  });
});
