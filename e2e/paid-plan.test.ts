/** Paid plans: the same features as with the user's own drive, in storage on the server, which holds only the user's own sealed files. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { searchFolder } from "./harness/stored/secrecy.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
const TITLE = "Brackenmoor harvest";

describe("A paid plan", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
  });
  afterAll(() => closeAll(first, second, server));

  it("does not ask for a drive, and stores notes in managed storage", async () => {
    const { page } = first;
    await user.register(page, server.origin, ADA);
    await user.choosePlan(page, "Basic");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Start using Notes" }).click();
    await page.waitForURL("**/notes");

    await user.writeNote(page, TITLE, "Today we picked thimbleberry");

    await user.waitForState(page, TITLE, "In your storage");
  });

  it("shows the note on another device, and gets its changes back", async () => {
    await user.signInToNotes(second.page, server.origin, ADA);
    await user.openNote(second.page, TITLE);
    await second.page.getByRole("article").getByText("Today we picked thimbleberry").waitFor();
    await user.editNote(second.page);
    await user.textField(second.page).click();
    await second.page.keyboard.press("ControlOrMeta+End");
    await second.page.keyboard.insertText(" and Windlestraw");
    await user.saveEdit(second.page);
    await user.waitForState(second.page, TITLE, "In your storage");

    await first.page.reload();
    await user.openNote(first.page, TITLE);
    await first.page.getByRole("article").getByText("thimbleberry and Windlestraw").waitFor();
  });

  it("hides every word of it from the server", async () => {
    const { findings, bytes } = await searchFolder(server.dataDir, ["Brackenmoor", "thimbleberry", "Windlestraw"]);

    expect(findings).toEqual([]);
    expect(bytes).toBeGreaterThan(1000);
  });
});

describe("A plan changed during onboarding", () => {
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
  });
  afterAll(() => closeAll(device, server));

  it("asks for a drive after all, and keeps the notes there without a question", async () => {
    const { page } = device;
    await user.register(page, server.origin, ADA);
    await user.choosePlan(page, "Basic");
    await page.getByRole("heading", { name: "Storage Ready", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("radio", { name: /^Free/ }).check({ force: true });
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await user.connectButton(page).click();
    await user.allowDrive(page);
    await page.getByText("Sandbox drive · ada@example.org").waitFor();
    await page.getByRole("button", { name: "Start using Notes" }).click();
    await page.waitForURL("**/notes");

    await user.writeNote(page, TITLE, "Today we picked thimbleberry");
    await user.waitForState(page, TITLE, "In your drive");
    expect(await page.getByText("different drive account").count()).toBe(0);
  });

  it("moves notes to managed storage if a paid plan is chosen after connecting a drive", async () => {
    const { page } = device;
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
    await user.toast(page, "All cached data cleared from device").waitFor();
    await user.register(page, server.origin, { ...ADA, email: "grace@example.org" });
    await user.choosePlan(page, "Free");
    await user.connectButton(page).click();
    await user.allowDrive(page);
    await page.getByRole("heading", { name: "All set" }).waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("radio", { name: /^Basic/ }).check({ force: true });
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Start using Notes" }).click();

    await user.toast(page, "Your plan is now Basic. All your notes have been moved.").waitFor();
    await user.writeNote(page, TITLE, "Today we picked thimbleberry");
    await user.waitForState(page, TITLE, "In your storage");
    expect(await page.getByText("different drive account").count()).toBe(0);
    expect(device.complaints()).toEqual([]);
  });
});
