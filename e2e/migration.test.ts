/**
 * Decision 0010: another plan later. The library is copied and verified while work continues, and every device follows. Interruptions lose
 * no note.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { type Google, startGoogle } from "./harness/servers/google.ts";
import { countNotes, createNotes } from "./harness/stored/test-hook.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
const MANY = 12;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function consent(page: Page): Promise<void> {
  await page.waitForURL("**/o/oauth2/v2/auth**");
  await page.locator("input[name=user][value=ada]").check();
  await button(page, "Allow").click();
}

async function openPlans(page: Page): Promise<void> {
  await button(page, "Settings").click();
  await page.getByRole("tab", { name: "Cloud Storage" }).click();
}

async function closeSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close" }).first().click();
}

async function changeTo(page: Page, plan: "Free" | "Basic" | "Pro"): Promise<void> {
  await openPlans(page);
  await button(page, `Change to ${plan}`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Change plan" }).click();
  await closeSettings(page);
}

const connected = (page: Page) => page.locator('[role=status][title^="Connected"]').first();
const arrived = (page: Page, plan: string) => user.toast(page, `Your plan is now ${plan}. All your notes have been moved.`);

describe("Another plan later", () => {
  let google: Google;
  let first: Device;
  let second: Device;
  let written = 0;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    google = await startGoogle();
    first = await openDevice();
    second = await openDevice();
  });
  afterAll(() => closeAll(first, second, google));

  const write = async (page: Page, title: string): Promise<void> => {
    await user.writeNote(page, title, `text of ${title}`);
    written += 1;
  };
  const expectAllSynced = async (...devices: readonly Device[]): Promise<void> => {
    for (const { page } of devices) await expect.poll(() => countNotes(page), { timeout: 60_000 }).toEqual({ notes: written, pending: 0 });
  };

  it("two devices use their owner's drive", async () => {
    const { page } = first;
    await user.register(page, google.server.origin, ADA);
    await user.choosePlan(page, "Free");
    await button(page, "Connect Google Drive").click();
    await consent(page);
    await button(page, "Start using Notes").click();
    await page.waitForURL("**/notes");
    await connected(page).waitFor();
    await createNotes(page, "Before", MANY);
    written += MANY;
    await expectAllSynced(first);
    await user.signInToNotes(second.page, google.server.origin, ADA);
    await expectAllSynced(first, second);
  });

  it("leaves everything unchanged when canceled half-way", async () => {
    const { page } = first;
    const before = JSON.stringify(await google.files("ada"));
    google.control.setFaults({ rules: [{ on: { kinds: ["files.media"] }, then: { delayMs: 1500 } }] });
    await changeTo(page, "Pro");
    await page.getByText(/[1-9]\d* of \d+ files copied/).waitFor();
    await button(page, "Cancel change").click();
    await page.getByText(/Your notes are moving/).waitFor({ state: "detached" });
    google.control.setFaults({});

    await openPlans(page);
    await page.getByText(/of 15.00 GB used/).waitFor();
    await closeSettings(page);
    await connected(page).waitFor();
    expect(JSON.stringify(await google.files("ada"))).toBe(before);
  });

  it("resumes the copy after the page died, and the other device follows", async () => {
    google.control.setFaults({ rules: [{ on: { kinds: ["files.media"] }, then: { delayMs: 1500 } }] });
    await changeTo(first.page, "Pro");
    await first.page.getByText(/[1-9]\d* of \d+ files copied/).waitFor();
    const page = await first.crash();
    google.control.setFaults({});
    await write(second.page, "Written meanwhile");
    await page.goto(`${google.server.origin}/notes`);

    await arrived(page, "Pro").waitFor({ timeout: 60_000 });
    await connected(page).waitFor({ timeout: 30_000 });
    await second.page.bringToFront();
    await button(second.page, "Sync").click();
    await expectAllSynced(second);
    await button(page, "Sync").click();
    await expectAllSynced(first);
    await connected(second.page).waitFor({ timeout: 30_000 });
    expect(await second.page.getByText("You're connected to a different drive account.").count()).toBe(0);
  });

  it("writes new notes to managed storage only, and leaves the former drive unchanged", async () => {
    const before = JSON.stringify(await google.files("ada"));
    await write(first.page, "In the new place");
    await user.waitForState(first.page, "In the new place", "In your storage");
    await button(second.page, "Sync").click();
    await expectAllSynced(first, second);
    expect(JSON.stringify(await google.files("ada"))).toBe(before);
    await openPlans(first.page);
    await first.page.getByText(/of 5.00 GB used/).waitFor();
    await closeSettings(first.page);
  });

  it("moves everything back into the folder in the user's drive on the free plan", async () => {
    await changeTo(first.page, "Free");
    await arrived(first.page, "Free").waitFor({ timeout: 60_000 });
    await button(second.page, "Sync").click();
    await expectAllSynced(first, second);
    await expect.poll(async () => new Set(await google.notesOf("ada")).size, { timeout: 60_000 }).toBe(written);
    await expect.poll(async () => (await google.notesOf("ada")).length, { timeout: 60_000 }).toBe(written);
  });

  it("keeps both consoles clean", () => {
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
