/** A database that the browser deleted is reported instead of silently returning as an empty library. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { openSandboxClient } from "./harness/servers/sandbox.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const band = (page: Page, count: number) =>
  page
    .getByRole("alert")
    .filter({ hasText: count === 1 ? "1 note is missing from this browser." : `${count} notes are missing from this browser.` });

/** Deletes from a page of this origin that does not hold the database open. */
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

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await user.useLocally(page, server.origin);
    for (const title of ["Heron", "Curlew"]) await user.writeNote(page, title, "at low water");
  });
  afterAll(() => closeQuietly([device], server));

  it("reports how many notes are missing, also after a reload and above new notes", async () => {
    await deleteDatabase(page, server.origin, "NotesAppLocal");
    await page.goto(`${server.origin}/notes`);
    await band(page, 2).getByText("If you have a backup, restore it in Settings", { exact: false }).waitFor();
    await user.writeNote(page, "Dunlin", "after the loss");
    await page.reload();
    await user.row(page, "Dunlin").waitFor();
    await band(page, 2).waitFor();
  });

  it("disappears once it was dismissed", async () => {
    await band(page, 2).getByRole("button", { name: "Dismiss" }).click();
    await band(page, 2).waitFor({ state: "detached" });
    await page.reload();
    await user.row(page, "Dunlin").waitFor();
    expect(await page.getByText("missing from this browser").count()).toBe(0);
  });
});

describe("An account whose database the browser deleted", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await user.moveIn(page, server.origin, { email: "gone@example.org", password: "Correct horse 1" });
    await user.writeNote(page, "Heron", "at low water");
    await user.waitForState(page, "Heron", "In your drive");
  });
  afterAll(() => closeQuietly([device], server));

  it("reports the unsent changes as lost, and restores the rest from the drive", async () => {
    const sandbox = openSandboxClient(server.origin);
    await sandbox.setFaults({ rules: [{ then: { status: 503 } }] });
    await user.writeNote(page, "Curlew", "never sent");
    await deleteDatabase(page, server.origin, "CloudNotesCache");
    await sandbox.reset();
    await page.goto(`${server.origin}/notes`);
    await user.toast(page, /One change that hadn't reached your drive couldn't be recovered\./).waitFor();
    await user.row(page, "Heron").waitFor();
    expect(await user.row(page, "Curlew").count()).toBe(0);
  });
});
