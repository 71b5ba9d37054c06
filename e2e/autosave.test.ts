/**
 * 'Autosave after 3 seconds' in the browser: typing continues during a save, and only the user creates a new note. Decision 0005, decision
 * 0005 "Drafts".
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts, readNote, readStored } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "autosave@example.org", password: "Correct horse 1" };

const saved = (page: Page) => page.getByText("Autosaved", { exact: true });

/** Each test continues where the one before stopped. */
describe("Autosave after 3 seconds", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Heron", "at low water");
    await user.waitForState(page, "Heron", "In your drive");
  });
  afterAll(() => closeQuietly([device], server));

  it("saves an existing note without a toast and without moving the caret", async () => {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("tab", { name: "Editor" }).click();
    await page.getByText("Autosave after 3 seconds").click();
    await expect.poll(() => page.getByRole("checkbox", { name: /^Autosave after 3 seconds/ }).isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Editor" }).waitFor({ state: "detached" });

    await user.openNote(page, "Heron");
    await user.editNote(page);
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("A heron ");
    await saved(page).waitFor();
    await expect.poll(async () => (await readNote(page, "Heron")).content).toBe("<p>A heron at low water</p>");
    expect(await user.toast(page, /^Note saved/).count()).toBe(0);

    // Typed without a click, so the letters go where the caret is.
    await page.keyboard.type("stands ");
    await saved(page).waitFor({ state: "detached" });
    expect(await user.textField(page).textContent()).toBe("A heron stands at low water");
    await saved(page).waitFor();
    await page.keyboard.type("still ");
    expect(await user.textField(page).textContent()).toBe("A heron stands still at low water");
    await saved(page).waitFor();
    await expect.poll(() => readDrafts(page)).toBe("[]");
  });

  it("stays on after a reload, which shows the saved text", async () => {
    await page.reload();
    await expect.poll(() => user.textField(page).textContent()).toBe("A heron stands still at low water");
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(", alone");
    await saved(page).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await user.openNote(page, "Heron");
    await page.getByRole("article").getByText("A heron stands still at low water, alone").waitFor();
  });

  it("keeps a new note as a draft until the user saves it", async () => {
    await user.beginNote(page, "Tern");
    await user.textField(page).click();
    await page.keyboard.type("hovers");
    await expect.poll(() => readDrafts(page)).toContain("hovers");
    // Typed later and saved automatically, so the delay for the new note is over as well.
    await user.openNote(page, "Heron");
    await user.editNote(page);
    await user.textField(page).locator("visible=true").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" again");
    await saved(page).locator("visible=true").waitFor();
    expect((await readStored(page)).filter(({ alive }) => alive).map(({ title }) => title)).toEqual(["Heron"]);
    expect(await readDrafts(page)).toContain("hovers");
    await page.getByRole("tab", { name: /^Tern/ }).click();
    await user.save(page);
    await user.row(page, "Tern").waitFor();
  });
});
