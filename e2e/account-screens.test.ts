/** Runs axe on every screen of accounts and onboarding, in three themes, on a desktop and on a phone. Spec A §2.2–2.6, B §2 "Security". */

import { openTestMailbox } from "@satchel/server/testing/test-mailbox.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { mailedPassword } from "./harness/servers/running-server.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import * as user from "./harness/user.ts";

const PASSWORD = "Correct horse 1";

/** Keeps the callback page open: it normally continues after one or two seconds, which is too short to inspect it in every theme. */
function stayLonger(): void {
  const after = window.setTimeout;
  const isLeaving = (delayMs?: number): boolean => location.pathname.includes("callback") && (delayMs === 1000 || delayMs === 2000);
  const goOn = (run: () => void) => window.addEventListener("satchel-test-go-on", run, { once: true });
  window.setTimeout = ((run: () => void, delayMs?: number) => (isLeaving(delayMs) ? goOn(run) : after(run, delayMs))) as typeof setTimeout;
}
const letGo = (page: Page) => page.evaluate(() => dispatchEvent(new Event("satchel-test-go-on")));

/** Returns the positions of Settings, their list of tabs and the close button in each tab; a single entry if nothing moves. */
async function boxesOf(dialog: Locator): Promise<readonly string[]> {
  const boxes = new Set<string>();
  for (const tab of await dialog.getByRole("tab").all()) {
    await tab.click();
    await dialog.getByRole("tabpanel", { name: (await tab.textContent()) ?? "" }).waitFor();
    const parts = [dialog, dialog.getByRole("tablist"), dialog.getByRole("button", { name: "Close", exact: true })];
    boxes.add(JSON.stringify(await Promise.all(parts.map((part) => part.boundingBox()))));
  }
  return [...boxes];
}

describe("Screens of accounts", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;
  let people = 0;
  const someone = () => {
    people += 1;
    return { email: `looker${people}@example.org`, password: PASSWORD };
  };

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    device = await openDevice();
    page = device.page;
    // A dialog that is still fading in has no final contrast yet.
    await page.emulateMedia({ reducedMotion: "reduce" });
  });
  afterEach(async () => {
    const complaints = device.complaints();
    await device.close();
    expect(complaints).toEqual([]);
  });
  afterAll(() => server?.close());

  it("sign-in: the empty form, rejected fields and dialogs have no violations", async () => {
    await page.goto(`${server.origin}/login`);
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Password is required").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await user.signIn(page, server.origin, someone());
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await device.offline(true);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText(/under maintenance right now/).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("registration and password reset have no violations", async () => {
    await page.goto(`${server.origin}/register`);
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByLabel("Password", { exact: true }).fill("weak");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("You must accept the terms and conditions").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.goto(`${server.origin}/forgot-password`);
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByLabel("Email", { exact: true }).fill("nobody@example.org");
    await page.getByRole("button", { name: "Send new password" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("registration by invitation, closed and with mail has no violations", async () => {
    const invited = await startServer({ SATCHEL_REGISTRATION: "invite" });
    const closed = await startServer({ SATCHEL_REGISTRATION: "closed" });
    const mailbox = await openTestMailbox();
    const mailing = await startServer({ SMTP_URL: mailbox.url });
    try {
      await page.goto(`${invited.origin}/register`);
      await page.getByLabel("Invitation code").waitFor();
      expect(await findViolationsEverywhere(page)).toEqual([]);
      await page.goto(`${closed.origin}/register`);
      await page.getByRole("heading", { name: "Registration is closed", level: 1 }).waitFor();
      expect(await findViolationsEverywhere(page)).toEqual([]);
      await page.goto(`${mailing.origin}/register`);
      await user.fillRegistration(page, someone());
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Check your email", level: 1 }).waitFor();
      expect(await findViolationsEverywhere(page)).toEqual([]);
    } finally {
      for (const each of [invited, closed, mailing]) await each.close();
      await mailbox.close();
    }
  });

  it("the server's page behind a mailed link has no violations beside the app", async () => {
    await user.moveIn(page, server.origin, someone());
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.origin}/account/cancel/none`);
      await page.getByRole("heading", { name: "There is nothing to cancel" }).waitFor();
      expect(await findViolationsEverywhere(page)).toEqual([]);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/notes");
  });

  it("every step of onboarding up to the recovery key has no violations", async () => {
    const tops = new Set<number | undefined>();
    const measure = async () => tops.add((await page.getByRole("button", { name: /^(Continue|Start using Notes)$/ }).boundingBox())?.y);
    await user.register(page, server.origin, someone());
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await measure();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("radio", { name: /^Free/ }).waitFor({ state: "attached" });
    await measure();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.goto(`${server.origin}/onboarding`);
    await user.choosePlan(page, "Free");
    await user.connectButton(page).waitFor();
    await measure();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await user.connectButton(page).click();
    await user.allowDrive(page);
    await page.getByRole("heading", { name: "All set" }).waitFor();
    await page.getByRole("button", { name: "I've saved it" }).waitFor();
    await measure();
    expect([...tops]).toHaveLength(1);
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "I've saved it" }).click();
    await page.getByRole("button", { name: "Confirm", exact: true }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("returning from the drive without permission has no violations", async () => {
    await user.register(page, server.origin, someone());
    await user.choosePlan(page, "Free");
    await page.addInitScript(stayLonger);
    await user.connectButton(page).click();
    await page.waitForURL("**/sandbox/o/**");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("heading", { name: "Connection failed" }).waitFor();
    await user.toast(page, "OAuth error: access_denied").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await letGo(page);
    await page.waitForURL("**/onboarding");
  });

  it("returning from the drive with permission has no violations", async () => {
    await user.register(page, server.origin, someone());
    await user.choosePlan(page, "Free");
    await page.addInitScript(stayLonger);
    await user.connectButton(page).click();
    await user.allowDrive(page);
    await page.getByText("Your drive is connected. Redirecting…").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await letGo(page);
    await page.waitForURL("**/onboarding");
  });

  it("the storage step of a server without a drive has no violations", async () => {
    const bare = await startServer({ SATCHEL_DRIVE: "none" });
    try {
      await user.register(page, bare.origin, someone());
      await user.choosePlan(page, "Free");
      await page.getByText("Coming Soon").first().waitFor();
      expect(await findViolationsEverywhere(page)).toEqual([]);
    } finally {
      await bare.close();
    }
  });

  it("the Security tab and its dialogs have no violations", async () => {
    const who = someone();
    await user.moveIn(page, server.origin, who);
    await page.getByRole("button", { name: "Settings" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Settings" });
    await dialog.getByRole("tab", { name: "Security" }).click();
    await dialog.getByText("This device", { exact: true }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    expect(await boxesOf(dialog)).toHaveLength(1);
    await dialog.getByRole("tab", { name: "Security" }).click();
    await dialog.getByRole("button", { name: "Show recovery key" }).click();
    await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Show recovery key" }).click();
    await dialog.getByRole("list", { name: "Your recovery key" }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete account…" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("locked notes have no violations with each method to unlock", async () => {
    const who = someone();
    await user.register(page, server.origin, who);
    const fresh = await openDevice();
    try {
      await fresh.page.emulateMedia({ reducedMotion: "reduce" });
      await fresh.page.goto(`${server.origin}/forgot-password`);
      await fresh.page.getByLabel("Email", { exact: true }).fill(who.email);
      await fresh.page.getByRole("button", { name: "Send new password" }).click();
      await fresh.page.getByRole("heading", { name: "Check your email" }).waitFor();
      await user.signIn(fresh.page, server.origin, { ...who, password: await mailedPassword(server.dataDir, who.email) });
      await fresh.page.getByRole("heading", { name: "Choose a new password" }).waitFor();
      for (const option of [/My old password/, /My recovery key/, /Another device/, /^Later/, /Start over/]) {
        await fresh.page.getByRole("radio", { name: option }).check({ force: true });
        expect(await findViolationsEverywhere(fresh.page)).toEqual([]);
      }
    } finally {
      await fresh.close();
    }
  });
});
