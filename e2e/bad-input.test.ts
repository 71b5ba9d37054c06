import type { FaultConfig } from "@satchel/drive/sandbox/faults/fault-config.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { openSandboxClient, type SandboxClient } from "./harness/servers/sandbox.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { openDriveView } from "./harness/stored/drive-view.ts";
import { readStored } from "./harness/stored/stored-notes.ts";
import * as user from "./harness/user.ts";

/** Imitates a user who returns to the window and looks at the row. */
async function askAgain(page: Page, title: string): Promise<string> {
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  return (await user.row(page, title).getByText("In your drive").count()) === 1 ? "in the drive" : "not yet";
}

const MAX = { email: "max@example.org", password: "Correct horse 3" };

describe("Bad input", () => {
  let server: TestServer;
  let sandbox: SandboxClient;

  beforeAll(async () => {
    server = await startServer();
    sandbox = openSandboxClient(server.origin);
    const owner = await openDevice();
    await user.moveIn(owner.page, server.origin, MAX);
    await owner.close();
  });
  afterAll(async () => {
    await server?.close();
  });

  describe("at the entry of the archive", () => {
    let device: Device;
    beforeEach(async () => {
      device = await openDevice();
    });
    afterEach(async () => {
      await device.close();
    });

    it("A8 reports a wrong e-mail or password, and keeps the input", async () => {
      const { page } = device;
      await user.signIn(page, server.origin, { ...MAX, password: "Wrong horse 3" });

      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      await dialog.getByText("Invalid email or password. If you forgot your password, you can reset it now.").waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Try again" }).click();
      expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(MAX.email);
    });

    it("A8 passes the address on to the password reset", async () => {
      const { page } = device;
      await user.signIn(page, server.origin, { ...MAX, password: "Wrong horse 3" });
      await page.getByRole("button", { name: "Reset password" }).click();

      // The login form has an e-mail field as well and stays until this page has loaded.
      await page.getByRole("button", { name: "Send new password" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/forgot-password");
      expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(MAX.email);
    });

    it("reports that an address is in use", async () => {
      const { page } = device;
      await page.goto(`${server.origin}/register`);
      await user.fillRegistration(page, MAX);
      await page.getByRole("button", { name: "Create account" }).click();

      await page.getByText(/account with this email already exists/).waitFor();
      expect(new URL(page.url()).pathname).toBe("/register");
    });

    it("A5 rejects invalid addresses", async () => {
      const { page } = device;
      for (const email of ["", "max", "max@", "@example.org", "max@example", "max example@x.org"]) {
        await page.goto(`${server.origin}/register`);
        await user.fillRegistration(page, { ...MAX, email });
        await page.getByRole("button", { name: "Create account" }).click();

        await page.getByText(email === "" ? "Email is required" : "Please enter a valid email address").waitFor();
      }
    });

    it("A5 rejects weak and different passwords and unaccepted terms", async () => {
      const { page } = device;
      await page.goto(`${server.origin}/register`);
      await page.getByLabel("Email", { exact: true }).fill("new@example.org");
      await page.getByLabel("Password", { exact: true }).fill("weakweak");
      await page.getByLabel("Confirm password", { exact: true }).fill("other");
      await page.getByRole("button", { name: "Create account" }).click();

      await page.getByText("Password must contain at least one uppercase letter, one lowercase letter, and one number").waitFor();
      await page.getByText("Passwords do not match").waitFor();
      await page.getByText("You must accept the terms and conditions").waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });

    it("A8 reports an unreachable server, and signs in once it is back", async () => {
      const { page } = device;
      await page.goto(`${server.origin}/login`, { waitUntil: "networkidle" });
      await server.halt();
      try {
        await page.getByLabel("Email", { exact: true }).fill(MAX.email);
        await page.getByLabel("Password", { exact: true }).fill(MAX.password);
        await page.getByRole("button", { name: "Sign In" }).click();
        await page.getByText("Sorry, the application is under maintenance right now. You can use the offline mode for now.").waitFor();
      } finally {
        await server.restart();
      }
      await page.getByRole("button", { name: "Close" }).first().click();
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL(/\/(notes|dashboard)$/);
    });

    it("explains what happens if the browser denies storage", async () => {
      await device.context.addInitScript(() => {
        Object.defineProperty(window, "indexedDB", {
          get: () => ({
            open: () => {
              throw new DOMException("denied", "SecurityError");
            },
          }),
        });
      });
      const { page } = device;
      await page.goto(`${server.origin}/login`);
      await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
      await page.getByRole("button", { name: "I Understand - Use Local Mode" }).click();
      await user.toast(page, /Your browser does not support local storage|Failed to enable local mode/).waitFor();
      expect(new URL(page.url()).pathname).toBe("/login");

      await page.getByLabel("Email", { exact: true }).fill(MAX.email);
      await page.getByLabel("Password", { exact: true }).fill(MAX.password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await page
        .getByText(/doesn't allow Satchel to store data on this device/)
        .first()
        .waitFor();
    });
  });

  describe("at the drive's consent page", () => {
    let device: Device;
    beforeEach(async () => {
      device = await openDevice();
    });
    afterEach(async () => {
      await device.close();
    });

    const begin = async (email: string) => {
      await user.register(device.page, server.origin, { ...MAX, email });
      await user.choosePlan(device.page, "Free");
      await user.connectButton(device.page).click();
      await device.page.waitForURL("**/sandbox/o/**");
    };

    it("A8 returns to onboarding when consent is refused, and connects on the second try", async () => {
      const { page } = device;
      await begin("refuser@example.org");
      await page.getByRole("button", { name: "Decline" }).click();

      await page.getByText("OAuth error: access_denied").waitFor();
      await page.waitForURL("**/onboarding");
      await user.connectButton(page).click();
      await user.allowDrive(page);
      await page.getByRole("button", { name: "Start using Notes" }).waitFor();
    });

    it("names the missing permission if the drive is left unticked", async () => {
      const { page } = device;
      await begin("unticked@example.org");
      for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
      await page.getByRole("button", { name: "Allow" }).click();

      await page
        .getByText(/Drive access wasn't granted/)
        .first()
        .waitFor();
      await page.waitForURL("**/onboarding");
    });
  });

  describe("errors from the drive", () => {
    let device: Device;
    beforeAll(async () => {
      device = await openDevice();
      await user.signInToNotes(device.page, server.origin, MAX);
    });
    afterAll(async () => {
      await device?.close();
    });
    afterEach(async () => {
      await sandbox.setFaults({});
    });

    /** Retries may have uploaded the note before the test looks. */
    const ANY_STATE = /^(Saving|On this device|In your drive)$/;
    const writes = { on: { kinds: ["files.create", "files.update"] as const } };
    const FAULTS: readonly (readonly [string, FaultConfig, RegExp])[] = [
      ["401 for a while", { rules: [{ ...writes, when: { times: 1 }, then: { status: 401 } }] }, ANY_STATE],
      ["403 rate limit", { rules: [{ ...writes, when: { times: 2 }, then: { status: 403, reason: "userRateLimitExceeded" } }] }, ANY_STATE],
      ["404", { rules: [{ ...writes, when: { times: 1 }, then: { status: 404 } }] }, ANY_STATE],
      ["429 with Retry-After", { rules: [{ ...writes, when: { times: 2 }, then: { status: 429, retryAfterSeconds: 1 } }] }, ANY_STATE],
      ["500 before the write", { rules: [{ ...writes, when: { times: 2 }, then: { status: 500 } }] }, ANY_STATE],
      [
        "500 after the write took effect",
        { rules: [{ ...writes, when: { times: 1 }, then: { status: 500, afterEffect: true } }] },
        ANY_STATE,
      ],
      ["an answer that is lost", { rules: [{ ...writes, when: { times: 1 }, then: { lost: "after" } }] }, ANY_STATE],
      ["a full drive", { storageFull: true }, /^Needs attention|^On this device/],
      ["a missing scope", { scopeMissing: true }, /^Needs attention|^On this device/],
    ];

    it.each(FAULTS)("keeps a note through %s, and stores it in the drive once", async (name, faults, says) => {
      const { page } = device;
      const title = `Through ${name}`;
      await sandbox.reset();
      await sandbox.setFaults(faults);
      await user.writeNote(page, title, "nothing is lost");
      expect((await readStored(page)).find((note) => note.title === title)?.content).toContain("nothing is lost");
      await expect.poll(() => sandbox.failures(), { timeout: 30_000 }).toBeGreaterThan(0);
      await user.waitForState(page, title, says);
      await sandbox.setFaults({});

      await expect.poll(() => askAgain(page, title), { timeout: 100_000, interval: 1000 }).toBe("in the drive");
      expect((await readStored(page)).filter((note) => note.title === title && note.alive)).toHaveLength(1);
      expect(await user.row(page, title).count()).toBe(1);
    });
  });

  describe("damaged files in the drive", () => {
    it.each([
      ["bytes that are no envelope", "not an envelope at all"],
      ["an unknown envelope version", JSON.stringify({ v: 9, alg: "A256GCM", kid: "x", iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" })],
    ])("skips a note file with %s, reports it, and does not change it", async (name, bytes) => {
      const who = { ...MAX, email: `${name.replaceAll(" ", ".")}@example.org` };
      const first = await openDevice();
      const fresh = await openDevice();
      try {
        const traffic = watchTraffic(first.context);
        await user.moveIn(first.page, server.origin, who);
        await user.writeNote(first.page, "Spoilt", "this file will be damaged");
        await user.waitForState(first.page, "Spoilt", "In your drive");
        const drive = openDriveView(server.origin, () => traffic.driveToken());
        const [file] = await drive.filesIn("notes");
        await user.writeNote(first.page, "Sound", "this one stays whole");
        await user.waitForState(first.page, "Sound", "In your drive");
        await first.close();
        await drive.overwrite(file?.id ?? "", bytes);

        await user.signInToNotes(fresh.page, server.origin, who);
        await user.row(fresh.page, "Sound").waitFor({ timeout: 30_000 });
        await fresh.page.getByText("One file in your drive can't be opened. It was left unchanged.").waitFor();

        expect(await user.row(fresh.page, "Spoilt").count()).toBe(0);
        expect((await drive.read(file?.id ?? "")).toString()).toBe(bytes);
        expect((await drive.files()).find(({ id }) => id === file?.id)?.trashed).toBe(false);
      } finally {
        await first.close();
        await fresh.close();
      }
    });
  });
});
