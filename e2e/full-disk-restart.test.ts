/**
 * A browser that ends while its disk is full, and starts again: every saved note is still there. Without
 * adapters/indexed-db/databases/prepare-databases.ts, Chromium considered the log of its databases damaged and deleted them two starts
 * later.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { mountSmallDisk, type SmallDisk } from "./harness/servers/small-disk.ts";
import { readStored } from "./harness/stored/stored-notes.ts";
import { runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const TITLES = ["Curlew", "Dunlin", "Heron"];
/** Larger than the free space in a file's last block. */
const MUCH = "low water ".repeat(4000);
const TEXT_REFUSED = "This device's disk is full. Your text is still here. Free up some space, then save again.";

/** The browser writes local storage to disk some seconds later. */
async function choiceKept({ profile }: Device): Promise<void> {
  const folder = join(profile, "Default/Local Storage/leveldb");
  const kept = () => readdirSync(folder).some((name) => readFileSync(join(folder, name), "latin1").includes("localModeEnabled"));
  await vi.waitFor(() => expect(kept()).toBe(true), { timeout: 60_000 });
}

/** Stores so much on another site that Chromium deletes all non-persistent data when the disk is full (decision 0007). */
async function storeElsewhere({ context }: Device, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/healthz`);
  await page.evaluate(async () => {
    const cache = await caches.open("other");
    await cache.put("/film", new Response(new Uint8Array(30 * 1024 * 1024)));
  });
  await page.close();
}

const fullDiskPage = (page: Page) => page.getByRole("heading", { name: "This device's disk is full" });
/**
 * Chromium evicts after a failed write, not before it reports the failure, so it gets the time of another attempt. It may also crash by
 * itself for lack of space.
 */
async function tryAgain(page: Page): Promise<void> {
  try {
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Try again" }).click()]);
    await fullDiskPage(page).waitFor();
  } catch (error) {
    if (!/has been closed|crashed/.test(String(error))) throw error;
  }
}

const titlesOf = async (page: Page) => (await readStored(page, "local")).map(({ title }) => title).sort();

const canMount = mountSmallDisk();
canMount?.remove();

describe.skipIf(canMount === undefined).each([
  { how: "killed", next: "with room", storage: "best-effort" },
  { how: "closed", next: "still full", storage: "best-effort" },
  { how: "killed", next: "still full", storage: "best-effort" },
  { how: "killed", next: "still full", storage: "persistent, beside other sites" },
] as const)("A full disk, the browser $how, the next start $next, storage $storage", ({ how, next, storage }) => {
  let disk: SmallDisk | undefined;
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    disk = mountSmallDisk();
    server = await startServer();
    const isPersistent = storage !== "best-effort";
    device = await openDevice({ folder: disk?.folder ?? "", ...(isPersistent && { isWhole: true, persistentOrigin: server.origin }) });
    page = device.page;
    if (isPersistent) await storeElsewhere(device, server.origin.replace("localhost", "127.0.0.1"));
    await user.useLocally(page, server.origin);
    for (const title of TITLES) await user.writeNote(page, title, "at low water");
    await choiceKept(device);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(await page.evaluate(() => navigator.storage.persisted())).toBe(isPersistent);
  });
  afterAll(async () => {
    disk?.free();
    const complaints = device?.complaints();
    await device?.close();
    await server?.close();
    disk?.remove();
    expect(complaints).toEqual([]);
  });

  it("keeps typed text on the screen until the end", async () => {
    await user.openNote(page, "Heron");
    await user.editNote(page);
    await user.textField(page).click();
    disk?.fill();
    await page.keyboard.insertText(`${MUCH}hovers over the pool`);
    await user.save(page);
    await user.toast(page, TEXT_REFUSED).waitFor();
    expect(await user.textField(page).textContent()).toContain("hovers over the pool");
    await device.halt(how);
  });

  it.runIf(next === "still full")("explains that notes cannot be opened before there is space", async () => {
    // The second start would find what the first one wrote.
    for (const start of [1, 2]) {
      page = await device.resume();
      await page.goto(`${server.origin}/notes`);
      await fullDiskPage(page).waitFor();
      if (start === 2) continue;
      if (how === "killed") await tryAgain(page);
      await device.halt(how);
    }
    disk?.free();
    await page.getByRole("button", { name: "Try again" }).click();
    await user.row(page, "Heron").waitFor();
    await device.halt(how);
  });

  it("shows every saved note at the next two starts", async () => {
    disk?.free();
    for (const _ of [1, 2]) {
      page = await device.resume();
      await page.goto(`${server.origin}/notes`);
      for (const title of TITLES) await user.row(page, title).waitFor();
      expect(await titlesOf(page)).toEqual(TITLES);
      await device.halt(how);
    }
    page = await device.resume();
  });
});
