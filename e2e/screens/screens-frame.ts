/** Images of the frame around the notes and of the states listed in visual.md. Part of screens.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { watchTraffic } from "../harness/page/traffic.ts";
import { startGoogle } from "../harness/servers/google.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { multiplyLocal } from "../harness/stored/stored-notes.ts";
import * as user from "../harness/user.ts";

const PASSWORD = "Correct horse 1";
const LONG_TITLE = "A title as long as a title may be, ".repeat(8).slice(0, 255);
const MANY = 10_000;
const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures", name), "utf8");

async function writePasted(page: Page, title: string, html: string): Promise<void> {
  await user.beginNote(page, title);
  await user.textField(page).waitFor();
  await user.paste(page, html);
  await user.save(page);
  await user.row(page, title).waitFor();
}

async function openSidebar(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Menu|Show sidebar)$/ }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Returns from the note to the list on a phone. */
async function showList(page: Page): Promise<void> {
  const back = page.getByRole("button", { name: "Back to list" });
  if (page.url().endsWith("/notes") || !(await back.isVisible())) return;
  await back.click();
  await page.waitForURL("**/notes");
}

const closeAll = (page: Page) => page.keyboard.press("Escape");

/** The sidebar over a narrow page, menus, dialogs, and notes that strain the layout. */
export async function frame({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  await writePasted(page, "Why the sea comes twice", fixture("long-article.html"));
  await writePasted(page, "一张便条 · ملاحظة · メモ", fixture("languages.html"));
  await page.getByRole("article").getByText("春眠不觉晓").first().waitFor();
  await takeAll(page, "languages");
  await user.writeNote(page, LONG_TITLE, "Short text under a long title.");
  await takeAll(page, "title-255");
  await user.editNote(page);
  await takeAll(page, "title-255-edit");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.goto(`${origin}/notes`);
  await user.row(page, "Why the sea comes twice").waitFor();
  await takeAll(page, "sidebar", async () => {
    if (!(await page.getByRole("navigation", { name: "Main" }).isVisible())) await openSidebar(page);
  });
  await page.goto(`${origin}/notes`);
  await user.row(page, "Why the sea comes twice").click();
  await page.getByRole("button", { name: "Edit Note" }).waitFor();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await takeAll(page, "shortcuts");
  await closeAll(page);
  await takeAll(page, "menu", async () => {
    await closeAll(page);
    await page.getByRole("button", { name: "More", exact: true }).locator("visible=true").first().click();
    await page.getByRole("menu").waitFor();
  });
  await closeAll(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await takeAll(page, "delete-question");
  await page.getByRole("button", { name: "Cancel" }).click();
  await user.editNote(page);
  await user.titleField(page).fill("Why the sea comes twice a day");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await takeAll(page, "unsaved-question");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Fullscreen" }).click();
  await takeAll(page, "fullscreen");
  await page.getByRole("button", { name: "Exit fullscreen" }).click();
  await page.getByRole("searchbox", { name: "Search notes" }).fill("zzyzx");
  await page.getByText("No results").first().waitFor();
  await takeAll(page, "search-none", () => showList(page));
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await page.evaluate(() => {
    window.matchMedia = () => {
      throw new Error("TypeError: undefined is not a function");
    };
  });
  // The page breaks when it reads the window's width again.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("heading", { name: "Oops! Something went wrong" }).waitFor();
  await takeAll(page, "broken");
}

/** Slow, large and failed states. */
export async function extremes({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  await user.writeNote(page, "Letter", "Dear Miriam, the photographs came on Tuesday, and the one of the pier is the best of them.");
  await multiplyLocal(page, "Letter", MANY);
  await takeAll(page, "many-notes", `${origin}/notes`);
  await takeAll(page, "many-notes-dashboard", `${origin}/dashboard`);
  await page.goto(`${origin}/notes`);
  const chapter = fixture("languages.html") + fixture("long-article.html");
  await writePasted(page, "One megabyte", chapter.repeat(Math.ceil(1_000_000 / chapter.length)));
  await page.getByRole("heading", { name: "One megabyte", level: 1 }).first().waitFor();
  await takeAll(page, "megabyte");
  await page.evaluate(() => {
    const notes = window.__satchelTest?.services.library.getState().library?.notes;
    if (notes === undefined) throw new Error("no library is open");
    notes.open = () => new Promise(() => undefined);
  });
  await user.row(page, `Letter ${MANY}`).click();
  await takeAll(page, "loading");
}

export async function notStarted({ page }: Device, { origin }: TestServer): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { Worker: undefined }));
  await page.goto(`${origin}/login`);
  await takeAll(page, "not-started", `${origin}/login`);
}

const ALL_HERE = {
  isOn: true,
  isFetching: false,
  all: 24,
  here: 24,
  hereBytes: 48e6,
  missingBytes: 0,
  notToBeHad: 0,
  isPartial: false,
  freeBytes: 9e9,
  hold: undefined,
};
const SOME_HERE = { ...ALL_HERE, here: 9, hereBytes: 16e6, missingBytes: 32e6 };

/** The settings for keeping all attachments on this device, in each of their short-lived states. */
async function offlineFiles(page: Page): Promise<void> {
  const states = {
    off: { ...SOME_HERE, isOn: false },
    pending: { ...SOME_HERE, isFetching: true },
    metered: { ...SOME_HERE, hold: "metered" },
    full: { ...SOME_HERE, hold: "no-space", freeBytes: 4e8 },
    "not-to-be-had": { ...SOME_HERE, hold: "out-of-reach", notToBeHad: 2 },
    here: ALL_HERE,
  } as const;
  for (const [name, state] of Object.entries(states)) {
    await page.evaluate((shown) => {
      const files = window.__satchelTest?.services.library.getState().library?.offlineFiles;
      if (files === undefined) throw new Error("no library is open");
      (files.store as unknown as { replace(next: object): void }).replace(shown);
    }, state);
    await takeAll(page, `settings-offline-files-${name}`, () => page.getByText("Keep all attachments offline").scrollIntoViewIfNeeded());
  }
}

/** The banner over the notes after the drive was disconnected, and the reconnect. */
async function disconnectAndBack(page: Page, consent: () => Promise<void>): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await takeAll(page, "disconnected-settings");
  await closeAll(page);
  await page.getByRole("button", { name: "Connect Google Drive" }).waitFor();
  await takeAll(page, "disconnected");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByText("No drive connected.").waitFor();
  await takeAll(page, "disconnected-dashboard");
  await page.getByRole("link", { name: "Notes", exact: false }).first().click();
  await page.getByRole("button", { name: "Connect Google Drive" }).click();
  await consent();
  await user.waitForState(page, "Tide tables", "In your drive");
}

/** A full drive, then one that is disconnected, missing, and disconnected by the user. */
export async function drive(): Promise<void> {
  const google = await startGoogle();
  const device = await openDevice();
  const { page } = device;
  const traffic = watchTraffic(device.context);
  const { origin } = google.server;
  const consent = async (): Promise<void> => {
    await page.waitForURL("**/o/oauth2/v2/auth**");
    await page.locator("input[name=user][value=ada]").check();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${origin}/**`);
  };
  try {
    await user.register(page, origin, { email: "ada@example.org", password: PASSWORD });
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("radio", { name: /^Free/ }).waitFor();
    await takeAll(page, "onboarding-plan-google");
    await page.getByRole("radio", { name: /^Free/ }).check({ force: true });
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Skip", exact: true }).click();
    await page.getByRole("button", { name: "Start using Notes" }).click();
    await page.waitForURL("**/notes");
    await user.writeNote(page, "Reading list, winter", "Annie Dillard, Pilgrim at Tinker Creek.");
    await takeAll(page, "not-connected");
    await takeAll(page, "not-connected-dashboard", `${origin}/dashboard`);
    await page.goto(`${origin}/notes`);
    await page.getByRole("button", { name: "Connect Google Drive" }).click();
    await consent();
    await user.waitForState(page, "Reading list, winter", "In your drive");
    google.control.setFaults({ storageFull: true });
    await user.writeNote(page, "Tide tables", "High water 06:41, low 12:58.");
    await user.waitForState(page, "Tide tables", "Needs attention");
    await takeAll(page, "storage-full");
    google.control.setFaults({});
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Cloud Storage" }).click();
    await page.getByText(/of 15.00 GB used/).waitFor();
    await takeAll(page, "settings-cloud-storage");
    await offlineFiles(page);
    await page.getByRole("button", { name: "Scan Files" }).click();
    await page.getByText("Total Files", { exact: true }).waitFor();
    await takeAll(page, "settings-maintenance", () => page.getByRole("button", { name: "Scan Files" }).scrollIntoViewIfNeeded());
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await takeAll(page, "disconnect-question");
    await disconnectAndBack(page, consent);
    await google.trashAppFolder("ada");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByRole("button", { name: "Choose…" }).click();
    await takeAll(page, "folder-gone");
    await closeAll(page);
    await google.revoke(traffic.driveToken());
    await page.getByRole("button", { name: "Sync", exact: true }).click();
    await page.waitForURL("**/o/oauth2/v2/auth**");
    await page.goto(`${origin}/notes`);
    await page.getByText("Google Drive connection expired.").waitFor();
    await takeAll(page, "connection-lost");
  } finally {
    await device.close();
    await google.close();
  }
}
