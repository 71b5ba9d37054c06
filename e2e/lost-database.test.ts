/** A database that the browser deleted does not come back as an empty library without a word. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { openSandboxDoor } from "./harness/sandbox.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import { tellInOrder } from "./harness/story.ts";

const band = (page: Page, count: number) =>
  page
    .getByRole("alert")
    .filter({ hasText: count === 1 ? "1 note is gone from this browser." : `${count} notes are gone from this browser.` });

/** From a page of this origin that does not hold it open. */
async function deleteDatabase(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    (database) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database);
        request.onsuccess = resolve;
        request.onerror = () => reject(request.error);
      }),
    name,
  );
}

describe("Local mode whose database the browser deleted", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  tellInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await person.useLocally(page, server.origin);
    for (const title of ["Heron", "Curlew"]) await person.writeNote(page, title, "at low water");
  });
  afterAll(async () => {
    const complaints = device?.complaints();
    await device?.close();
    await server?.close();
    expect(complaints).toEqual([]);
  });

  it("says how many notes are gone and what to do, also after a reload and over new notes", async () => {
    await deleteDatabase(page, server.origin, "NotesAppLocal");
    await page.goto(`${server.origin}/notes`);
    await band(page, 2).getByText("If you have a backup, restore it in Settings", { exact: false }).waitFor();
    await person.writeNote(page, "Dunlin", "after the loss");
    await page.reload();
    await person.row(page, "Dunlin").waitFor();
    await band(page, 2).waitFor();
  });

  it("goes once it was dismissed", async () => {
    await band(page, 2).getByRole("button", { name: "Dismiss" }).click();
    await band(page, 2).waitFor({ state: "detached" });
    await page.reload();
    await person.row(page, "Dunlin").waitFor();
    expect(await page.getByText("gone from this browser").count()).toBe(0);
  });
});

describe("An account whose database the browser deleted", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  tellInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await person.moveIn(page, server.origin, { email: "gone@example.org", password: "Correct horse 1" });
    await person.writeNote(page, "Heron", "at low water");
    await person.waitForState(page, "Heron", "In your drive");
  });
  afterAll(async () => {
    const complaints = device?.complaints();
    await device?.close();
    await server?.close();
    expect(complaints).toEqual([]);
  });

  it("says how many changes had not been sent, and has the others from the drive", async () => {
    const sandbox = openSandboxDoor(server.origin);
    await sandbox.setFaults({ rules: [{ then: { status: 503 } }] });
    await person.writeNote(page, "Curlew", "never sent");
    await deleteDatabase(page, server.origin, "CloudNotesCache");
    await sandbox.reset();
    await page.goto(`${server.origin}/notes`);
    await person.toast(page, /One change that had not reached your drive could not be read any more\./).waitFor();
    await person.row(page, "Heron").waitFor();
    expect(await person.row(page, "Curlew").count()).toBe(0);
  });
});
