/**
 * Decision 0009: the connection survives, and when it breaks, users see why and can restore it. After each break no note is lost or
 * duplicated, and the status is correct.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { readEverythingStored } from "./harness/page/left-behind.ts";
import { type Traffic, watchTraffic } from "./harness/page/traffic.ts";
import { type DriveOwner, type Google, startGoogle } from "./harness/servers/google.ts";
import { countNotes, createNotes } from "./harness/stored/test-hook.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
/** A small number, because Google allows two writes a second. refusal-storm.test.ts covers many requests. */
const AMID = 5;
const EXPIRED = "Google Drive connection expired.";

type Consent = { readonly as?: DriveOwner; readonly ticked?: boolean };

/** Fills in Google's consent page: account, checkboxes, and Allow. */
async function consent(page: Page, { as = "ada", ticked = true }: Consent = {}): Promise<void> {
  await page.waitForURL("**/o/oauth2/v2/auth**");
  await page.locator(`input[name=user][value=${as}]`).check();
  if (!ticked) for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await page.getByRole("button", { name: "Allow" }).click();
}

const dot = (page: Page, label: "Connected" | "Disconnected" | "Offline") => page.locator(`[role=status][title^="${label}"]`).first();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Compares the interface with the engine: no note that still must be sent may be shown as 'In your drive'. */
async function falseClaims(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const state = window.__satchelTest?.services.library.getState().library?.notes.store.getState();
    const claimed = (state?.notes ?? []).filter(({ sync }) => sync.kind !== "in-your-drive").length;
    return (state?.pendingCount ?? 0) < claimed ? [`${claimed} notes wait, ${state?.pendingCount} are counted`] : [];
  });
}

/** A string, so that a failure shows what was left behind. */
const NOTHING_STORED = '{"databases":{"SatchelKeys":{"keys":[]}},"files":[],"local":{}}';

function notesAndKeys(everything: string): string {
  const { databases, files, local } = JSON.parse(everything);
  return JSON.stringify({ databases, files, local });
}

describe("The connection to the drive", () => {
  let google: Google;
  let device: Device;
  let traffic: Traffic;
  let written = 0;

  runInOrder(() => [device]);
  beforeAll(async () => {
    google = await startGoogle();
    device = await openDevice();
    traffic = watchTraffic(device.context);
  });
  afterAll(() => closeAll(device, google));

  const write = async (title: string): Promise<void> => {
    await user.writeNote(device.page, title, `text of ${title}`);
    written += 1;
  };
  const keysIn = async (drive: DriveOwner): Promise<number> =>
    (await google.files(drive)).filter(({ trashed, appProperties }) => !trashed && appProperties?.k === "keys").length;
  /** Expects every note written so far in this drive, exactly once. */
  const expectAllIn = async (drive: DriveOwner): Promise<void> => {
    await expect.poll(async () => (await google.notesOf(drive)).length, { timeout: 60_000 }).toBe(written);
    const ids = await google.notesOf(drive);
    expect(new Set(ids).size).toBe(ids.length);
    await expect.poll(() => countNotes(device.page), { timeout: 30_000 }).toEqual({ notes: written, pending: 0 });
    expect(await falseClaims(device.page)).toEqual([]);
  };

  it("keeps notes on the device after 'Skip', says so, and counts them at sign-out", async () => {
    const { page } = device;
    await user.register(page, google.server.origin, ADA);
    await user.choosePlan(page, "Free");
    await button(page, "Skip").click();
    await button(page, "Start using Notes").click();
    await page.waitForURL("**/notes");

    await page.getByText("Connect to sync.").waitFor();
    await dot(page, "Disconnected").waitFor();
    await write("Before any drive");
    await user.waitForState(page, "Before any drive", "On this device");
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
    await page.getByText(/One change hasn't reached your drive yet/).waitFor();
    const handed = page.waitForEvent("download");
    await button(page, "Save them to a file").click();
    const path = await (await handed).path();
    expect(await readFile(path, "utf8")).toContain("text of Before any drive");
    await page.getByText(/Satchel can't restore from it/).waitFor();
    await button(page, "Stay signed in").click();
    expect(await falseClaims(page)).toEqual([]);
  });

  it("uploads earlier notes after 'Connect' on the card", async () => {
    const { page } = device;
    await button(page, "Connect Google Drive").click();
    await consent(page);
    await page.waitForURL("**/notes");

    await dot(page, "Connected").waitFor({ timeout: 30_000 });
    await user.waitForState(page, "Before any drive", "In your drive");
    await page.getByText("Connect to sync.").waitFor({ state: "detached" });
    await expectAllIn("ada");
  });

  it("renews access that ends during a sync once, without a message", async () => {
    const { page } = device;
    google.control.setFaults({ rules: [{ on: { kinds: ["files.create"] }, then: { delayMs: 150 } }] });
    const making = createNotes(page, "Amid", AMID);
    written += AMID;
    await expect.poll(async () => (await google.notesOf("ada")).length, { timeout: 60_000 }).toBeGreaterThan(1);
    const before = google.control.counts()["oauth.token"] ?? 0;
    await google.control.expireAccessTokens();
    await making;
    google.control.setFaults({});

    await expectAllIn("ada");
    expect((google.control.counts()["oauth.token"] ?? 0) - before).toBe(1);
    await dot(page, "Connected").waitFor();
    expect(await page.getByText(EXPIRED).count()).toBe(0);
  });

  it("renews an expired token once for three windows", async () => {
    const others = [await device.context.newPage(), await device.context.newPage()];
    for (const page of others) {
      await page.goto(`${google.server.origin}/notes`);
      await dot(page, "Connected").waitFor({ timeout: 30_000 });
    }
    const before = google.control.counts()["oauth.token"] ?? 0;
    await google.control.expireAccessTokens();
    await Promise.all(
      [device.page, ...others].map((page) => page.evaluate(() => window.dispatchEvent(new CustomEvent("googleDriveTokenExpired")))),
    );
    await write("After the storm");
    await expectAllIn("ada");
    expect((google.control.counts()["oauth.token"] ?? 0) - before).toBe(1);
    for (const page of others) {
      await dot(page, "Connected").waitFor();
      await page.close();
    }
  });

  it("explains a withdrawn permission, keeps saving locally, and reconnects in one click", async () => {
    const { page } = device;
    const other = await device.context.newPage();
    await other.goto(`${google.server.origin}/notes`);
    await dot(other, "Connected").waitFor({ timeout: 30_000 });
    await google.revoke(traffic.driveToken());
    await button(page, "Sync").click();
    await page.waitForURL("**/o/oauth2/v2/auth**");
    await page.goto(`${google.server.origin}/notes`);
    await other.getByText(/Access was revoked/).waitFor();
    await dot(other, "Disconnected").waitFor();
    await other.close();

    await page.getByText(EXPIRED).waitFor({ timeout: 30_000 });
    await page.getByText(/Access was revoked/).waitFor();
    await dot(page, "Disconnected").waitFor();
    // Started before the action, because a toast disappears after four seconds.
    const toast = user.toast(page, "Google Drive connection expired. Note saved locally - please reconnect to sync.").waitFor();
    await write("While it is lost");
    await toast;
    await user.waitForState(page, "While it is lost", "On this device");
    await button(page, "Quick Reconnect").click();
    await consent(page);
    await page.waitForURL("**/notes");

    await user.waitForState(page, "While it is lost", "In your drive");
    await dot(page, "Connected").waitFor();
    await page.getByText(EXPIRED).waitFor({ state: "detached" });
    await expectAllIn("ada");
  });

  it("shows an unreachable drive as disconnected, and reconnects when it is back", async () => {
    const { page } = device;
    google.control.setFaults({ rules: [{ then: { status: 503 } }] });
    await write("While the drive is down");
    await dot(page, "Disconnected").waitFor({ timeout: 60_000 });
    await user.waitForState(page, "While the drive is down", "On this device");
    expect(await falseClaims(page)).toEqual([]);
    google.control.setFaults({});

    const toast = user.toast(page, "Sync completed!").waitFor({ timeout: 60_000 });
    await button(page, "Sync").click();
    await toast;
    await dot(page, "Connected").waitFor();
    await expectAllIn("ada");
  });

  it("pauses sync on a page that starts at /local-mode, until the user resumes it", async () => {
    const { page } = device;
    await page.goto(`${google.server.origin}/local-mode`);
    await page.waitForURL("**/notes");
    await user.toast(page, "Sync is paused. You're working with the notes on this device.").waitFor();
    await page.locator('[role=status][title="Disconnected. Sync is paused."]').first().waitFor();
    const toast = user.toast(page, "Note saved offline - will sync when connection restored").waitFor();
    await write("While working offline");
    await toast;
    await user.waitForState(page, "While working offline", "On this device");

    await button(page, "Sync").click();
    await user.waitForState(page, "While working offline", "In your drive");
    await expectAllIn("ada");
  });

  it("shows a browser that starts offline as offline, and catches up by itself", async () => {
    const { page } = device;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await device.offline(true);
    await page.goto(`${google.server.origin}/notes`);
    await dot(page, "Offline").waitFor();
    await write("Without a network");
    await user.waitForState(page, "Without a network", "On this device");
    await device.offline(false);

    await user.waitForState(page, "Without a network", "In your drive");
    await dot(page, "Connected").waitFor({ timeout: 30_000 });
    await expectAllIn("ada");
  });

  it("explains an expired permission and an unticked box with different sentences", async () => {
    const { page } = device;
    await page.evaluate(() => undefined);
    await google.revoke(traffic.driveToken());
    google.control.setGrantSeconds(1);
    await button(page, "Sync").click();
    await consent(page);
    await page.waitForURL("**/notes");
    google.control.setGrantSeconds(undefined);
    await google.control.expireAccessTokens();
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.dispatchEvent(new CustomEvent("googleDriveTokenExpired")));
          return page.getByText(/granted for a limited time/).count();
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBeGreaterThan(0);

    await button(page, "Quick Reconnect").click();
    await consent(page, { ticked: false });
    await page
      .getByText(/Drive access wasn't granted/)
      .first()
      .waitFor();
    await page.waitForURL("**/notes");
    await page.getByText(EXPIRED).waitFor();
    await dot(page, "Disconnected").waitFor();
  });

  it("stops and asks when another drive account is connected; the former one still works", async () => {
    const { page } = device;
    await write("Before the mix-up");
    await button(page, "Quick Reconnect").click();
    await consent(page, { as: "grace" });
    await page.waitForURL("**/notes");

    await page.getByText("You're connected to a different drive account.").waitFor({ timeout: 30_000 });
    await dot(page, "Disconnected").waitFor();
    await user.waitForState(page, "Before the mix-up", "On this device");
    expect(await google.files("grace")).toEqual([]);
    await button(page, "Choose…").click();
    await button(page, "Go back to ada@gmail.example").click();
    await consent(page, { as: "ada" });
    await page.waitForURL("**/notes");

    await user.waitForState(page, "Before the mix-up", "In your drive");
    await expectAllIn("ada");
    expect(await google.files("grace")).toEqual([]);
  });

  it("uploads everything to the new account and leaves the former drive unchanged", async () => {
    const { page } = device;
    await google.revoke(traffic.driveToken());
    await button(page, "Sync").click();
    await consent(page, { as: "grace" });
    await page.waitForURL("**/notes");
    await page.getByText("You're connected to a different drive account.").waitFor({ timeout: 30_000 });
    const before = JSON.stringify(await google.files("ada"));
    await button(page, "Choose…").click();
    await button(page, "Use the drive of grace@gmail.example").click();

    await expectAllIn("grace");
    await dot(page, "Connected").waitFor();
    expect(JSON.stringify(await google.files("ada"))).toBe(before);
    // The recovery key opens the content of this drive, too.
    await expect.poll(() => keysIn("grace"), { timeout: 30_000 }).toBe(1);
  });

  it("stops and asks when the app folder was deleted, and uploads everything once to a new one", async () => {
    const { page } = device;
    await google.trashAppFolder("grace");
    await button(page, "Sync").click();
    await page.getByText("Satchel's folder in your drive was deleted or replaced.").waitFor({ timeout: 30_000 });
    await dot(page, "Disconnected").waitFor();
    expect((await countNotes(page)).notes).toBe(written);
    await write("While there is no folder");
    await button(page, "Choose…").click();
    await button(page, "Upload to a new folder").click();

    await expectAllIn("grace");
    await dot(page, "Connected").waitFor();
    await expect.poll(() => keysIn("grace"), { timeout: 30_000 }).toBe(1);
  });

  it("B2 shows account and usage in the Cloud Storage panel, and disconnects without deleting", async () => {
    const { page } = device;
    await button(page, "Settings").click();
    await page.getByRole("tab", { name: "Cloud Storage" }).click();
    await page.getByText(/grace@gmail.example/).waitFor();
    await page.getByText(/of 15.00 GB used/).waitFor();
    await button(page, "Disconnect").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();

    await page.getByText("Not connected", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Close" }).first().click();
    await dot(page, "Disconnected").waitFor();
    expect((await google.notesOf("grace")).length).toBe(written);
    expect((await countNotes(page)).notes).toBe(written);
  });

  it("keeps the page's console clean", () => {
    expect(device.complaints()).toEqual([]);
  });
});

describe("Postponed onboarding", () => {
  let google: Google;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    google = await startGoogle();
    device = await openDevice();
  });
  afterAll(() => closeAll(device, google));

  it("leaves onboarding unfinished on 'Skip for now', and resumes it at the next sign-in", async () => {
    const { page } = device;
    await user.register(page, google.server.origin, ADA);
    await button(page, "Skip for now").click();
    await page.waitForURL("**/notes");
    await page.getByText("Connect to sync.").waitFor();
    for (const name of ["Pinned", "Sensitive"]) await page.getByRole("tab", { name, exact: true }).waitFor();
    await user.writeNote(page, "Zebrafinch", "a text of mine alone");
    const token = (await page.evaluate(() => localStorage.getItem("authToken"))) ?? "";
    const own = [ADA.email, "Zebrafinch", "mine alone", token];
    const before = await readEverythingStored(page);
    expect(own.filter((label) => !before.includes(label))).toEqual([]);
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out and delete them" }).click();
    await page.waitForURL("**/login");
    await user.toast(page, "All cached data cleared from device").waitFor();
    const left = await readEverythingStored(page);
    expect(own.filter((label) => left.includes(label))).toEqual([]);
    expect(notesAndKeys(left)).toBe(NOTHING_STORED);

    await user.signIn(page, google.server.origin, ADA);
    await page.waitForURL("**/onboarding");
    expect(device.complaints()).toEqual([]);
  });

  it("removes all data of a user who signs out and leaves the page at once", async () => {
    const { page } = device;
    await button(page, "Skip for now").click();
    await page.waitForURL("**/notes");
    await user.writeNote(page, "Zebrafinch", "a text of mine alone");
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out and delete them" }).click();
    await page.waitForFunction(() => localStorage.getItem("authToken") === null);
    await page.goto("about:blank");
    await page.goto(`${google.server.origin}/login`);

    await page.waitForFunction(() => localStorage.length === 0);
    // The page that starts may be about to create its empty key store.
    await expect.poll(async () => notesAndKeys(await readEverythingStored(page))).toBe(NOTHING_STORED);
  });
});
