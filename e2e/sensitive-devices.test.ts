/** The Sensitive folder on several devices that are open at the same time. Spec A §2.13, encryption.md 3.5 (8). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "two-seals@example.org", password: "Correct horse 1" };
const FIRST = "quiet sea 77";
const SECOND = "quiet sea 78";
const SET_UP = "Set up the Sensitive folder";

const folder = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });
const timer = (page: Page) => page.getByRole("timer").locator("visible=true");
const asked = (page: Page, name = "Sensitive folder") => page.getByRole("dialog", { name });

async function choosePassword(page: Page, password: string): Promise<void> {
  await asked(page, SET_UP).getByLabel("Password", { exact: true }).fill(password);
  await asked(page, SET_UP).getByLabel("Confirm password").fill(password);
  await asked(page, SET_UP).getByRole("button", { name: "Set up password" }).click();
}

async function unlock(page: Page, password: string): Promise<void> {
  await asked(page).getByLabel("Password", { exact: true }).fill(password);
  await asked(page).getByRole("button", { name: "Unlock", exact: true }).click();
}

describe("The Sensitive folder on several open devices", () => {
  let server: TestServer;
  /** `asking` shows the form for a first password, `deaf` has no channel to the others. */
  let first: Device;
  let asking: Device;
  let deaf: Device;
  runInOrder(() => [first, asking, deaf]);

  beforeAll(async () => {
    server = await startServer();
    [first, asking, deaf] = await Promise.all([openDevice(), openDevice(), openDevice()]);
    await user.moveIn(first.page, server.origin, WHO);
    await deaf.context.route("**/api/signals", (route) => route.abort());
    for (const { page } of [asking, deaf]) await user.signInToNotes(page, server.origin, WHO);
  });
  afterAll(() => closeQuietly([first, asking, deaf], server));

  it("says in the open dialog that another device has set the folder up", async () => {
    await folder(asking.page).click();
    await asked(asking.page, SET_UP).getByLabel("Password", { exact: true }).fill(SECOND);
    await folder(first.page).click();
    await choosePassword(first.page, FIRST);
    await timer(first.page).waitFor();

    await asked(asking.page)
      .getByText(/already set up on another device/)
      .waitFor();
    expect(await findViolationsEverywhere(asking.page)).toEqual([]);
    await unlock(asking.page, SECOND);
    await asked(asking.page).getByText("Invalid password. Please try again.").waitFor();
    await unlock(asking.page, FIRST);
    await timer(asking.page).waitFor();
  });

  it("asks a device without a channel for the other one's password, before it takes one that would be dropped", async () => {
    await folder(deaf.page).click();
    await asked(deaf.page)
      .getByText(/already set up on another device/)
      .waitFor();
    expect(await asked(deaf.page).getByLabel("Confirm password").count()).toBe(0);
    await unlock(deaf.page, FIRST);
    await timer(deaf.page).waitFor();
  });

  it("shows and finds sensitive notes in the trash of another device while it is unlocked", async () => {
    await user.writeNote(first.page, "Diary", "The heron came at low water.");
    await user.deleteNote(first.page);
    await user.syncNow(first.page);
    const { page } = asking;
    await user.syncNow(page);
    await page.getByRole("button", { name: "Trash" }).first().click();
    const trash = page.getByRole("main", { name: "Trash" });
    await trash.getByRole("button", { name: /^Diary/ }).waitFor();
    await trash.getByLabel("Search the trash").fill("heron");
    await trash.getByRole("button", { name: /^Diary/ }).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);

    await page.keyboard.press("Alt+l");
    await trash.getByText("No deleted notes match.").waitFor();
    await trash.getByLabel("Search the trash").fill("");
    await trash.getByRole("button", { name: /^Sensitive note/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/Diary|heron/);
    await page.getByRole("button", { name: "Back to notes" }).click();
  });

  it("locks on every device when one changes the password, and says so", async () => {
    const { page } = first;
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Security" }).click();
    const panel = page.getByRole("tabpanel", { name: "Security" }).getByRole("group", { name: "Sensitive folder" });
    if (await panel.getByLabel("Password", { exact: true }).isVisible()) {
      await panel.getByLabel("Password", { exact: true }).fill(FIRST);
      await panel.getByRole("button", { name: "Unlock", exact: true }).click();
    }
    await panel.getByRole("button", { name: "Change password…" }).click();
    await panel.getByLabel("Current password").fill(FIRST);
    await panel.getByLabel("New password", { exact: true }).fill(SECOND);
    await panel.getByLabel("Confirm new password").fill(SECOND);
    await panel.getByRole("button", { name: "Change password" }).click();
    await user.toast(page, "Sensitive folder password changed").waitFor();

    await folder(asking.page).click();
    await asked(asking.page)
      .getByText(/password was changed on another device/)
      .waitFor();
    await unlock(asking.page, SECOND);
    await timer(asking.page).waitFor();
    expect([...first.complaints(), ...asking.complaints()]).toEqual([]);
  });
});
