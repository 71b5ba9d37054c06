import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { readEverythingStored } from "./harness/page/left-behind.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const FILE = "a file that lies here alone";
const HIDDEN = "Hidden first 1";
const WHO = { email: "local@example.org", password: "Local first 1" };

const sensitive = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });

/** Terms that do not apply in local mode; a claim that text is encrypted before it leaves the device would be just as wrong. */
const OF_A_DRIVE = /\bdrive\b|\bsync|\bupload|\bcloud\b|\bleaves? (?:this|the|your) (?:device|browser)/i;
const OFFERS_OF_AN_ACCOUNT = new Set(["Sign Up to Sync"]);

/** Returns every text of the page, of its fields, and of its labels for screen readers. */
function sentencesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => text?.trim() && found.add(text.trim().replace(/\s+/g, " "));
    for (const element of document.body.querySelectorAll("*")) {
      if (element.matches("script, style")) continue;
      for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) add(element.getAttribute(name));
      for (const { nodeType, textContent } of element.childNodes) if (nodeType === Node.TEXT_NODE) add(textContent);
    }
    return [...found];
  });
}

async function setUpSensitive(page: Page): Promise<void> {
  await sensitive(page).click();
  const asked = page.getByRole("dialog", { name: "Set up the Sensitive folder" });
  await asked.getByLabel("Password", { exact: true }).fill(HIDDEN);
  await asked.getByLabel("Confirm password").fill(HIDDEN);
  await asked.getByRole("button", { name: "Set up password" }).click();
  await asked.waitFor({ state: "detached" });
}

describe("A2.2 Use Locally", () => {
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
  });
  afterAll(() => closeAll(device, server));

  it("warns of the risks, and changes nothing on Cancel", async () => {
    const { page } = device;
    await page.goto(`${server.origin}/login`);
    await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));

    for (const risk of ["Browser-only storage", "No backup", "Single device", "No sync"]) await dialog.getByText(risk).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  it("keeps notes without an account over a reload and a crash, and sends none", async () => {
    const traffic = watchTraffic(device.context);
    const toast = user.toast(device.page, "Default folders created successfully").waitFor();
    await user.useLocally(device.page, server.origin);
    await toast;
    await user.beginNote(device.page, "Kept on this device");
    await user.textField(device.page).click();
    await device.page.keyboard.insertText("no account, no drive");
    await device.page
      .locator("[data-attachment-input]")
      .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(FILE) });
    await user.toast(device.page, "File attached successfully!").waitFor();
    await user.save(device.page);
    await user.row(device.page, "Kept on this device").waitFor();
    await device.page.reload();
    await user.row(device.page, "Kept on this device").waitFor();
    const page = await device.crash();
    await page.goto(`${server.origin}/`);

    await page.waitForURL("**/notes");
    await user.openNote(page, "Kept on this device");
    await page.getByRole("article").getByText("no account, no drive").waitFor();
    expect(traffic.driveCalls().size).toBe(0);
    expect(traffic.sent.filter(({ body }) => body?.includes("no drive"))).toEqual([]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("B8 reports default folders that could not be created, and unreadable folders", async () => {
    const other = await openDevice();
    try {
      const { page } = other;
      await page.addInitScript(() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...given) {
          const request = put.apply(this, given);
          const isRefused = this.name === "local_folders" && sessionStorage.getItem("mayWrite") === null;
          // Adding the same key twice fails, and the transaction with it.
          return isRefused ? this.add(given[0]) : request;
        };
      });
      const failed = user.toast(page, "Failed to create default folders").waitFor();
      await user.useLocally(page, server.origin);
      await failed;
      await page.getByRole("heading", { name: "Welcome to Notes" }).waitFor();
      expect(
        await page
          .getByRole("region", { name: "Folders" })
          .getByRole("button", { name: /^Pinned/ })
          .count(),
      ).toBe(0);

      await page.evaluate(() => sessionStorage.setItem("mayWrite", "yes"));
      const made = user.toast(page, "Default folders created successfully").waitFor();
      await page.reload();
      await made;
      await user.writeNote(page, "Kept", "beside a folder that does not read");
      await page.evaluate(
        () =>
          new Promise<void>((resolve, reject) => {
            const open = indexedDB.open("NotesAppLocal");
            open.onsuccess = () => {
              const transaction = open.result.transaction("local_folders", "readwrite");
              transaction.objectStore("local_folders").put({ folderId: "folder-1-broken", name: 7 });
              transaction.oncomplete = () => {
                open.result.close();
                resolve();
              };
              transaction.onerror = () => reject(transaction.error);
            };
          }),
      );
      const unread = user.toast(page, "Failed to load folders").waitFor();
      await page.reload();
      await unread;
      await user.row(page, "Kept").waitFor();
      expect(other.complaints()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("redirects every other address to /notes, except sign-up", async () => {
    const { page } = device;
    await page.goto(`${server.origin}/nowhere`);
    await page.waitForURL("**/notes");
    await page.goto(`${server.origin}/login`);

    await page.getByRole("button", { name: "Sign In" }).waitFor();
    expect(device.complaints()).toEqual([]);
  });

  it("mentions drive, sync and uploads only in the offer of an account", async () => {
    const empty = await openDevice();
    const { page } = empty;
    const seen = new Map<string, readonly string[]>();
    const look = async (screen: string) => seen.set(screen, await sentencesOf(page));
    const folders = page.getByRole("region", { name: "Folders" }).getByRole("button");
    try {
      await user.useLocally(page, server.origin);
      await page.getByText("Write your first note. It stays in this browser.").waitFor();
      await look("All Notes");
      await page.getByRole("searchbox", { name: "Search notes" }).fill("heron");
      await page.getByText("No results").waitFor();
      await look("a search");
      await page.getByRole("searchbox", { name: "Search notes" }).fill("");
      await page.getByRole("button", { name: "New Folder" }).first().click();
      await page.getByRole("dialog", { name: "Create folder" }).getByLabel("Name").fill("Work");
      await look("the dialog of a new folder");
      await page.getByRole("button", { name: "Create Folder" }).click();
      await page.getByRole("dialog", { name: "Create folder" }).waitFor({ state: "detached" });
      for (const name of ["Pinned", "Work"]) {
        await folders.filter({ hasText: name }).first().click();
        await page.getByText("No notes here yet").or(page.getByText("No pinned notes")).first().waitFor();
        await look(name);
        await page.getByRole("searchbox", { name: "Search notes" }).fill("heron");
        await page.getByRole("button", { name: "Search all notes" }).waitFor();
        await look(`a search in ${name}`);
        await page.getByRole("searchbox", { name: "Search notes" }).fill("");
      }
      await setUpSensitive(page);
      await look("Sensitive");
      await page.keyboard.press("Alt+l");
      await page.getByRole("timer").locator("visible=true").waitFor({ state: "detached" });
      await look("Sensitive, locked");
      await page.getByRole("tab", { name: "All Notes" }).click();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByPlaceholder("Search notes and actions…").waitFor();
      await look("the palette");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Settings" }).first().click();
      const tabs = page.getByRole("dialog", { name: "Settings" }).getByRole("tab");
      await tabs.first().waitFor();
      for (const tab of await tabs.all()) {
        await tab.click();
        await page.getByRole("tabpanel", { name: (await tab.textContent()) ?? "" }).waitFor();
        await look(`Settings, ${await tab.textContent()}`);
      }
      await page.keyboard.press("Escape");
      await page.goto(`${server.origin}/dashboard`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await look("the dashboard");
      await page.goto(`${server.origin}/notes`);
      await user.beginNote(page, "Heron");
      await look("a new note");
      await user.save(page);
      await user.row(page, "Heron").waitFor();
      await look("a note, and what told of it");
      expect(empty.complaints()).toEqual([]);
    } finally {
      await empty.close();
    }
    // If the texts of a screen were not found, the check would pass vacuously.
    for (const [screen, sentences] of seen) expect(sentences.length, screen).toBeGreaterThan(20);
    const wrong = [...seen].flatMap(([screen, sentences]) =>
      sentences
        .filter((sentence) => OF_A_DRIVE.test(sentence) && !OFFERS_OF_AN_ACCOUNT.has(sentence))
        .map((sentence) => `${screen}: ${sentence}`),
    );
    expect(wrong).toEqual([]);
  });

  it("B4.1 moves everything into a new account's drive despite an interruption", async () => {
    const { page } = device;
    await page.goto(`${server.origin}/notes`);
    await setUpSensitive(page);
    await user.writeNote(page, "Hidden here", "behind a second lock");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /Sign Up to Sync/ })
      .click();
    await page.waitForURL("**/register");
    await user.fillRegistration(page, WHO);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/onboarding");
    // The notes are being copied; none is in a drive yet.
    await page.reload();
    await user.finishOnboarding(page);

    await user.waitForState(page, "Kept on this device", "In your drive");
    await page.getByRole("button", { name: "Enter the password…" }).click();
    await page.getByLabel("Password for local mode's Sensitive folder").fill(HIDDEN);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Move them" }).click();
    await page.getByText(/^2 notes and 1 attachment moved into your account\./).waitFor();
    const left = JSON.parse(await readEverythingStored(page));
    expect(Object.keys(left.databases)).not.toContain("NotesAppLocal");
    expect(left.local).not.toHaveProperty("localModeEnabled");
    expect(left.local).not.toHaveProperty("localUpgrade");
    expect(await findAccessibilityViolations(page)).toEqual([]);

    const other = await openDevice();
    try {
      await user.signInToNotes(other.page, server.origin, WHO);
      await user.openNote(other.page, "Kept on this device");
      await other.page.getByRole("article").getByText("no account, no drive").waitFor();
      const link = other.page.getByRole("article").getByRole("button", { name: "Download a.txt" });
      const [download] = await Promise.all([other.page.waitForEvent("download"), link.click()]);
      expect((await readFile(await download.path())).toString()).toBe(FILE);
      await sensitive(other.page).click();
      await other.page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(HIDDEN);
      await other.page.getByRole("dialog").getByRole("button", { name: "Unlock", exact: true }).click();
      await user.openNote(other.page, "Hidden here");
      await other.page.getByRole("article").getByText("behind a second lock").waitFor();
    } finally {
      await other.close();
    }
    expect(device.complaints()).toEqual([]);
  });
});
