/**
 * The Sensitive folder in a real browser: worker, IndexedDB, session storage, two tabs, the server. Spec A §2.13, A §4, B §4, encryption.md
 * 3.5 (8).
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { focused, ringless, tabTo } from "./harness/page/keyboard.ts";
import { readEverythingStored } from "./harness/page/left-behind.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { searchFolder } from "./harness/stored/secrecy.ts";
import type {} from "./harness/stored/test-hook.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "seal@example.org", password: "Correct horse 1" };
const FIRST = "quiet sea 77";
const SECOND = "quiet sea 78";
const THIRD = "quiet sea 79";
const LOCKED = "Please authenticate to view sensitive content";
const PHONE = { width: 360, height: 740 };
const ZOOM_200_VIEWPORT = { width: 720, height: 450 };
const WORDS = /Diary|heron|marsh/;

const folder = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });
const timer = (page: Page) => page.getByRole("timer").locator("visible=true");
const asked = (page: Page, name = "Sensitive folder") => page.getByRole("dialog", { name });
const sessionNames = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((name) => name.startsWith("sensitive"))
      .sort(),
  );
const pageText = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

async function unlock(page: Page, password: string): Promise<void> {
  await folder(page).click();
  await asked(page).getByLabel("Password", { exact: true }).fill(password);
  await asked(page).getByRole("button", { name: "Unlock", exact: true }).click();
}

async function setUp(page: Page, password: string): Promise<void> {
  await folder(page).click();
  const dialog = asked(page, "Set up the Sensitive folder");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password").fill(password);
  await dialog.getByRole("button", { name: "Set up password" }).click();
  await timer(page).waitFor();
}

async function lock(page: Page): Promise<void> {
  await page.keyboard.press("Alt+l");
  await timer(page).waitFor({ state: "detached" });
}

async function move(page: Page, to: string, title: string, password: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Move to folder" }).click();
  await asked(page, "Move to folder").getByRole("button", { name: to }).click();
  await asked(page, title).getByLabel("Password for the Sensitive folder").fill(password);
  await asked(page, title).getByRole("button", { name: "Move", exact: true }).click();
}

async function enterFolder(page: Page): Promise<void> {
  await tabTo(page, /^Sensitive/);
  await page.keyboard.press("Enter");
}

/** Types where a dialog has put the caret. */
async function typeAt(page: Page, label: string, text: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(label);
  await page.keyboard.type(text);
}

const sidewaysPx = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Lets a test advance the page's clock, like a laptop waking from sleep: timers that expired in between fire at once. */
function putForward(): void {
  let aheadMs = 0;
  const RealDate = Date;
  const now = () => RealDate.now() + aheadMs;
  window.Date = new Proxy(RealDate, {
    construct: (target, given: []) => (given.length === 0 ? new target(now()) : new target(...given)),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  window.addEventListener("satchel-test-pass", (event) => {
    aheadMs += (event as CustomEvent<number>).detail;
  });
}
const pass = (page: Page, ms: number) =>
  page.evaluate((detail) => void dispatchEvent(new CustomEvent("satchel-test-pass", { detail })), ms);

describe("The Sensitive folder", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;
  let recoveryKey = "";
  runInOrder(() => [device]);

  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await device.context.addInitScript(putForward);
    await user.moveIn(page, server.origin, WHO);
    recoveryKey = await page.evaluate(async () => (await window.__satchelTest?.services.account.pendingRecoveryKey())?.join("-") ?? "");
  });
  afterAll(() => closeQuietly([device], server));

  it("sets a password, takes a note, and locks during typing without leaving text behind", async () => {
    await folder(page).click();
    await asked(page, "Set up the Sensitive folder").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await setUp(page, FIRST);
    await expect.poll(() => sessionNames(page)).toEqual(["sensitiveExpiry", "sensitiveSession", "sensitiveToken"]);
    await user.writeNote(page, "Diary", "The heron came at low water.");
    await user.toast(page, "Encrypted note created successfully!").waitFor();
    await user.waitForState(page, "Diary", "In your drive");
    await user.editNote(page);
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await user.textField(page).click();
    await page.keyboard.insertText("Marsh and marsh again. ");
    await lock(page);
    await page.getByText("Please authenticate with sensitive folder to edit this note").waitFor();
    await expect.poll(() => pageText(page)).not.toMatch(WORDS);
    await expect.poll(() => readEverythingStored(page)).not.toMatch(/Diary|heron|Marsh/);
    await expect.poll(() => sessionNames(page)).toEqual([]);
    const stored = await readEverythingStored(page);
    expect(stored).toContain("A256GCM");
    for (const word of [FIRST, WHO.password]) expect(stored).not.toContain(word);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("rejects a wrong password, and restores the unsaved text with the right one", async () => {
    await unlock(page, SECOND);
    await asked(page).getByText("Invalid password. Please try again.").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await unlock(page, FIRST);
    await expect.poll(() => user.textField(page).textContent()).toContain("Marsh and marsh again.");
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => user.textField(page).textContent()).toContain("Marsh and marsh again.");
    await user.saveEdit(page);
    await page.reload();
    await timer(page).waitFor();
    await page.getByRole("heading", { name: "Diary", level: 1 }).waitFor();
  });

  it("locks in every tab at once, and each tab unlocks separately", async () => {
    const second = await device.context.newPage();
    await second.goto(page.url());
    await second.getByText(LOCKED).first().waitFor();
    await expect.poll(() => pageText(second)).not.toMatch(WORDS);
    await unlock(second, FIRST);
    await second.getByRole("article").getByText("The heron came").waitFor();
    await page.bringToFront();
    await lock(page);
    await second.getByRole("heading", { name: "Sensitive note" }).waitFor();
    await expect.poll(() => pageText(second)).not.toMatch(WORDS);
    await expect.poll(async () => [await sessionNames(page), await sessionNames(second)]).toEqual([[], []]);
    await second.close();
  });

  it("restores and announces the text when another tab locks during typing", async () => {
    await unlock(page, FIRST);
    await user.row(page, "Diary").click();
    await user.editNote(page);
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" Egrets wade");
    const second = await device.context.newPage();
    await second.goto(`${server.origin}/notes`);
    await unlock(second, FIRST);
    await timer(second).waitFor();
    await page.bringToFront();
    const typing = page.keyboard.type(" throughtheshallows".repeat(4), { delay: 15 });
    await second.keyboard.press("Alt+l");
    await typing;
    await page.getByText("Please authenticate with sensitive folder to edit this note").waitFor();
    await expect.poll(() => pageText(page)).not.toMatch(/Egrets|shallows/);
    await expect.poll(() => readEverythingStored(page)).not.toMatch(/Egrets|shallows/);
    await second.close();

    await unlock(page, FIRST);
    await page.getByText(/^Unsaved changes were recovered\. Last edited /).waitFor();
    await expect.poll(() => user.textField(page).textContent()).toContain(" Egrets wade");
    const text = (await user.textField(page).textContent()) ?? "";
    const [, typed = "none"] = / Egrets wade(.*)$/.exec(text) ?? [];
    expect(" throughtheshallows".repeat(4).startsWith(typed)).toBe(true);
    await user.saveEdit(page);
  });

  it.each(["at once", "after a reload"] as const)(
    "restores and announces the text when it locks by itself during typing, %s",
    async (when) => {
      const word = when === "at once" ? "gullsovertheharbour" : "ploversonthemudflat";
      await timer(page).waitFor();
      await user.row(page, "Diary").click();
      if (await page.getByRole("button", { name: "Edit Note" }).isVisible()) await user.editNote(page);
      await user.textField(page).click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(` ${when}:`);
      const typing = page.keyboard.type(` ${word}`.repeat(4), { delay: 15 });
      await expect.poll(() => user.textField(page).textContent()).toContain(word);
      await pass(page, 121_000);
      await typing;
      await page.getByText("Please authenticate with sensitive folder to edit this note").waitFor();
      await expect.poll(() => pageText(page)).not.toMatch(new RegExp(`Diary|${word}`));
      await expect.poll(() => readEverythingStored(page)).not.toMatch(new RegExp(`Diary|${word}`));
      expect((await searchFolder(device.profile, [word])).findings).toEqual([]);
      await expect.poll(() => sessionNames(page)).toEqual([]);
      if (when === "after a reload") {
        await page.reload();
        await page
          .getByText(LOCKED)
          .or(page.getByText(/authenticate with sensitive folder/))
          .first()
          .waitFor();
        expect(await pageText(page)).not.toMatch(new RegExp(`Diary|${word}`));
      }

      await unlock(page, FIRST);
      await page.getByText(/^Unsaved changes were recovered\. Last edited /).waitFor();
      await expect.poll(() => user.textField(page).textContent()).toContain(` ${when}: ${word}`);
      const [, typed = "none"] = new RegExp(` ${when}:(.*)$`).exec((await user.textField(page).textContent()) ?? "") ?? [];
      expect(` ${word}`.repeat(4).startsWith(typed)).toBe(true);
      await user.saveEdit(page);
    },
  );

  it("moves a note in by password, hides it in All Notes, and moves it out again", async () => {
    await page.getByRole("tab", { name: "All Notes" }).click();
    await user.writeNote(page, "Milk", "two litres");
    await user.waitForState(page, "Milk", "In your drive");
    await move(page, "Sensitive", "Move into the Sensitive folder", SECOND);
    await asked(page, "Move into the Sensitive folder").getByText("Invalid password. Please try again.").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await asked(page, "Move into the Sensitive folder").getByLabel("Password for the Sensitive folder").fill(FIRST);
    await asked(page, "Move into the Sensitive folder").getByRole("button", { name: "Move", exact: true }).click();
    await asked(page, "Move into the Sensitive folder").waitFor({ state: "detached" });
    await lock(page);
    await expect.poll(() => user.row(page, "Milk").count()).toBe(0);
    await expect.poll(() => pageText(page)).not.toMatch(/Milk|litres/);
    await move(page, "No folder", "Move out of the Sensitive folder", FIRST);
    // The dialog closes when the folder is unlocked; the move follows.
    await asked(page, "Move out of the Sensitive folder").waitFor({ state: "detached" });
    await lock(page);
    await user.row(page, "Milk").waitFor();
  });

  it("changes the password by the old one and by the recovery key, also offline", async () => {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Security" }).click();
    const panel = page.getByRole("tabpanel", { name: "Security" }).getByRole("group", { name: "Sensitive folder" });
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await panel.getByRole("button", { name: "Change password…" }).click();
    await panel.getByLabel("Current password").fill(FIRST);
    await panel.getByLabel("New password", { exact: true }).fill(SECOND);
    await panel.getByLabel("Confirm new password").fill(SECOND);
    await panel.getByRole("button", { name: "Change password" }).click();
    await user.toast(page, "Sensitive folder password changed").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await lock(page);
    await unlock(page, FIRST);
    await asked(page).getByText("Invalid password. Please try again.").waitFor();
    await asked(page).getByRole("button", { name: "Use recovery key" }).click();
    await asked(page).getByLabel("Recovery key").fill(recoveryKey);
    await asked(page).getByLabel("Account password").fill(WHO.password);
    await asked(page).getByLabel("Password for the Sensitive folder", { exact: true }).fill(THIRD);
    await asked(page).getByLabel("Confirm password").fill(THIRD);
    await asked(page).getByRole("button", { name: "Set new password" }).click();
    await timer(page).waitFor();
    await lock(page);
    await device.offline(true);
    await unlock(page, SECOND);
    await asked(page).getByText("Invalid password. Please try again.").waitFor();
    await page.keyboard.press("Escape");
    await unlock(page, THIRD);
    await user.row(page, "Diary").waitFor();
    await expect.poll(() => sessionNames(page)).toEqual(["sensitiveExpiry", "sensitiveSession"]);
    const stored = await readEverythingStored(page);
    for (const word of [FIRST, SECOND, THIRD, WHO.password]) expect(stored).not.toContain(word);
    await device.offline(false);
  });

  it("works in local mode by keyboard alone, over reloads, with a note moved in", async () => {
    const local = await openDevice({ isWhole: true });
    try {
      const own = local.page;
      await own.emulateMedia({ reducedMotion: "reduce" });
      await user.useLocally(own, server.origin);
      await user.writeNote(own, "Milk", "two litres");
      // Starts at the page's first stop.
      await own.reload();
      await user.row(own, "Milk").waitFor();
      await enterFolder(own);
      await typeAt(own, "Password", FIRST);
      await tabTo(own, "Confirm password");
      await own.keyboard.type(FIRST);
      await own.keyboard.press("Enter");
      await timer(own).waitFor();
      await user.writeNote(own, "Diary", "The heron came at low water.");
      await own.reload();
      await timer(own).waitFor();
      await user.row(own, "Diary").waitFor();
      await lock(own);
      await expect.poll(() => readEverythingStored(own)).not.toMatch(WORDS);
      await own.reload();
      await own.getByText(LOCKED).first().waitFor();
      for (const size of [PHONE, ZOOM_200_VIEWPORT]) {
        await own.setViewportSize(size);
        expect(await sidewaysPx(own)).toBeLessThanOrEqual(0);
      }
      await own.setViewportSize({ width: 1440, height: 900 });
      await enterFolder(own);
      await typeAt(own, "Password", FIRST);
      await own.keyboard.press("Enter");
      await user.row(own, "Diary").waitFor();

      await own.getByRole("tab", { name: "All Notes" }).click();
      await user.openNote(own, "Milk");
      await tabTo(own, "More");
      await own.keyboard.press("Enter");
      await own.getByRole("menu").waitFor();
      await expect
        .poll(async () => {
          await own.keyboard.press("ArrowDown");
          return focused(own);
        })
        .toBe("Move to folder");
      await own.keyboard.press("Enter");
      await asked(own, "Move to folder").waitFor();
      await tabTo(own, /^Sensitive/);
      await own.keyboard.press("Enter");
      await typeAt(own, "Password for the Sensitive folder", FIRST);
      await own.keyboard.press("Enter");
      await asked(own, "Move into the Sensitive folder").waitFor({ state: "detached" });
      await lock(own);
      await expect.poll(() => user.row(own, "Milk").count()).toBe(0);
      expect(ringless(own)).toEqual([]);
      expect(local.complaints()).toEqual([]);
    } finally {
      await local.close();
    }
  });
});
