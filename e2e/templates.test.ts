/** Templates: the first ones, a note that becomes one, a folder's template, and another device that starts from it. Decision 0059. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "ada@example.org", password: "Pebble-Harbour-41" };

describe("decision 0059 templates", () => {
  let server: TestServer;
  let laptop: Device;
  let desktop: Device;

  runInOrder(() => [laptop, desktop]);
  beforeAll(async () => {
    server = await startServer();
    [laptop, desktop] = [await openDevice(), await openDevice()];
    await user.moveIn(laptop.page, server.origin, WHO);
    await user.writeNote(laptop.page, "Tides", "High water 06:41");
  });
  afterAll(() => closeAll(laptop, desktop, server));

  const dialogOf = (page: Page) => page.getByRole("dialog", { name: /template/i });
  const titleOf = (page: Page) => user.titleField(page).inputValue();

  it("shows nothing of templates until the user asks, and then offers four", async () => {
    const { page } = laptop;
    expect(await page.getByText("Templates", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "More note types" }).first().click();
    await page.getByRole("menuitem", { name: /^From template/ }).click();
    await dialogOf(page).getByText("No templates yet").waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Add four templates" }).click();
    await dialogOf(page)
      .getByRole("button", { name: /^Meeting/ })
      .waitFor();
    expect(await dialogOf(page).getByRole("list", { name: "Templates" }).getByRole("button").count()).toBe(4);
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("starts a note from the template that is found by its name, with the caret in its place", async () => {
    const { page } = laptop;
    await dialogOf(page).getByRole("textbox", { name: "Find a template" }).fill("meet");
    await page.keyboard.press("Enter");
    await expect.poll(() => titleOf(page)).toMatch(/^Meeting \d/);
    await expect.poll(() => user.textField(page).evaluate((text) => text === document.activeElement)).toBe(true);
    await page.keyboard.type("Ada, Grace");
    await expect.poll(() => user.textField(page).locator("p").filter({ hasText: "Who:" }).textContent()).toMatch(/^Who:\sAda, Grace$/);
    expect(await user.textField(page).textContent()).not.toContain("{{");
    await user.save(page);
    await user.row(page, (await page.getByRole("heading", { level: 1, name: /^Meeting/ }).textContent()) ?? "").waitFor();
  });

  it("makes a note a template with Undo, and inserts it with /template at the caret", async () => {
    const { page } = laptop;
    await user.writeNote(page, "Stock", "Water {{title}} ");
    await user.openNote(page, "Stock");
    await user.row(page, "Stock").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Use as template" }).click();
    await user.toast(page, /^This note is a template now/).waitFor();
    await page.getByRole("article", { name: "Stock" }).getByText("Template", { exact: true }).waitFor();

    await user.beginNote(page, "Soup");
    await user.textField(page).click();
    await page.keyboard.type("/templ");
    await page.getByRole("option", { name: "Template" }).waitFor();
    await page.keyboard.press("Enter");
    await dialogOf(page).getByRole("button", { name: "Stock" }).click();
    await expect.poll(() => user.textField(page).textContent()).toContain("Water Soup");
    expect(await titleOf(page)).toBe("Soup");
    await user.save(page);
    await user.row(page, "Soup").waitFor();
  });

  it("starts every new note of a folder from its template, on the other device too", async () => {
    const { page } = laptop;
    const folder = page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Templates/ });
    await folder.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Template for new notes…" }).click();
    await dialogOf(page).getByRole("button", { name: "Project" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    await user.syncNow(page);

    await user.signInToNotes(desktop.page, server.origin, WHO);
    await user.row(desktop.page, "Soup").waitFor();
    await desktop.page
      .getByRole("region", { name: "Folders" })
      .getByRole("button", { name: /^Templates/ })
      .click();
    await user.row(desktop.page, "Project").waitFor();
    await desktop.page.keyboard.press("Alt+KeyN");
    await desktop.page.keyboard.type("Plant trees");
    await expect
      .poll(() => user.textField(desktop.page).locator("p").filter({ hasText: "Goal:" }).textContent())
      .toMatch(/^Goal:\sPlant trees$/);
    expect(await titleOf(desktop.page)).toBe("Project");
    expect(await findViolationsEverywhere(desktop.page)).toEqual([]);
    await user.save(desktop.page);
  });

  it("keeps the pages' consoles clean", () => {
    expect([...laptop.complaints(), ...desktop.complaints()]).toEqual([]);
  });
});
