/** A browser whose disk is full: what is typed stays, every refusal says why, and the next try works once there is room, without a reload. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import { mountSmallDisk, type SmallDisk } from "./harness/small-disk.ts";
import { readStored } from "./harness/stored-notes.ts";
import { tellInOrder } from "./harness/story.ts";

const WHO = { email: "disk@example.org", password: "Correct horse 1" };
const TEXT_REFUSED = "This device’s disk is full. Your text is still here: free some space, then save again.";

/** More than what a file's last block has left. */
const MUCH = "low water ".repeat(4000);

const canMount = mountSmallDisk();
const band = (page: Page) => page.getByRole("alert").filter({ hasText: "This device’s disk is full. What you type is only on this page" });

canMount?.remove();

describe.skipIf(canMount === undefined).each(["cloud", "local"] as const)("A full disk, %s", (library) => {
  let disk: SmallDisk | undefined;
  let server: TestServer;
  let device: Device;
  let page: Page;
  const titles = async () => (await readStored(page, library)).filter(({ alive }) => alive).map(({ title }) => title);
  /** Presses Save until it is taken: the browser needs a moment to open the database again. */
  async function saveAgain(which: Page, title: string): Promise<void> {
    await person.save(which);
    await which.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
  }

  tellInOrder(() => [device]);
  beforeAll(async () => {
    disk = mountSmallDisk();
    server = await startServer();
    device = await openDevice({ folder: disk?.folder ?? "" });
    page = device.page;
    await device.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
    if (library === "cloud") await person.moveIn(page, server.origin, WHO);
    else await person.useLocally(page, server.origin);
    await person.writeNote(page, "Heron", "at low water");
    if (library === "cloud") await person.waitForState(page, "Heron", "In your drive");
  });
  afterAll(async () => {
    disk?.free();
    const complaints = device?.complaints();
    await device?.close();
    await server?.close();
    disk?.remove();
    expect(complaints).toEqual([]);
  });

  it("keeps a new note on the screen, lets it be copied, and saves it as soon as there is room", async () => {
    await person.beginNote(page, "Tern");
    await person.textField(page).click();
    disk?.fill();
    await page.keyboard.insertText(MUCH);
    await page.keyboard.insertText("hovers over the pool");
    await person.save(page);
    await person.toast(page, TEXT_REFUSED).waitFor();
    await band(page).waitFor();
    expect(await person.titleField(page).inputValue()).toBe("Tern");
    expect(await person.textField(page).textContent()).toBe(`${MUCH}hovers over the pool`);
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(", twice");
    await band(page).getByRole("button", { name: "Copy text" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("hovers over the pool");

    disk?.free();
    await saveAgain(page, "Tern");
    await band(page).waitFor({ state: "detached" });
    expect((await titles()).sort()).toEqual(["Heron", "Tern"]);
    if (library === "cloud") await person.waitForState(page, "Tern", "In your drive");
  });

  it("keeps an edit of an existing note the same way", async () => {
    await person.openNote(page, "Heron");
    await person.editNote(page);
    await person.textField(page).click();
    disk?.fill();
    await page.keyboard.insertText(`${MUCH}stands on one leg`);
    await person.save(page);
    await person.toast(page, TEXT_REFUSED).last().waitFor();
    expect(await person.textField(page).textContent()).toContain("stands on one leg");

    disk?.free();
    await saveAgain(page, "Heron");
    const stored = await readStored(page, library);
    expect(stored.find(({ title }) => title === "Heron")?.content).toContain("stands on one leg");
    expect((await titles()).sort()).toEqual(["Heron", "Tern"]);
  });
});
