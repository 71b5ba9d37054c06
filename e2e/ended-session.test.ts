/**
 * A session that ends during typing, because another device ended it or it expired. After the next sign-in the text is restored in its
 * editor as unsaved, once and with a notice, and no sensitive text was unencrypted in between. Decision 0005 "Drafts", encryption.md 3.5
 * (13).
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { readEverythingStored } from "./harness/page/left-behind.ts";
import { endSessions, type SessionEnd } from "./harness/servers/running-server.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts, readStored } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "ended@example.org", password: "Correct horse 1" };
const FOLDER_PASSWORD = "quiet sea 77";

const folder = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const box = (page: Page) => page.getByText(/^Unsaved changes were recovered\. Last edited /);
const notice = (page: Page, sentence: string) => page.getByRole("status").filter({ hasText: sentence });

describe.each(["revoked", "expired"] as const)("A session that is %s during typing", (how: SessionEnd) => {
  let server: TestServer;
  let device: Device;
  let page: Page;
  const titles = async () => (await readStored(page)).filter(({ alive }) => alive).map(({ title }) => title);

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

  /** The last words are still being written to disk when the response arrives. */
  async function endWhileTyping(lastText: string, what: "edit" | "create"): Promise<void> {
    const reported = user.toast(page, `Please log in to ${what} notes`).waitFor();
    await endSessions(server.dataDir, WHO.email, how);
    await page.keyboard.insertText(lastText);
    await page.evaluate(() => void window.dispatchEvent(new Event("online")));
    await reported;
    await page.getByRole("button", { name: "Sign In" }).waitFor();
  }
  async function signInAgain(): Promise<void> {
    await page.getByLabel("Email", { exact: true }).fill(WHO.email);
    await page.getByLabel("Password", { exact: true }).fill(WHO.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/login"));
    await user.row(page, "Heron").waitFor();
  }
  /** A revoked session has cleared the device and its open tabs; after an expired one the tabs are still there. */
  async function openAnnounced(): Promise<void> {
    if (how === "revoked") await notice(page, "Unsaved changes were recovered: “").getByRole("button", { name: "Open" }).click();
    await box(page).waitFor();
  }
  async function type(text: string): Promise<void> {
    await user.textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(text);
  }

  it("restores the text in the editor of its note", async () => {
    await user.openNote(page, "Heron");
    await user.editNote(page);
    await type(", typed before");
    await expect.poll(() => readDrafts(page)).toContain("typed before");
    await endWhileTyping(" and in the last moment", "edit");
    await signInAgain();
    await box(page).waitFor();
    await expect.poll(() => user.textField(page).textContent()).toBe("at low water, typed before and in the last moment");
    await expect.poll(titles).toEqual(["Heron"]);
    await user.saveEdit(page);
    await user.waitForState(page, "Heron", "In your drive");
    await expect.poll(() => readDrafts(page)).toBe("[]");
    await expect.poll(titles).toEqual(["Heron"]);
  });

  it("restores a new note as a new note in its tab", async () => {
    await user.beginNote(page, "Tern");
    await type("hovers");
    await endWhileTyping(" over the pool", "create");
    await signInAgain();
    await openAnnounced();
    expect(await user.titleField(page).inputValue()).toBe("Tern");
    await expect.poll(() => user.textField(page).textContent()).toBe("hovers over the pool");
    await expect.poll(titles).toEqual(["Heron"]);
    await user.save(page);
    await user.waitForState(page, "Tern", "In your drive");
    await expect.poll(async () => (await titles()).sort()).toEqual(["Heron", "Tern"]);
    await expect.poll(() => readDrafts(page)).toBe("[]");
  });

  it("restores a sensitive text after unlocking, and keeps none of it unencrypted", async () => {
    await folder(page).click();
    const setUp = dialog(page, "Set up the Sensitive folder");
    await setUp.getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
    await setUp.getByLabel("Confirm password").fill(FOLDER_PASSWORD);
    await setUp.getByRole("button", { name: "Set up password" }).click();
    await page.getByRole("timer").locator("visible=true").waitFor();
    await user.writeNote(page, "Zebrafinch", "nests in the wall");
    await user.waitForState(page, "Zebrafinch", "In your drive");
    await user.openNote(page, "Zebrafinch");
    await user.editNote(page);
    await type(", typed before");
    await expect.poll(() => readDrafts(page)).toContain("A256GCM");
    await endWhileTyping(" and in the lastmoment", "edit");
    await expect.poll(() => readEverythingStored(page)).not.toMatch(/Zebrafinch|nests in the wall|lastmoment/);
    await signInAgain();
    await notice(page, "Unsaved changes to a sensitive note were recovered.").getByRole("button", { name: "Unlock" }).click();
    await dialog(page, "Sensitive folder").getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
    await dialog(page, "Sensitive folder").getByRole("button", { name: "Unlock", exact: true }).click();
    await box(page).waitFor();
    await dialog(page, "Unsaved drafts").waitFor({ state: "detached" });
    await expect.poll(() => user.textField(page).textContent()).toBe("nests in the wall, typed before and in the lastmoment");
    await user.saveEdit(page);
    await user.waitForState(page, "Zebrafinch", "In your drive");
    await expect.poll(async () => (await titles()).length).toBe(3);
    await expect.poll(() => readDrafts(page)).toBe("[]");
  });

  it("keeps text that is typed in another window at the same time", async () => {
    const other = await device.context.newPage();
    await other.goto(`${server.origin}/notes`);
    await user.beginNote(other, "Egret");
    await user.textField(other).click();
    await other.keyboard.insertText("wades");
    await page.bringToFront();
    await user.beginNote(page, "Ruff");
    await type("struts");
    await other.evaluate(() => void setTimeout(() => document.execCommand("insertText", false, " in the shallows"), 0));
    await endWhileTyping(" at the lek", "create");
    await other.getByRole("button", { name: "Sign In" }).waitFor();
    await signInAgain();
    await expect.poll(() => readDrafts(page)).toMatch(/wades in the shallows/);
    await expect.poll(() => readDrafts(page)).toMatch(/struts at the lek/);
    await other.close();
  });
});
