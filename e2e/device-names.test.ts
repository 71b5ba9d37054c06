/** Two devices with the same browser can be told apart, and renamed from each other. Decision 0048. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "ada@example.org", password: "Pebble-Harbour-41" };

describe("Two devices with the same browser", () => {
  let server: TestServer;
  let laptop: Device;
  let desktop: Device;
  beforeAll(async () => {
    server = await startServer();
    [laptop, desktop] = [await openDevice(), await openDevice()];
    await user.moveIn(laptop.page, server.origin, WHO);
    await user.writeNote(laptop.page, "Tides", "High water 06:41");
    await user.waitForState(laptop.page, "Tides", "In your drive");
  });
  afterAll(() => closeAll(laptop, desktop, server));

  const devicesOf = async ({ page }: Device) => {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: /^Sync/ }).click();
    return page.getByRole("tabpanel").getByRole("list").filter({ hasText: "This device" });
  };

  it("shows the second one its name, and all devices what the user chose", async () => {
    const { page } = desktop;
    await user.signInToNotes(page, server.origin, WHO);
    await page.getByText("This device is called Chrome on Linux 2 on your other devices.").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByRole("textbox", { name: "Device name" }).fill("Study");
    await page.keyboard.press("Enter");
    await page.getByText(/^This device is called/).waitFor({ state: "detached" });

    const list = await devicesOf(laptop);
    await list.getByText("Study", { exact: true }).waitFor();
    await list.getByRole("button", { name: "Rename Study" }).click();
    await laptop.page.getByRole("textbox", { name: "Device name" }).fill("Upstairs");
    expect(await findViolationsEverywhere(laptop.page)).toEqual([]);
    await laptop.page.keyboard.press("Enter");
    await list.getByText("Upstairs", { exact: true }).waitFor();

    const there = await devicesOf(desktop);
    await there.getByText("Upstairs", { exact: true }).waitFor();
    await there.getByText("Chrome on Linux", { exact: true }).waitFor();
    await page.reload();
    await (await devicesOf(desktop)).getByText("Upstairs", { exact: true }).waitFor();
  });
});
