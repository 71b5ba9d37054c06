import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const PASSWORD = "only for this file";
const [FORMER_SECRET, OWN_SECRET] = ["quiet sea 77", "other lake 12"];
const ADA = { email: "ada@example.org", password: "Correct horse 1" };

async function openBackup(page: Page) {
  await page.getByRole("button", { name: "Settings" }).click();
  const panel = page.getByRole("tabpanel", { name: "Backup and Restore" });
  await panel.waitFor();
  return panel;
}

/** Downloads a backup and returns its path. The browser's temporary file is copied as the user would find it among the downloads. */
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
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  return path;
}

async function chooseBackup(page: Page, path: string) {
  await page.getByRole("dialog").locator('input[type="file"][accept*=".zip"]').setInputFiles(path);
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
}

async function restore(page: Page, path: string, password?: string): Promise<string> {
  const panel = await openBackup(page);
  await chooseBackup(page, path);
  if (password !== undefined) {
    await panel.getByLabel("Backup password", { exact: true }).fill(password);
    await panel.getByRole("button", { name: "Open", exact: true }).click();
  }
  let sentence = "";
  const readOutcome = () =>
    [...document.querySelectorAll("*")].find(
      ({ children, textContent }) => children.length === 0 && /^Restore (completed!|failed)/.test(textContent),
    )?.textContent ?? "";
  await expect.poll(async () => (sentence ||= await page.evaluate(readOutcome)), { timeout: 30_000 }).not.toBe("");
  await panel.waitFor({ state: "hidden" });
  return sentence;
}

const chooseSensitive = (page: Page) => page.getByRole("tab", { name: "Sensitive", exact: true }).click();

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByRole("dialog").getByLabel(label, { exact: true }).fill(text);
}

async function setUpSensitive(page: Page, password: string): Promise<void> {
  await chooseSensitive(page);
  await fillIn(page, { Password: password, "Confirm password": password });
  await page.getByRole("dialog").getByRole("button", { name: "Set up password" }).click();
  await page.getByRole("timer").locator("visible=true").waitFor();
}

async function find(page: Page, word: string, title: string): Promise<void> {
  const box = page.getByRole("searchbox", { name: "Search notes" });
  await box.fill(word);
  await expect.poll(() => page.getByRole("listbox", { name: "Notes" }).getByRole("option").count()).toBe(1);
  await user.row(page, title).waitFor();
  await box.fill("");
}

describe("B4.7 backup and restore", () => {
  let server: TestServer;
  let device: Device;
  let [plain, sealed, folder] = ["", "", ""];

  runInOrder(() => [device]);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "satchel-backup-"));
    server = await startServer();
    device = await openDevice();
    await user.useLocally(device.page, server.origin);
    await user.writeNote(device.page, "Sourdough", "Bulk at twenty-four degrees");
    await user.writeNote(device.page, "A plan / with: signs?", "zebrafinch");
    await user.beginNote(device.page, "Reading");
    await user.textField(device.page).click();
    await device.page.keyboard.type("https://example.org/bread ");
    await user.save(device.page);
    await setUpSensitive(device.page, FORMER_SECRET);
    await user.writeNote(device.page, "Diary", "kingfisher");
  });
  afterAll(async () => {
    await device?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("downloads a zip, unencrypted or sealed under its own password", async () => {
    plain = await createBackup(device.page, folder);
    expect(plain).toMatch(/Satchel-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.zip$/);
    sealed = await createBackup(device.page, folder, PASSWORD);
    expect(readFileSync(plain).includes("readable/All Notes/A plan with signs.html")).toBe(true);
    expect(readFileSync(plain).includes('<a href="https://example.org/bread"')).toBe(true);
    expect(readFileSync(sealed).includes("readable/")).toBe(false);
  });

  it("adds nothing to a complete library", async () => {
    expect(await restore(device.page, plain)).toMatch(
      /^Restore completed! Added 0 new items\. Skipped \d+ existing items \(no overwrites\)\.$/,
    );
  });

  it("restores everything in an empty browser", async () => {
    const other = await openDevice();
    try {
      await user.useLocally(other.page, server.origin);
      expect(await restore(other.page, sealed, PASSWORD)).toMatch(/^Restore completed! Added 4 new items\./);
      await user.openNote(other.page, "Sourdough");
      await other.page.getByRole("article").getByText("Bulk at twenty-four degrees").waitFor();
      await user.row(other.page, "A plan / with: signs?").waitFor();
      expect(other.complaints()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("restores another account's sensitive notes with both passwords", async () => {
    const other = await openDevice();
    const { page } = other;
    try {
      await user.moveIn(page, server.origin, ADA);
      await setUpSensitive(page, OWN_SECRET);
      await page.getByRole("tab", { name: "All Notes" }).click();
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("tab", { name: "Backup and Restore" }).click();
      await chooseBackup(page, plain);
      await page.getByText("One sensitive note belongs to another Sensitive folder and was left in the backup.").waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await fillIn(page, {
        "Password for the backup's Sensitive folder": FORMER_SECRET,
        "Password for your own Sensitive folder": OWN_SECRET,
      });
      await page.getByRole("button", { name: "Add them" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await find(page, "bulk at twenty-four", "Sourdough");
      await find(page, "zebrafinch", "A plan / with: signs?");

      await chooseSensitive(page);
      await user.waitForState(page, "Diary", "In your drive");
      await find(page, "kingfisher", "Diary");
      await user.openNote(page, "Diary");
      await page.getByRole("article").getByText("kingfisher").waitFor();
      expect(other.complaints()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("B2, B4.1 removes notes and backup files when the device is cleared", async () => {
    const { page } = device;
    await page.getByRole("button", { name: "Sign out and Delete Notes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
    await page.waitForURL("**/login");
    const left = await page.evaluate(async () => {
      const files: string[] = [];
      const root = await navigator.storage.getDirectory();
      for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) files.push(name);
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      return { files, notes: databases.filter((name) => name === "NotesAppLocal"), isOn: localStorage.getItem("localModeEnabled") };
    });
    expect(left).toEqual({ files: [], notes: [], isOn: null });
    expect(device.complaints()).toEqual([]);
  });
});
