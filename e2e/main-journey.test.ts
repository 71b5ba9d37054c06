import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { findPageProblems } from "./harness/page/best-practice.ts";
import { readSaveSteps, recordSave } from "./harness/page/save-order.ts";
import { type Traffic, watchTraffic } from "./harness/page/traffic.ts";
import { openSandboxClient, type SandboxClient } from "./harness/servers/sandbox.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { type DriveView, openDriveView } from "./harness/stored/drive-view.ts";
import { findWords, searchFolder } from "./harness/stored/secrecy.ts";
import { breakCache, readDrafts, readStored } from "./harness/stored/stored-notes.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
/** Words that occur only in notes and passwords. */
const SECRETS = [
  "Brackenmoor",
  "thimbleberry",
  "Windlestraw",
  "Offlineheron",
  "Crashkestrel",
  "Quillfeather",
  "Private and confidential notes",
];
const HARVEST = "Brackenmoor harvest";
/** Delays uploads, so that the messages during an upload can be read. */
const SLOW_WRITES = { rules: [{ on: { pathIncludes: "/upload/" }, then: { delayMs: 3000 } }] } as const;

/** Each test continues where the one before stopped: this is one story on two devices. */
describe("The main job, end to end", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let traffic: Traffic;
  let secondTraffic: Traffic;
  let drive: DriveView;
  let sandbox: SandboxClient;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    sandbox = openSandboxClient(server.origin);
    first = await openDevice({ isWhole: true });
    second = await openDevice({ isWhole: true });
    traffic = watchTraffic(first.context);
    secondTraffic = watchTraffic(second.context);
    drive = openDriveView(server.origin, () => traffic.driveToken());
  });
  afterAll(() => closeAll(first, second, server));

  it("A2.1 redirects a signed-out visitor from / to /login", async () => {
    await first.page.goto(`${server.origin}/`);

    await first.page.waitForURL("**/login");
    expect(await findAccessibilityViolations(first.page)).toEqual([]);
    expect(await findPageProblems(first.page)).toEqual([]);
  });

  it("A2.3 creates an account and continues with onboarding", async () => {
    const { page } = first;
    await page.getByRole("link", { name: "Create account" }).click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await user.fillRegistration(page, ADA);
    await page.getByRole("button", { name: "Create account" }).click();

    await page.waitForURL("**/onboarding");
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("A2.5 connects the sandbox drive on its authorize page and returns", async () => {
    const { page } = first;
    await user.choosePlan(page, "Free");
    expect(await page.getByRole("button", { name: "Continue", exact: true }).isDisabled()).toBe(true);
    await user.connectButton(page).click();
    await user.allowDrive(page);
    const active = user.toast(page, "Full sync optimization active...").waitFor();

    const start = page.getByRole("button", { name: "Start using Notes" });
    await start.waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const made = user.toast(page, "Default folders created successfully").waitFor();
    await start.click();
    await page.waitForURL("**/notes");
    await Promise.all([made, active]);
  });

  it("A4 shows a new note at once, and its state until it is in the drive", async () => {
    const { page } = first;
    await user.beginNote(page, HARVEST);
    await user.textField(page).click();
    await page.keyboard.type("Today we picked ");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type("thimbleberry");
    const sentence = "Note created! Uploading in background...";
    await recordSave(page, HARVEST, sentence);
    await sandbox.setFaults(SLOW_WRITES);
    await user.save(page);

    await user.toast(page, sentence).waitFor();
    await sandbox.setFaults({});
    const steps = await readSaveSteps(page);
    expect(steps.map(({ step }) => step)).toEqual(["press", "on disk", "in the list", "toast"]);
    expect((steps[2]?.frame ?? 0) - (steps[1]?.frame ?? 0), "frames from the disk to the list").toBeLessThanOrEqual(1);
    await user.waitForState(page, HARVEST, "In your drive");
    expect(await drive.filesIn("notes")).toHaveLength(1);
    await user.openNote(page, HARVEST);
    await page.locator("strong", { hasText: "thimbleberry" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("A4 shows it decrypted in a second profile that signs in", async () => {
    await user.signInToNotes(second.page, server.origin, ADA);

    await user.row(second.page, HARVEST).waitFor({ timeout: 30_000 });
    await user.openNote(second.page, HARVEST);
    await second.page.locator("strong", { hasText: "thimbleberry" }).waitFor();
  });

  it("A4 brings an edit from there to the first device without a reload", async () => {
    const writes = [...secondTraffic.driveCalls().keys()].filter((kind) => !kind.startsWith("GET"));
    expect(writes, "a fresh device writes nothing (sync.md I2)").toEqual([]);
    await user.editNote(second.page);
    await user.textField(second.page).click();
    await second.page.keyboard.press("ControlOrMeta+End");
    await second.page.keyboard.type(" and Windlestraw");
    await user.saveEdit(second.page);
    await user.waitForState(second.page, HARVEST, "In your drive");

    await first.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await first.page.getByText("and Windlestraw").first().waitFor({ timeout: 60_000 });
  });

  it("A4 removes a note deleted on one device from the other, and keeps it in soft-delete/", async () => {
    await user.writeNote(first.page, "Windlestraw list", "to be deleted");
    await user.waitForState(first.page, "Windlestraw list", "In your drive");
    await second.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await user.row(second.page, "Windlestraw list").waitFor({ timeout: 60_000 });

    await user.openNote(first.page, "Windlestraw list");
    await user.deleteNote(first.page);
    await user.toast(first.page, "Note deleted!").waitFor();
    await expect.poll(() => drive.filesIn("soft-delete"), { timeout: 30_000 }).toHaveLength(1);
    await second.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await user.row(second.page, "Windlestraw list").waitFor({ state: "detached", timeout: 60_000 });

    expect(await user.row(first.page, "Windlestraw list").count()).toBe(0);
    expect(await drive.filesIn("notes")).not.toHaveLength(0);
  });

  it("A1 opens from the service worker without a network, and uploads later", async () => {
    const { page } = first;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.offline(true);
    await page.goto(`${server.origin}/notes`);
    await user.row(page, HARVEST).waitFor();
    await user.openNote(page, HARVEST);
    await user.editNote(page);
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(", seen by an Offlineheron");
    await user.saveEdit(page);
    await user.writeNote(page, "Offlineheron", "written without a network");
    await user.waitForState(page, "Offlineheron", "On this device");

    await first.offline(false);

    await user.waitForState(page, "Offlineheron", "In your drive");
    await user.waitForState(page, HARVEST, "In your drive");
    await second.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await user.row(second.page, "Offlineheron").waitFor({ timeout: 60_000 });
  });

  it("A4 keeps acknowledged and typed text when the tab dies during a save", async () => {
    await user.beginNote(first.page, "Crashkestrel");
    await user.textField(first.page).click();
    await first.page.keyboard.insertText("hovering over Brackenmoor");
    await sandbox.setFaults(SLOW_WRITES);
    await user.save(first.page);
    await user.toast(first.page, "Note created! Uploading in background...").waitFor();
    const page = await first.crash();
    await sandbox.setFaults({});

    await page.goto(`${server.origin}/notes`);
    await user.openNote(page, "Crashkestrel");
    await page.getByRole("article").getByText("hovering over Brackenmoor").waitFor();
    await user.waitForState(page, "Crashkestrel", "In your drive");
  });

  it("decision 0005 keeps text that was typed and never saved", async () => {
    await user.beginNote(first.page, "Crashkestrel, unsaved");
    await user.textField(first.page).click();
    await first.page.keyboard.insertText("typed and never saved");
    await expect.poll(() => readDrafts(first.page)).toContain("typed and never saved");
    // A window that is opened now does not take over the text.
    const beside = await first.context.newPage();
    await beside.goto(`${server.origin}/notes`);
    await beside.getByRole("button", { name: "More", exact: true }).first().click();
    await beside.getByRole("menu").waitFor();
    expect(await beside.getByRole("menuitem", { name: "Unsaved drafts" }).count()).toBe(0);
    await beside.close();
    const page = await first.crash();

    await page.goto(`${server.origin}/notes`);
    // The window that held the text is gone: the text is announced, and listed until a window opens it.
    await page.getByText("Unsaved changes were recovered: “Crashkestrel, unsaved”.").waitFor();
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Unsaved drafts" }).click();
    await page.getByRole("dialog", { name: "Unsaved drafts" }).getByRole("button", { name: /^Open/ }).first().click();
    await user.textField(page).getByText("typed and never saved").waitFor();
    expect(await user.titleField(page).inputValue()).toBe("Crashkestrel, unsaved");
  });

  it("A4 keeps the text as a note or a draft when the tab dies while saving", async () => {
    const text = "saved in the last moment";
    await user.titleField(first.page).fill("Crashkestrel, at once");
    await user.textField(first.page).click();
    await first.page.keyboard.press("ControlOrMeta+a");
    await first.page.keyboard.insertText(text);
    await expect.poll(() => readDrafts(first.page)).toContain(text);
    await user.save(first.page);
    const page = await first.crash();

    await page.goto(`${server.origin}/notes`);
    await page.getByRole("listbox", { name: "Notes" }).waitFor();
    const notes = await readStored(page);
    const drafts = await readDrafts(page);
    expect([...notes.map(({ content }) => content), drafts].filter((content) => content.includes(text)).length).toBeGreaterThan(0);
  });

  it("B4.7 rebuilds a broken copy on the device, and keeps unsynced notes", async () => {
    await first.offline(true);
    await user.writeNote(first.page, "Crashkestrel, only here", "in a database that breaks");
    await user.waitForState(first.page, "Crashkestrel, only here", "On this device");
    // The app cannot send anything while none of its pages is open.
    await first.page.goto("about:blank");
    await first.offline(false);
    await breakCache(first.page, server.origin);

    await first.page.goto(`${server.origin}/notes`);

    await user.toast(first.page, /It was reset .* that hadn't reached your drive/).waitFor();
    await user.waitForState(first.page, "Crashkestrel, only here", "In your drive");
    await user.row(first.page, HARVEST).waitFor();
  });

  it("hides every word from server, drive, database, logs and requests", async () => {
    const { findings, bytes } = await searchFolder(server.dataDir, SECRETS);
    const sent = [...traffic.sent, ...secondTraffic.sent].filter(({ body }) => body !== null);

    expect(bytes).toBeGreaterThan(10_000);
    expect(sent.length).toBeGreaterThan(10);
    expect(findings).toEqual([]);
    expect(findWords("server log", Buffer.from(server.log()), SECRETS)).toEqual([]);
    expect(sent.flatMap(({ url, body }) => findWords(url.pathname, body ?? Buffer.alloc(0), SECRETS))).toEqual([]);
    expect([...traffic.sent, ...secondTraffic.sent].flatMap(({ url }) => findWords(url.pathname, Buffer.from(url.href), SECRETS))).toEqual(
      [],
    );
  });

  it("keeps both consoles clean", () => {
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
