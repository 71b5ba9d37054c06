import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "folders@example.org", password: "Folders first 1" };

const tree = (page: Page) => page.getByRole("region", { name: "Folders" });
const folder = (page: Page, name: string) => tree(page).getByRole("button", { name: new RegExp(`^${name}\\s*\\d*$`) });

/** Rows of the tree, each with its indentation in levels. */
const rows = (page: Page) =>
  tree(page)
    .locator("li")
    .evaluateAll((items) =>
      items.map((item) => {
        const name = item.querySelector("button")?.textContent?.replace(/\d+$/, "") ?? "";
        return `${"-".repeat(Number.parseInt(getComputedStyle(item).paddingInlineStart, 10) / 16)}${name}`;
      }),
    );

async function createFolder(page: Page, name: string): Promise<void> {
  await tree(page).getByRole("button", { name: "New Folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create Folder" }).click();
  // The new folder is selected only after it is listed, and a note is created in the selected one.
  await tree(page).locator('[aria-current="true"]').filter({ hasText: name }).waitFor();
}

async function chooseInMenu(page: Page, name: string, item: string): Promise<void> {
  await folder(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: item }).click();
}

describe("decision 0051 folders in folders on two devices", () => {
  let server: TestServer;
  let laptop: Device;
  let phone: Device;

  runInOrder(() => [laptop, phone]);
  beforeAll(async () => {
    server = await startServer();
    laptop = await openDevice();
    phone = await openDevice({ width: 390, height: 844 });
  });
  afterAll(() => closeAll(laptop, phone, server));

  it("creates a folder in a folder, and moves one there with the mouse", async () => {
    const { page } = laptop;
    await user.moveIn(page, server.origin, WHO);
    await createFolder(page, "Work");
    await createFolder(page, "Plans");
    await user.writeNote(page, "Harbour", "the long pier");
    await chooseInMenu(page, "Work", "New folder inside…");
    await page.getByRole("textbox", { name: "Name" }).fill("Mail");
    await page.getByRole("button", { name: "Create Folder" }).click();
    await tree(page).locator('[aria-current="true"]').filter({ hasText: "Mail" }).waitFor();

    await folder(page, "Plans").dragTo(folder(page, "Work"));
    await user.toast(page, 'Folder "Plans" moved to "Work"').waitFor();

    expect(await rows(page)).toEqual(["Pinned", "Sensitive", "Work", "-Plans", "-Mail"]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("shows the path in the note and in search results", async () => {
    const { page } = laptop;
    await page.getByRole("tab", { name: "All Notes" }).click();
    await user.openNote(page, "Harbour");
    await page.getByText("Work / Plans").locator("visible=true").first().waitFor();
    await page.getByRole("searchbox").fill("pier");
    await user.row(page, "Harbour").getByText("Work / Plans").waitFor();
    await page.keyboard.press("Escape");
  });

  it("keeps a closed folder closed over a reload, on this device", async () => {
    const { page } = laptop;
    await user.syncNow(page);
    await tree(page).getByRole("button", { name: "Hide folders in Work" }).click();
    await page.reload();
    await tree(page).getByRole("button", { name: "Show folders in Work" }).waitFor();
    expect(await rows(page)).toEqual(["Pinned", "Sensitive", "Work"]);
    await folder(page, "Work").focus();
    await page.keyboard.press("ArrowRight");
    expect(await rows(page)).toEqual(["Pinned", "Sensitive", "Work", "-Plans", "-Mail"]);
  });

  it("moves a folder by touch through its menu, and two moves at once make no circle", async () => {
    await user.signIn(phone.page, server.origin, WHO);
    await phone.page.waitForURL("**/dashboard");
    await phone.page.goto(`${server.origin}/notes`);
    await phone.page.getByRole("tab", { name: "Work / Plans" }).click();
    await phone.offline(true);
    await phone.page.getByRole("button", { name: "Folder", exact: true }).click();
    await phone.page.getByRole("menuitem", { name: "Move to…" }).click();
    const dialog = phone.page.getByRole("dialog", { name: 'Move "Plans" to' });
    await dialog.getByRole("button", { name: "Mail" }).click();
    await user.toast(phone.page, 'Folder "Plans" moved to "Mail"').waitFor();

    await chooseInMenu(laptop.page, "Mail", "Move to…");
    const onLaptop = laptop.page.getByRole("dialog", { name: 'Move "Mail" to' });
    await onLaptop.getByRole("button", { name: "Plans" }).click();
    await user.toast(laptop.page, 'Folder "Mail" moved to "Plans"').waitFor();
    await user.syncNow(laptop.page);
    await phone.offline(false);
    await user.syncNow(phone.page);
    await user.syncNow(laptop.page);

    // The older of the two comes to the top, with the other in it.
    await expect.poll(() => rows(laptop.page)).toEqual(["Pinned", "Sensitive", "Work", "Plans", "-Mail"]);
    await phone.page.getByRole("tab", { name: "Plans / Mail" }).waitFor();
    await user.row(laptop.page, "Harbour").waitFor();
  });
});
