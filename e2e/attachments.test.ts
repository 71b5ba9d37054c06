import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { type DriveView, openDriveView } from "./harness/stored/drive-view.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
const PHRASE = "Gooseberry ledger ";
/** Larger than one chunk of an upload. */
const LEDGER = Buffer.from(PHRASE.repeat(180_000));

describe("Attached files, end to end", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let local: Device;
  let drive: DriveView;

  runInOrder(() => [first, second, local]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
    local = await openDevice();
    const traffic = watchTraffic(first.context);
    drive = openDriveView(server.origin, () => traffic.driveToken());
  });
  afterAll(() => closeAll(first, second, local, server));

  it("A4 keeps a file offline over a reload, and uploads it sealed when online", async () => {
    const { page, context } = first;
    await user.moveIn(page, server.origin, ADA);
    await user.writeNote(page, "Before", "The first note.");
    await user.waitForState(page, "Before", "In your drive");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await user.beginNote(page, "Orchard");
    await user.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "ledger.txt", mimeType: "text/plain", buffer: LEDGER });
    await user.toast(page, "File attached successfully!").waitFor();
    await page.getByText("Waiting to upload").waitFor();
    await user.save(page);
    await user.row(page, "Orchard").waitFor();
    await page.reload();
    await user.waitForState(page, "Orchard", "On this device");
    expect(await drive.filesIn("attachments")).toEqual([]);

    await context.setOffline(false);
    await user.waitForState(page, "Orchard", "In your drive");

    const [file, ...others] = await drive.filesIn("attachments");
    expect([file?.name, others]).toEqual([expect.stringMatching(/^[\w-]{22}\.bin$/), []]);
    const bytes = await drive.read(file?.id ?? "");
    expect(bytes.subarray(0, 4).toString()).toBe("SAT1");
    expect(bytes.includes("Gooseberry")).toBe(false);
    expect(bytes.length).toBeGreaterThan(LEDGER.length);
  });

  it("A7 downloads it under its name on another device, by keyboard", async () => {
    const { page } = second;
    await user.signInToNotes(page, server.origin, ADA);
    await user.openNote(page, "Orchard");
    const link = page.getByRole("article").getByRole("button", { name: "Download ledger.txt" });
    await link.focus();
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);

    expect(download.suggestedFilename()).toBe("ledger.txt");
    expect((await readFile(await download.path())).equals(LEDGER)).toBe(true);
  });

  it("decision 0005: downloads all files to a device that keeps them, and opens them offline", async () => {
    const { page } = first;
    await user.beginNote(page, "Seed list");
    await user.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "seeds.txt", mimeType: "text/plain", buffer: Buffer.from(PHRASE) });
    await user.toast(page, "File attached successfully!").waitFor();
    await user.save(page);
    await user.waitForState(page, "Seed list", "In your drive");
    const other = second.page;
    await other.getByRole("button", { name: "Sync", exact: true }).click();
    await user.row(other, "Seed list").waitFor();
    await other.getByRole("button", { name: "Settings" }).first().click();
    await other.getByRole("tab", { name: "Cloud Storage" }).click();
    const section = other.getByRole("region", { name: "Attachments on this device" });
    await section.getByText("1 of 2 files stored here").waitFor();
    await section.getByText("Keep all attachments offline").click();
    await section.getByText("All 2 files stored here").waitFor();
    await other.keyboard.press("Escape");
    await other.evaluate(() => navigator.serviceWorker.ready);
    await second.context.setOffline(true);

    await user.openNote(other, "Seed list");
    const link = other.getByRole("article").getByRole("button", { name: "Download seeds.txt" });
    const [download] = await Promise.all([other.waitForEvent("download"), link.click()]);
    expect((await readFile(await download.path())).toString()).toBe(PHRASE);
  });

  it("B3 keeps a file in local mode over a reload", async () => {
    const { page } = local;
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "Here only");
    await user.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "small.txt", mimeType: "text/plain", buffer: Buffer.from(PHRASE) });
    await user.toast(page, "File attached successfully!").waitFor();
    await user.save(page);
    await user.row(page, "Here only").waitFor();
    await page.reload();
    await user.openNote(page, "Here only");
    const link = page.getByRole("article").getByRole("button", { name: "Download small.txt" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);

    expect((await readFile(await download.path())).toString()).toBe(PHRASE);
  });
});
