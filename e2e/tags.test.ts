import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "tags@example.org", password: "Tags first 1" };

const chips = (page: Page) => page.getByRole("list", { name: "Tags of this note" });
const tree = (page: Page) => page.getByRole("region", { name: "Tags" });

/** Opens the dialog by the palette, which works wherever the focus is. */
async function addTags(page: Page, ...tags: readonly string[]): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill("tags of this");
  await page.getByRole("option", { name: "Tags of this note" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags of this note" });
  for (const tag of tags) {
    await dialog.getByRole("combobox", { name: "Add tag" }).fill(tag);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: `Remove tag ${tag}` }).waitFor();
  }
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("decision 0047 tags on two devices", () => {
  let server: TestServer;
  let laptop: Device;
  let phone: Device;

  runInOrder(() => [laptop, phone]);
  beforeAll(async () => {
    server = await startServer();
    laptop = await openDevice();
    phone = await openDevice();
  });
  afterAll(() => closeAll(laptop, phone, server));

  it("adds tags that the note keeps over a reload, and finds it by them", async () => {
    const { page } = laptop;
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Lapwings", "on the marsh");
    await addTags(page, "birds", "field notes/spring");
    await user.writeNote(page, "Bread", "rye");
    await page.reload();
    await user.openNote(page, "Lapwings");
    await chips(page).getByText("field notes/spring").waitFor();
    await tree(page)
      .getByRole("button", { name: /^field notes/ })
      .click();
    await user.row(page, "Bread").waitFor({ state: "detached" });
    await user.row(page, "Lapwings").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove filter field notes" }).click();
    await user.row(page, "Bread").waitFor();
  });

  it("keeps what both devices changed at once", async () => {
    await user.syncNow(laptop.page);
    await user.signInToNotes(phone.page, server.origin, WHO);
    await user.openNote(phone.page, "Lapwings");
    await chips(phone.page).getByText("birds").waitFor();
    await phone.offline(true);
    await addTags(phone.page, "marsh");
    await addTags(laptop.page, "waders");
    await chips(laptop.page).getByRole("listitem").filter({ hasText: "birds" }).hover();
    await laptop.page.getByRole("button", { name: "Remove tag birds" }).click();
    await chips(laptop.page).getByText("birds").waitFor({ state: "detached" });
    await user.syncNow(laptop.page);
    await phone.offline(false);
    await user.syncNow(phone.page);
    await user.syncNow(laptop.page);
    for (const { page } of [laptop, phone]) {
      await chips(page).getByText("marsh").waitFor();
      await chips(page).getByText("waders").waitFor();
      await chips(page).getByText("birds").waitFor({ state: "detached" });
    }
  });
});
