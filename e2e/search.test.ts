import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const LONG = `${"Flour, water and salt, day after day. ".repeat(12)}Then the sourdough rose at last.`;

describe("A4 search and the command palette", () => {
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    await user.useLocally(device.page, server.origin);
    await user.writeNote(device.page, "Kitchen diary", LONG);
    await user.writeNote(device.page, "Sourdough, eleventh attempt", "Hydration 78 %");
    await user.writeNote(device.page, "Letters", "Miriam, the photographs");
  });
  afterAll(() => closeAll(device, server));

  const box = () => device.page.getByRole("searchbox", { name: "Search notes" });
  const marks = () => device.page.getByRole("listbox", { name: "Notes" }).locator("mark").allTextContents();

  it("finds words inside a text while they are typed, even misspelled, and marks them", async () => {
    const { page } = device;
    await box().fill("sourd");
    await page.getByText("2 notes for “sourd”").waitFor();
    await expect.poll(marks).toEqual(["Sourd", "sourd"]);
    await box().fill("sourduogh -hydration");
    await page.getByText("1 note for “sourduogh -hydration”").waitFor();

    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("marks matches in the opened note, with next and previous", async () => {
    const { page } = device;
    await box().fill("flour");
    await page.getByText("1 note for “flour”").waitFor();
    await user.row(page, "Kitchen diary").click();
    const bar = page.getByRole("search", { name: "Search matches" });
    await bar.getByText("1 of 12").waitFor();
    await bar.getByRole("button", { name: "Previous" }).click();
    await bar.getByText("12 of 12").waitFor();

    await expect.poll(() => page.evaluate(() => CSS.highlights.get("search-hit")?.size)).toBe(11);
    await page.getByRole("button", { name: "Clear search" }).first().click();
    await bar.waitFor({ state: "detached" });
  });

  it("searches after a reload without reindexing, including new notes", async () => {
    const { page } = device;
    await page.reload();
    await user.writeNote(page, "Sourdough crackers", "from what is left");
    await box().fill("sourdough");
    await page.getByText("3 notes for “sourdough”").waitFor();

    await page.getByRole("button", { name: "Clear search" }).first().click();
    await user.row(page, "Letters").waitFor();
  });

  it("shows the title of a linked note in rows and results, and finds the note by it", async () => {
    const { page } = device;
    await user.beginNote(page, "Plans");
    await user.textField(page).click();
    await page.keyboard.type("Answer [[Letters]] on Sunday");
    await user.save(page);
    await expect.poll(() => user.row(page, "Plans").textContent()).toContain("Answer Letters on Sunday");
    await user.openNote(page, "Letters");
    await user.editNote(page);
    await user.titleField(page).fill("Postcards");
    await user.saveEdit(page);
    await expect.poll(() => user.row(page, "Plans").textContent()).toContain("Answer Postcards on Sunday");

    await box().fill("postcards");
    await page.getByText("2 notes for “postcards”").waitFor();
    await expect.poll(() => user.row(page, "Plans").textContent()).toContain("Answer Postcards on Sunday");
    await page.getByRole("button", { name: "Clear search" }).first().click();
  });

  it("opens a note and runs an action by keyboard alone", async () => {
    const { page } = device;
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Command palette" });
    const isReady = () => field.evaluate((element) => element === document.activeElement);
    await expect.poll(isReady).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.type("sourd");
    await page.getByRole("option", { name: /Search all notes for “sourd” 3 notes/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sourdough, eleventh attempt", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(isReady).toBe(true);
    await page.keyboard.type("new folder");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /folder/i }).waitFor();
    await page.keyboard.press("Escape");

    expect(device.complaints()).toEqual([]);
  });
});
