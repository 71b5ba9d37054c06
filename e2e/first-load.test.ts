/** The very first page over a network that loses a request, when nothing is cached yet and no service worker runs. Decision 0007. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import * as user from "./harness/user.ts";

describe("The first page on a fresh device", () => {
  let server: TestServer;
  let device: Device;
  let people = 0;
  const someone = () => {
    people += 1;
    return { email: `new${people}@example.org`, password: "Correct horse 1" };
  };

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    device = await openDevice({ isFirstVisit: true });
  });
  afterEach(() => device?.close());
  afterAll(() => server?.close());

  /** Loses the requests for this file of the build, `times` times or until it is released. Other scripts request `start` as well. */
  async function lose(name: string, times = Number.POSITIVE_INFINITY) {
    let [asked, isGiven] = [0, false];
    await device.page.route(`**/assets/${name}-*`, (route) => {
      asked += 1;
      return isGiven || asked > times ? route.continue() : route.abort("connectionreset");
    });
    const give = () => {
      isGiven = true;
    };
    return { asked: () => asked, give };
  }

  it.each(["sealing-worker", "start"])("starts and registers although the first request for '%s' was lost", async (name) => {
    const { asked } = await lose(name, 1);

    await user.register(device.page, server.origin, someone());

    expect(asked()).toBeGreaterThan(1);
    expect(device.complaints()).toEqual([]);
  });

  it.each(["sealing-worker", "start"])("reports that '%s' cannot be loaded, and starts after a refresh", async (name) => {
    const { give } = await lose(name);
    const { page } = device;
    await page.goto(`${server.origin}/login`);

    await page.getByText(/^Satchel couldn't start in this browser/).waitFor();
    give();
    await page.getByRole("button", { name: "Refresh Page" }).click();
    await user.register(page, server.origin, someone());
  });

  /**
   * Without the service worker nothing is cached ahead, so lazily loaded code is requested from the server. The browser itself reports the
   * aborted worker.
   */
  const withoutServiceWorker = () => device.context.route("**/sw.js", (route) => route.abort());
  const complaints = () => device.complaints().filter((message) => message !== "An unknown error occurred when fetching the script.");

  const search = (page: Page) => page.getByRole("searchbox", { name: "Search notes" });

  it("fetches other screens after the first rows, whose way to the screen they would slow down", async () => {
    const { page } = device;
    await user.useLocally(page, server.origin);
    await user.writeNote(page, "Kitchen diary", "the sourdough rose");
    await page.addInitScript(() => {
      new MutationObserver((_, watch) => {
        if (document.querySelector('[role="option"]') === null) return;
        watch.disconnect();
        performance.mark("first row");
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await user.row(page, "Kitchen diary").waitFor();
    const startsOfScreens = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/assets\/(RegisterScreen|OnboardingScreen)-[\w-]+\.js$/.test(name))
          .map(({ startTime }) => startTime),
      );
    await expect.poll(async () => (await startsOfScreens()).length).toBe(2);
    const firstRow = await page.evaluate(() => performance.getEntriesByName("first row")[0]?.startTime ?? Number.POSITIVE_INFINITY);
    expect(Math.min(...(await startsOfScreens()))).toBeGreaterThan(firstRow);
  });

  it("searches although the first request for the index worker was lost", async () => {
    const { page } = device;
    await withoutServiceWorker();
    const { asked } = await lose("search-worker", 1);
    await user.useLocally(page, server.origin);
    await user.writeNote(page, "Kitchen diary", "the sourdough rose");
    await search(page).fill("sourdough");

    await page.getByText("1 note for “sourdough”").waitFor();
    expect(asked()).toBeGreaterThan(1);
    expect(complaints()).toEqual([]);
  });

  it("reports that the search is unavailable, and searches on retry", async () => {
    const { page } = device;
    await withoutServiceWorker();
    const { give } = await lose("search-worker");
    await user.useLocally(page, server.origin);
    await user.writeNote(page, "Kitchen diary", "the sourdough rose");
    await search(page).fill("sourdough");
    await page.getByText("Failed to search notes").waitFor();
    give();
    await page.getByRole("button", { name: "Try again" }).click();

    await page.getByText("1 note for “sourdough”").waitFor();
    await user.writeNote(page, "Letters", "of sourdough as well");
    await page.getByText("2 notes for “sourdough”").waitFor();
  });

  it.each(["content-workers", "image-worker"])("inserts an image although the first request for '%s' was lost", async (name) => {
    const { page } = device;
    await withoutServiceWorker();
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "With a picture");
    const { asked } = await lose(name, 1);
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await page
      .locator("input[data-image-input]")
      .first()
      .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(dot, "base64") });

    await user.toast(page, "Image added successfully!").waitFor();
    expect(asked()).toBeGreaterThan(1);
    expect(complaints()).toEqual([]);
  });

  it.each(["archive-worker", "zip-module"])("backs up and restores although the first request for '%s' was lost", async (name) => {
    const { page } = device;
    await withoutServiceWorker();
    const folder = await mkdtemp(join(tmpdir(), "satchel-first-load-"));
    try {
      await user.useLocally(page, server.origin);
      await user.writeNote(page, "Kitchen diary", "the sourdough rose");
      await page.getByRole("button", { name: "Settings" }).click();
      const writing = await lose(name, 1);
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Create Backup" }).click();
      const path = join(folder, "backup.zip");
      await (await downloading).saveAs(path);
      expect(writing.asked()).toBeGreaterThan(1);

      const reading = await lose(name, 1);
      await page.locator('input[type="file"][accept*=".zip"]').setInputFiles(path);
      await page.getByRole("button", { name: "Restore", exact: true }).click();
      await page
        .getByText(/^Restore completed!/)
        .first()
        .waitFor();
      // Reading a backup unpacks without that module.
      if (name === "archive-worker") expect(reading.asked()).toBeGreaterThan(1);
      expect(complaints()).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("waits for the styles of a part, and loads both on retry", async () => {
    const { page } = device;
    await withoutServiceWorker();
    const { give } = await lose("NoteEditor");
    await user.useLocally(page, server.origin);
    const isStyled = () =>
      page.evaluate(() => [...document.styleSheets].some(({ href, cssRules }) => href?.includes("/NoteEditor-") && cssRules.length > 0));
    await page.getByRole("button", { name: "New Note" }).first().click();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    give();
    await page.getByRole("button", { name: "Try again" }).click();

    await user.textField(page).waitFor();
    expect(await isStyled()).toBe(true);
  });

  it("keeps typed text while the database is broken and its repair code cannot load", async () => {
    const { page } = device;
    await withoutServiceWorker();
    const { give } = await lose("repair-cache");
    await user.moveIn(page, server.origin, someone());
    await user.beginNote(page, "Half a letter");
    await user.textField(page).click();
    // Imitates a file that is damaged on disk, as long as the page's flag is set.
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "drafts" && !document.title.startsWith("mended")) throw new DOMException("damaged", "UnknownError");
        return put.apply(this, given);
      };
    });
    await page.keyboard.insertText("the sourdough rose");
    const message = page.getByText("Your unsaved text is only on this page");
    await message.waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await message.waitFor({ state: "detached" });
    await message.waitFor();
    give();
    await page.evaluate(() => {
      document.title = "mended";
    });
    await page.getByRole("button", { name: "Try again" }).click();

    await user.textField(page).getByText("the sourdough rose").waitFor();
    expect(await user.titleField(page).inputValue()).toBe("Half a letter");
  });
});
