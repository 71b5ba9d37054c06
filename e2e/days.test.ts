/** Notes of days: today's by one key, the same on two devices, the days around it, and the month in the sidebar. Decision 0060. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "ada@example.org", password: "Pebble-Harbour-41" };

describe("decision 0060 notes of days", () => {
  let server: TestServer;
  let laptop: Device;
  let desktop: Device;

  runInOrder(() => [laptop, desktop]);
  beforeAll(async () => {
    server = await startServer();
    [laptop, desktop] = [await openDevice(), await openDevice()];
    await user.moveIn(laptop.page, server.origin, WHO);
    await user.writeNote(laptop.page, "Tides", "High water 06:41");
    await user.waitForState(laptop.page, "Tides", "In your drive");
    await user.signInToNotes(desktop.page, server.origin, WHO);
    await user.row(desktop.page, "Tides").waitFor();
    // The open channel between the devices would go on without a network. A page that is loaded without one has none.
    await desktop.page.evaluate(() => navigator.serviceWorker.ready);
    await desktop.offline(true);
    await desktop.page.reload();
    await user.row(desktop.page, "Tides").waitFor();
  });
  afterAll(() => closeAll(laptop, desktop, server));

  const monthOf = (page: Page) => page.getByRole("region", { name: "Days" });
  const today = (page: Page) => monthOf(page).locator('[aria-current="date"]');
  const dayNotes = (page: Page): Promise<number | undefined> =>
    page.evaluate(
      () =>
        window.__satchelTest?.services.library
          .getState()
          .library?.notes.store.getState()
          .notes.filter(({ day }) => day !== undefined).length,
    );

  it("opens today's note by one key, with the keys that follow it, and shows nothing of days before", async () => {
    const { page } = laptop;
    expect(await monthOf(page).count()).toBe(0);
    await page.keyboard.press("Alt+KeyT");
    await page.keyboard.type("Rain on the slipway");
    await expect.poll(() => user.textField(page).textContent()).toBe("Rain on the slipway");
    await user.saveEdit(page);
    await monthOf(page).waitFor();
    expect(await today(page).getAttribute("data-note")).toBe("true");
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("is the same note on a device that creates it before it has synced, with both texts", async () => {
    await desktop.page.keyboard.press("Alt+KeyT");
    await desktop.page.keyboard.type("Paint the oars");
    await expect.poll(() => user.textField(desktop.page).textContent()).toBe("Paint the oars");
    await user.saveEdit(desktop.page);
    await user.syncNow(laptop.page);
    await desktop.offline(false);
    const body = (page: Page) => page.getByRole("article").first();
    await body(desktop.page).getByText("Rain on the slipway").waitFor();
    await body(desktop.page).getByText("Paint the oars").waitFor();
    await user.syncNow(desktop.page);
    await user.syncNow(laptop.page);
    await body(laptop.page).getByText("Paint the oars").waitFor();
    for (const { page } of [laptop, desktop]) expect(await dayNotes(page)).toBe(1);
    expect(await laptop.page.getByRole("listbox", { name: "Notes" }).getByRole("option").count()).toBe(2);
  });

  it("creates the note of a chosen day, and goes between days by buttons and keys", async () => {
    const { page } = laptop;
    await monthOf(page).getByRole("button", { name: "Previous month" }).click();
    await monthOf(page)
      .getByRole("button", { name: /^[A-Za-z]+, 15 / })
      .click();
    await user.textField(page).waitFor();
    await page.keyboard.type("Old moorings");
    await user.saveEdit(page);
    expect(await dayNotes(page)).toBe(2);
    const article = page.getByRole("article").first();
    await article.getByText("Old moorings").waitFor();
    await article.getByRole("button", { name: "Next day with a note" }).click();
    await page.getByRole("article").getByText("Paint the oars").waitFor();
    await page.keyboard.press("Alt+PageUp");
    await page.getByRole("article").getByText("Old moorings").waitFor();
    await page.keyboard.press("Alt+PageDown");
    await page.getByRole("article").getByText("Paint the oars").waitFor();
  });

  it("moves in the month by arrow keys, and collapses it for good", async () => {
    const { page } = laptop;
    await today(page).focus();
    await page.keyboard.press("PageUp");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("1");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("2");
    await monthOf(page).getByRole("button", { name: "Hide the calendar" }).click();
    await monthOf(page).getByRole("grid").waitFor({ state: "detached" });
    await page.reload();
    await monthOf(page).getByRole("button", { name: "Show the calendar" }).waitFor();
    expect(await monthOf(page).getByRole("grid").count()).toBe(0);
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("links a date in the text to its day: offered after @, and never taken unless an arrow chose it", async () => {
    const { page } = laptop;
    await user.beginNote(page, "Plan");
    await user.textField(page).click();
    const menu = page.getByRole("listbox", { name: "Link to a day" });
    await page.keyboard.type("Ask @tomorrow");
    await menu.getByRole("option", { name: "Tomorrow" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Meet @tom");
    await menu.getByRole("option", { name: "Tomorrow" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await menu.getByRole("option", { name: "Tomorrow", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => user.textField(page).locator("a").count()).toBe(1);
    await page.keyboard.type("at nine, and on @");
    await menu.getByRole("option", { name: "Pick a date…" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await menu.getByRole("option", { name: "Pick a date…", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Pick a date" });
    await dialog.getByRole("grid").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => user.textField(page).locator("a").count()).toBe(2);
    expect(await user.textField(page).locator("p").first().textContent()).toBe("Ask @tomorrow");
    await user.save(page);
    await page.getByRole("article", { name: "Plan" }).getByRole("link").first().click();
    await user.textField(page).waitFor();
    await expect.poll(() => dayNotes(page)).toBe(3);
    expect(await page.context().pages()).toHaveLength(1);
  });

  it("keeps the pages' consoles clean", () => {
    expect([...laptop.complaints(), ...desktop.complaints()]).toEqual([]);
  });
});
