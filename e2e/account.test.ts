/** A user's account besides writing notes: passwords, recovery keys, devices, deletion. A §2.2–2.5, B §5, encryption.md 3.5. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readQr, writeCameraVideo } from "./harness/camera-video.ts";
import { type Device, type DeviceOptions, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { type Traffic, watchTraffic } from "./harness/page/traffic.ts";
import { mailedPassword, passWait } from "./harness/servers/running-server.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import * as user from "./harness/user.ts";

const PASSWORD = "Correct horse 1";
const NEXT = "Correct horse 2";

describe("Accounts and keys", () => {
  let server: TestServer;
  let devices: Device[] = [];
  let people = 0;

  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    const complaints = devices.flatMap((device) => device.complaints());
    for (const device of devices) await device.close();
    devices = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await server?.close();
  });

  async function device(options: DeviceOptions = {}): Promise<Page> {
    const opened = await openDevice(options);
    devices.push(opened);
    return opened.page;
  }

  /** Registers a user with a drive and one note in it. */
  async function movedIn(options: DeviceOptions = {}) {
    people += 1;
    const who = { email: `person${people}@example.org`, password: PASSWORD };
    const page = await device(options);
    await user.moveIn(page, server.origin, who);
    await user.writeNote(page, "Sealed note", "kept through everything");
    await user.waitForState(page, "Sealed note", "In your drive");
    return { page, who };
  }

  const dialog = (page: Page) => page.getByRole("dialog", { name: "Settings" });
  async function openSecurity(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await dialog(page).getByRole("tab", { name: "Security" }).click();
    await dialog(page).getByRole("heading", { name: "Change password" }).waitFor();
  }
  async function closeSettings(page: Page): Promise<void> {
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  }
  async function setNew(scope: Page, password: string): Promise<void> {
    await scope.getByLabel("New Password", { exact: true }).fill(password);
    await scope.getByLabel("Confirm New Password", { exact: true }).fill(password);
  }
  async function readsItsNote(page: Page): Promise<void> {
    await page.goto(`${server.origin}/notes`);
    await user.openNote(page, "Sealed note");
    await page.getByText("kept through everything").first().waitFor();
  }
  async function forgot(page: Page, email: string): Promise<void> {
    await page.goto(`${server.origin}/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The login form has an e-mail field as well and stays until this page has loaded.
    await page.getByRole("button", { name: "Send new password" }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send new password" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await user.signIn(page, server.origin, { email, password: await mailedPassword(server.dataDir, email) });
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  }
  /** Signs in with a new password that only the mailbox vouched for: it works after 72 hours and opens no notes. */
  async function signInAfterWait(asked: Page, email: string): Promise<Page> {
    await asked.getByText(/takes effect in 72 hours/).waitFor();
    await asked.close();
    await passWait(server.dataDir, email);
    const page = await device();
    await user.signIn(page, server.origin, { email, password: NEXT });
    await page.getByRole("heading", { name: "Your notes are locked" }).waitFor();
    return page;
  }
  async function recoveryKey(page: Page, password: string): Promise<string> {
    await openSecurity(page);
    await dialog(page).getByRole("button", { name: "Show recovery key" }).click();
    await dialog(page).getByLabel("Your password", { exact: true }).fill(password);
    await dialog(page).getByRole("button", { name: "Show recovery key" }).click();
    const groups = dialog(page).getByRole("list", { name: "Your recovery key" }).getByRole("listitem");
    await groups.first().waitFor();
    const key = (await groups.allTextContents()).join("-");
    await closeSettings(page);
    return key;
  }

  /** Runs a whole sync cycle and returns the drive writes since the last `forget`. */
  async function driveWrites(page: Page, traffic: Traffic): Promise<readonly string[]> {
    await user.syncNow(page);
    return [...traffic.driveCalls().keys()].filter((kind) => !kind.startsWith("GET"));
  }

  it("B5 changes the password without writing a file, and opens the same notes", async () => {
    const { page, who } = await movedIn();
    const traffic = watchTraffic(page.context());
    // The note written before may still have caused writes of the device's record and keys.
    await driveWrites(page, traffic);
    traffic.forget();
    await openSecurity(page);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Current Password", { exact: true }).fill("Wrong horse 1");
    await setNew(page, NEXT);
    await page.getByRole("button", { name: "Change Password", exact: true }).click();
    await page.getByText("The current password is incorrect.").waitFor();
    await page.getByLabel("Current Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Change Password", exact: true }).click();
    await page.getByText("Password Changed Successfully", { exact: true }).waitFor();
    await closeSettings(page);
    expect(await driveWrites(page, traffic)).toEqual([]);
    await readsItsNote(page);

    const other = await device();
    await user.signIn(other, server.origin, who);
    await other.getByRole("button", { name: "Try again" }).click();
    await user.signIn(other, server.origin, { ...who, password: NEXT });
    await other.waitForURL("**/dashboard");
    await readsItsNote(other);
  });

  it("A2.4 opens a limited session by mail, and the notes with the old password", async () => {
    const { page, who } = await movedIn();
    await page.close();
    const fresh = await device();
    await forgot(fresh, who.email);
    expect(await findAccessibilityViolations(fresh)).toEqual([]);
    await fresh.getByRole("radio", { name: /My old password/ }).check({ force: true });
    await fresh.getByLabel("Old password", { exact: true }).fill(PASSWORD);
    await setNew(fresh, NEXT);
    await fresh.getByRole("button", { name: "Set password and unlock my notes" }).click();
    await fresh.getByRole("button", { name: "Settings" }).first().waitFor();
    await readsItsNote(fresh);
  });

  it("opens forgotten notes with the recovery key, which never leaves the device", async () => {
    const { page, who } = await movedIn();
    const key = await recoveryKey(page, PASSWORD);
    const fresh = await device();
    const bodies: string[] = [];
    fresh.on("request", (request) => bodies.push(request.postData() ?? ""));
    await forgot(fresh, who.email);
    await fresh.getByRole("radio", { name: /My recovery key/ }).check({ force: true });
    await fresh.getByLabel("Recovery key", { exact: true }).fill(key.replace(/^./, (first) => (first === "7" ? "8" : "7")));
    await setNew(fresh, NEXT);
    await fresh.getByRole("button", { name: "Set password and unlock my notes" }).click();
    await fresh.getByText(/typo in this recovery key/).waitFor();
    await fresh.getByLabel("Recovery key", { exact: true }).fill(key.toLowerCase());
    await fresh.getByRole("button", { name: "Set password and unlock my notes" }).click();
    await fresh.getByRole("button", { name: "Settings" }).first().waitFor();
    await readsItsNote(fresh);
    for (const body of bodies) for (const secret of [key, key.replaceAll("-", ""), NEXT]) expect(body).not.toContain(secret);
  });

  it("keeps the notes locked on 'Later', even after a reload, until a secret is entered", async () => {
    const { who } = await movedIn();
    const asking = await device();
    await forgot(asking, who.email);
    await asking.getByRole("radio", { name: /^Later/ }).check({ force: true });
    await setNew(asking, NEXT);
    await asking.getByRole("button", { name: "Set password", exact: true }).click();
    const fresh = await signInAfterWait(asking, who.email);
    await fresh.reload();
    await fresh.getByRole("heading", { name: "Your notes are locked" }).waitFor();
    await fresh.getByRole("radio", { name: /My old password/ }).check({ force: true });
    await fresh.getByLabel("Old password", { exact: true }).fill(PASSWORD);
    await fresh.getByLabel("Password you signed in with", { exact: true }).fill(NEXT);
    await setNew(fresh, `${NEXT}3`);
    await fresh.getByRole("button", { name: "Set password and unlock my notes" }).click();
    await fresh.getByRole("button", { name: "Settings" }).first().waitFor();
    await readsItsNote(fresh);
  });

  /** Asks for approval on a device without a key, until the code to scan is shown. */
  async function askOtherDevice(email: string): Promise<Page> {
    const fresh = await device();
    await forgot(fresh, email);
    await fresh.getByRole("radio", { name: /^Another device/ }).check({ force: true });
    await fresh.getByRole("button", { name: "Ask another device" }).click();
    await fresh.getByRole("img", { name: "Code for the camera of your other device" }).waitFor();
    expect(await findAccessibilityViolations(fresh)).toEqual([]);
    return fresh;
  }
  async function opensWithNewPassword(fresh: Page): Promise<void> {
    await fresh.getByRole("radio", { name: /This device/ }).waitFor();
    await setNew(fresh, NEXT);
    await fresh.getByRole("button", { name: "Set password and unlock my notes" }).click();
    await fresh.getByRole("button", { name: "Settings" }).first().waitFor();
    await readsItsNote(fresh);
    await fresh.getByText(/^Save your recovery key\./).waitFor();
  }

  it("encryption.md 3.5 (6) approves a new device by its QR code, with nothing to type", async () => {
    const { page, who } = await movedIn();
    const fresh = await askOtherDevice(who.email);
    const path = await fresh.getByRole("img", { name: "Code for the camera of your other device" }).locator("path").getAttribute("d");
    const link = readQr(path ?? "");
    expect(link.startsWith(`${server.origin}/approve#2.`)).toBe(true);
    // A camera opens the address in a tab of its own.
    const opened = await page.context().newPage();
    await opened.goto(link);
    await opened.getByRole("heading", { name: "Approve a device" }).waitFor();
    expect(opened.url()).toBe(`${server.origin}/approve`);
    await opened.getByRole("button", { name: "Approve" }).click();
    await opened.getByText("Approved. The new device unlocks by itself.").waitFor();
    expect(await findAccessibilityViolations(opened)).toEqual([]);
    await opensWithNewPassword(fresh);
  });

  it("encryption.md 3.5 (6) approves a new device whose code it scans with its own camera", async () => {
    const camera = join(server.dataDir, "camera.y4m");
    await writeCameraVideo(camera, "");
    const { page, who } = await movedIn({ camera });
    const fresh = await askOtherDevice(who.email);
    const code = fresh.getByRole("img", { name: "Code for the camera of your other device" }).locator("path");
    await writeCameraVideo(camera, (await code.getAttribute("d")) ?? "");
    const asked = page.getByRole("alert").filter({ hasText: "Another device is asking to unlock your notes." });
    await asked.getByRole("button", { name: "Review" }).click();
    await dialog(page).getByRole("button", { name: "Approve" }).click();

    await dialog(page).getByRole("button", { name: "Scan its code" }).click();

    await dialog(page).getByText("Approved. The new device unlocks by itself.").waitFor();
    await opensWithNewPassword(fresh);
  });

  it("encryption.md 3.5 (6) approves a new device by codes that are typed on both", async () => {
    const { page, who } = await movedIn();
    const fresh = await askOtherDevice(who.email);
    // Wherever that device is in the app, it says so.
    const asked = page.getByRole("alert").filter({ hasText: "Another device is asking to unlock your notes." });
    await asked.waitFor({ timeout: 45_000 });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await asked.getByRole("button", { name: "Review" }).click();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await fresh.getByRole("button", { name: "Can't scan?" }).click();
    const shown = fresh.getByRole("status", { name: "Type this code on your other device" });
    await expect.poll(() => shown.textContent()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await dialog(page).getByRole("button", { name: "Can't scan?" }).click();
    await dialog(page)
      .getByLabel("Code on the new device", { exact: true })
      .fill((await shown.textContent()) ?? "");
    expect(await findAccessibilityViolations(fresh)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Send the key" }).click();
    const answer = dialog(page).getByRole("status", { name: "Type this code on the new device" });
    await fresh.getByLabel("Code on your other device", { exact: true }).fill((await answer.textContent()) ?? "");
    await fresh.getByRole("button", { name: "Unlock", exact: true }).click();
    await opensWithNewPassword(fresh);
  });

  it("encryption.md 3.5 (7) replaces the recovery key and rewrites only its copy in the drive", async () => {
    const { page } = await movedIn();
    const traffic = watchTraffic(page.context());
    await driveWrites(page, traffic);
    traffic.forget();
    const before = await recoveryKey(page, PASSWORD);
    await openSecurity(page);
    await dialog(page).getByRole("button", { name: "Create a new key" }).click();
    await dialog(page).getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole("button", { name: "Create a new key" }).click();
    const items = dialog(page).getByRole("list", { name: "Your recovery key" }).getByRole("listitem");
    await items.first().waitFor();
    const groups = await items.allTextContents();
    expect(groups.join("-")).not.toBe(before);
    await dialog(page).getByRole("button", { name: "I've saved it" }).click();
    for (const field of await dialog(page)
      .getByLabel(/^Group \d/)
      .all()) {
      const position =
        Number((await field.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent))?.replace(/\D/g, "")) - 1;
      await field.fill(groups[position] ?? "");
    }
    await dialog(page).getByRole("button", { name: "Confirm", exact: true }).click();
    await dialog(page)
      .getByText(/Your new recovery key is confirmed/)
      .waitFor();
    await closeSettings(page);
    await page.getByText(/^Save your recovery key\./).waitFor({ state: "detached" });
    expect((await driveWrites(page, traffic)).toSorted()).toEqual(["DELETE files/{id}", "POST upload files"]);
    expect(await recoveryKey(page, PASSWORD)).toBe(groups.join("-"));
  });

  it("encryption.md 3.5 (13) signs another device out, which keeps only sealed unsent work", async () => {
    const { page, who } = await movedIn();
    const other = await openDevice();
    devices.push(other);
    await user.signIn(other.page, server.origin, who);
    await other.page.waitForURL("**/dashboard");
    await readsItsNote(other.page);
    await other.offline(true);
    await user.writeNote(other.page, "Unsent note", "written on a train");
    await openSecurity(page);
    await dialog(page)
      .getByRole("button", { name: /^Sign out:/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await user.toast(page, "Signed out on that device").waitFor();
    await other.offline(false);
    await other.page.waitForURL("**/login");
    await other.page.getByText(/signed out from another one/).waitFor();
    expect(await findAccessibilityViolations(other.page)).toEqual([]);
    const names = () => other.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(names, { timeout: 15_000 }).not.toContain("CloudNotesCache");
    const kept = await other.page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("SatchelKept");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const rows = opening.result.transaction("kept").objectStore("kept").getAll();
            rows.onsuccess = () => {
              opening.result.close();
              resolve(rows.result.map((row) => new TextDecoder().decode(row.bytes)).join());
            };
          };
        }),
    );
    expect(kept).toContain("A256GCM");
    expect(kept).not.toContain("train");
    await user.signIn(other.page, server.origin, who);
    // The app returns to the page from which the user signed in.
    await other.page.waitForURL("**/notes**");
    await user.row(other.page, "Unsent note").waitFor();
    await user.waitForState(other.page, "Unsent note", "In your drive");
  });

  it("lists exactly the signed-in devices, and updates at once", async () => {
    const { page, who } = await movedIn();
    const other = await device();
    await user.signIn(other, server.origin, who);
    await other.waitForURL("**/dashboard");
    const listed = (whose: Page) => dialog(whose).getByRole("region", { name: "Devices" }).getByRole("listitem");
    const openList = async (whose: Page, count: number): Promise<void> => {
      await openSecurity(whose);
      await expect.poll(() => listed(whose).count()).toBe(count);
      await expect.poll(() => listed(whose).getByText("This device", { exact: true }).count()).toBe(1);
    };
    const expectAlone = async (): Promise<void> => {
      await expect.poll(() => listed(page).count()).toBe(1);
      await page.reload();
      await page.getByRole("button", { name: "Settings" }).first().waitFor();
      if (await dialog(page).isVisible()) await closeSettings(page);
      await openList(page, 1);
      await other.waitForURL("**/login");
    };

    await openList(page, 2);
    await dialog(page)
      .getByRole("button", { name: /^Sign out:/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await user.toast(page, "Signed out on that device").waitFor();
    await expectAlone();

    await user.signIn(other, server.origin, who);
    await other.getByRole("button", { name: "Settings" }).first().waitFor();
    await closeSettings(page);
    await openList(page, 2);
    await page.getByLabel("Current Password", { exact: true }).fill(PASSWORD);
    await setNew(page, NEXT);
    await page.getByRole("button", { name: "Change Password", exact: true }).click();
    await page.getByText("Password Changed Successfully", { exact: true }).waitFor();
    await expectAlone();
  });

  it("starts over, and brings the notes back with the old recovery key", async () => {
    const { page, who } = await movedIn();
    const key = await recoveryKey(page, PASSWORD);
    const asking = await device();
    await forgot(asking, who.email);
    await asking.getByRole("radio", { name: /Start over/ }).check({ force: true });
    await setNew(asking, NEXT);
    await asking.getByLabel("Type START OVER to confirm").fill("START OVER");
    expect(await findAccessibilityViolations(asking)).toEqual([]);
    await asking.getByRole("button", { name: "Start over", exact: true }).click();
    const fresh = await signInAfterWait(asking, who.email);
    await fresh.getByRole("radio", { name: /Start over/ }).check({ force: true });
    await fresh.getByLabel("Password you signed in with", { exact: true }).fill(NEXT);
    await fresh.getByLabel("Type START OVER to confirm").fill("START OVER");
    expect(await findAccessibilityViolations(fresh)).toEqual([]);
    await fresh.getByRole("button", { name: "Start over", exact: true }).click();
    await fresh.getByRole("button", { name: "Settings" }).first().waitFor();
    await openSecurity(fresh);
    await dialog(fresh).getByRole("button", { name: "Recover notes" }).click();
    await dialog(fresh).getByLabel("Recovery key or old password").fill(key);
    await dialog(fresh).getByRole("button", { name: "Recover notes" }).click();
    await dialog(fresh)
      .getByText(/You can open these notes here now/)
      .waitFor();
    await closeSettings(fresh);
    await fresh.goto(`${server.origin}/notes`);
    await user.row(fresh, "Sealed note").waitFor({ timeout: 60_000 });
    await readsItsNote(fresh);
  });

  /** Asks to delete the account together with the drive's files. */
  async function askToDelete(page: Page, password: string): Promise<void> {
    await openSecurity(page);
    await dialog(page).getByRole("button", { name: "Delete account…" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Your password", { exact: true }).fill(password);
    await question.getByLabel("Type DELETE to confirm").fill("DELETE");
    await question.getByText(/Also erase my notes in/).click();
    await question.getByRole("button", { name: "Delete my account" }).click();
  }
  async function expectGone(page: Page, who: user.Credentials): Promise<void> {
    await user.signIn(page, server.origin, who);
    await page.getByRole("button", { name: "Try again" }).click();
    await user.register(page, server.origin, who);
    await user.finishOnboarding(page);
    await page.getByRole("button", { name: "Create Note" }).first().waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
  }

  it("deletes the account, empties the device and frees the address", async () => {
    const { page, who } = await movedIn();
    await openSecurity(page);
    await dialog(page).getByRole("button", { name: "Delete account…" }).click();
    const question = page.getByRole("alertdialog");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await question.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await question.getByLabel("Type DELETE to confirm").fill("DELETE");
    await question.getByText(/Also erase my notes in/).click();
    await question.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL("**/login");
    await user.signIn(page, server.origin, who);
    await page.getByRole("button", { name: "Try again" }).click();
    await user.register(page, server.origin, who);
  });

  it("delays a deletion by mailbox for 72 hours, during which every device can cancel it", async () => {
    const { page: first, who } = await movedIn();
    await first.close();
    const asking = await device();
    await forgot(asking, who.email);
    await asking.getByRole("radio", { name: /Start over/ }).check({ force: true });
    await setNew(asking, NEXT);
    await asking.getByLabel("Type START OVER to confirm").fill("START OVER");
    await asking.getByRole("button", { name: "Start over", exact: true }).click();
    const page = await signInAfterWait(asking, who.email);
    await page.getByRole("radio", { name: /Start over/ }).check({ force: true });
    await page.getByLabel("Password you signed in with", { exact: true }).fill(NEXT);
    await page.getByLabel("Type START OVER to confirm").fill("START OVER");
    await page.getByRole("button", { name: "Start over", exact: true }).click();
    await page.getByRole("button", { name: "Settings" }).first().waitFor();
    const band = page.getByRole("alert").filter({ hasText: "Someone asked to delete your account" });

    await askToDelete(page, NEXT);
    await page.getByRole("dialog", { name: "Account deletion requested" }).waitFor();
    await page.reload();
    await band.getByRole("button", { name: "Cancel request" }).click();
    await band.waitFor({ state: "detached" });

    await askToDelete(page, NEXT);
    await page.getByRole("dialog", { name: "Account deletion requested" }).waitFor();
    await page.reload();
    await band.waitFor();
    await passWait(server.dataDir, who.email);
    // The server takes due steps soon after a start, and then every hour.
    await server.restart();
    await page.waitForURL("**/login");
    await expectGone(page, { ...who, password: NEXT });
  });
});
