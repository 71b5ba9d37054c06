import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { type DriveView, openDriveView } from "./harness/drive-view.ts";
import * as person from "./harness/person.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import { tellInOrder } from "./harness/story.ts";
import { watchTraffic } from "./harness/traffic.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
const WORDS = "Gooseberry ledger ";
/** More than one piece of an upload. */
const LEDGER = Buffer.from(WORDS.repeat(180_000));

describe("Attached files, end to end", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let local: Device;
  let drive: DriveView;

  tellInOrder(() => [first, second, local]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
    local = await openDevice();
    const traffic = watchTraffic(first.context);
    drive = openDriveView(server.origin, () => traffic.driveToken());
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await local?.close();
    await server?.close();
  });

  it("A4 waits on the device without a network, over a reload, and goes sealed into the drive when there is one", async () => {
    const { page, context } = first;
    await person.moveIn(page, server.origin, ADA);
    await person.writeNote(page, "Before", "The first note.");
    await person.waitForState(page, "Before", "In your drive");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await person.beginNote(page, "Orchard");
    await person.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "ledger.txt", mimeType: "text/plain", buffer: LEDGER });
    await person.toast(page, "File attached successfully!").waitFor();
    await page.getByText("Waiting to upload").waitFor();
    await person.save(page);
    await person.row(page, "Orchard").waitFor();
    await page.reload();
    await person.waitForState(page, "Orchard", "On this device");
    expect(await drive.filesIn("attachments")).toEqual([]);

    await context.setOffline(false);
    await person.waitForState(page, "Orchard", "In your drive");

    const [file, ...others] = await drive.filesIn("attachments");
    expect([file?.name, others]).toEqual([expect.stringMatching(/^[\w-]{22}\.bin$/), []]);
    const bytes = await drive.read(file?.id ?? "");
    expect(bytes.subarray(0, 4).toString()).toBe("SAT1");
    expect(bytes.includes("Gooseberry")).toBe(false);
    expect(bytes.length).toBeGreaterThan(LEDGER.length);
  });

  it("A7 is downloaded under its name on another device, by keyboard", async () => {
    const { page } = second;
    await person.signInToNotes(page, server.origin, ADA);
    await person.openNote(page, "Orchard");
    const link = page.getByRole("article").getByRole("button", { name: "Download ledger.txt" });
    await link.focus();
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);

    expect(download.suggestedFilename()).toBe("ledger.txt");
    expect((await readFile(await download.path())).equals(LEDGER)).toBe(true);
  });

  it("issue 10: all of them come to a device that is to keep them, without being opened, and open there without a network", async () => {
    const { page } = first;
    await person.beginNote(page, "Seed list");
    await person.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "seeds.txt", mimeType: "text/plain", buffer: Buffer.from(WORDS) });
    await person.toast(page, "File attached successfully!").waitFor();
    await person.save(page);
    await person.waitForState(page, "Seed list", "In your drive");
    const other = second.page;
    await other.getByRole("button", { name: "Sync", exact: true }).click();
    await person.row(other, "Seed list").waitFor();
    await other.getByRole("button", { name: "Settings" }).first().click();
    await other.getByRole("tab", { name: "Cloud Storage" }).click();
    const section = other.getByRole("region", { name: "Attachments on this device" });
    await section.getByText("1 of 2 attachments is on this device").waitFor();
    await section.getByText("Keep all attachments offline").click();
    await section.getByText("All 2 attachments are on this device").waitFor();
    await other.keyboard.press("Escape");
    await other.evaluate(() => navigator.serviceWorker.ready);
    await second.context.setOffline(true);

    await person.openNote(other, "Seed list");
    const link = other.getByRole("article").getByRole("button", { name: "Download seeds.txt" });
    const [download] = await Promise.all([other.waitForEvent("download"), link.click()]);
    expect((await readFile(await download.path())).toString()).toBe(WORDS);
  });

  it("B3 is kept in local mode too, and comes back after a reload", async () => {
    const { page } = local;
    await person.useLocally(page, server.origin);
    await person.beginNote(page, "Here only");
    await person.textField(page).click();
    await page.locator("[data-attachment-input]").setInputFiles({ name: "small.txt", mimeType: "text/plain", buffer: Buffer.from(WORDS) });
    await person.toast(page, "File attached successfully!").waitFor();
    await person.save(page);
    await person.row(page, "Here only").waitFor();
    await page.reload();
    await person.openNote(page, "Here only");
    const link = page.getByRole("article").getByRole("button", { name: "Download small.txt" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);

    expect((await readFile(await download.path())).toString()).toBe(WORDS);
  });
});
