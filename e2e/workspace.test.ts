import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations, findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { createNotes } from "./harness/stored/test-hook.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/**
 * Behavior of lists and folders that only a real browser shows: dragging, touch, clipboard, printing. In local mode, where no sync
 * interferes.
 */
describe("A2.9 lists and folders", () => {
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    await user.useLocally(device.page, server.origin);
    await device.page.getByRole("tab", { name: "All Notes" }).waitFor();
    await createNotes(device.page, "Note", 12);
  });
  afterAll(() => closeAll(device, server));

  const selected = () => device.page.getByRole("option", { selected: true });

  it("A4 moves a dragged note and everything selected onto a folder", async () => {
    const { page } = device;
    await page.getByRole("button", { name: "New Folder" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Kitchen");
    await page.getByRole("button", { name: "Create Folder" }).click();
    await page.getByRole("tab", { name: "Kitchen" }).waitFor();
    await page.getByRole("tab", { name: "All Notes" }).click();
    await user.row(page, "Note 12").click({ modifiers: ["ControlOrMeta"] });
    await user.row(page, "Note 10").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await user.row(page, "Note 11").dragTo(page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /Kitchen/ }));
    await user.toast(page, '3 notes moved to "Kitchen"').waitFor();
    await user.row(page, "Note 9").dragTo(page.getByRole("tab", { name: "Kitchen" }));
    await user.toast(page, /^Moved to "Kitchen"/).waitFor();

    await page.getByRole("tab", { name: "Kitchen" }).click();
    await expect.poll(() => page.getByRole("listbox", { name: "Notes" }).getByRole("option").count()).toBe(4);
    await page.reload();
    await page.getByRole("tab", { name: "Kitchen" }).click();
    for (const title of ["Note 9", "Note 10", "Note 11", "Note 12"]) await user.row(page, title).waitFor();
  });

  it("selects, moves, pins, deletes and restores by keyboard alone", async () => {
    const { page } = device;
    await page.getByRole("tab", { name: "All Notes" }).click();
    await page.getByRole("listbox", { name: "Notes" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => selected().count()).toBe(2);
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog", { name: "Delete 2 notes" });
    await question.waitFor();
    await question.getByRole("button", { name: "Delete" }).press("Enter");
    await user.toast(page, "2 notes deleted!").waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await user.row(page, "Note 12").waitFor();
    await page.getByRole("listbox", { name: "Notes" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ContextMenu");
    const menu = page.getByRole("menu", { name: "Note" });
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.type("pin");
    await page.keyboard.press("Enter");
    await user.toast(page, "Note pinned").waitFor();
    await menu.waitFor({ state: "detached" });
  });

  it("copies as Markdown, and prints the note alone, in dark ink", async () => {
    const { page, context } = device;
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
    await user.beginNote(page, "Shopping");
    await user.paste(page, `<h2>List</h2>${"<p>Milk and <strong>bread</strong></p>".repeat(80)}`);
    await user.save(page);
    await page.getByRole("heading", { name: "Shopping", level: 1 }).waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
    await user.toast(page, "Copied as Markdown").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Shopping\n\n## List\n\nMilk and \*\*bread\*\*\n/);

    await page.evaluate(() => {
      document.documentElement.dataset.theme = "dark";
      window.dispatchEvent(new Event("beforeprint"));
    });
    await page.emulateMedia({ media: "print" });
    const paper = await page.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      height: document.querySelector("article")?.getBoundingClientRect().height ?? 0,
      isWhole: document.documentElement.scrollHeight >= (document.querySelector("article")?.scrollHeight ?? Number.POSITIVE_INFINITY),
    }));
    expect(paper).toMatchObject({ theme: "light", isWhole: true });
    expect(paper.height).toBeGreaterThan(2 * DESKTOP.height);
    expect(await page.getByRole("listbox", { name: "Notes" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Edit Note" }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  it("shows toasts without covering selected rows, a row's menu or a changing folder", async () => {
    const { page } = device;
    // A fading toast has no final contrast yet.
    await expect
      .poll(
        () =>
          page
            .getByRole("region", { name: /^Notifications/ })
            .getByRole("listitem")
            .count(),
        { timeout: 20_000 },
      )
      .toBe(0);
    await user.row(page, "Note 8").click({ modifiers: ["ControlOrMeta"] });
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await user.row(page, "Note 8").click({ button: "right" });
    await page.getByRole("menu", { name: "Note" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Kitchen" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Edit folder" }).click();
    await page.getByRole("dialog", { name: "Edit folder" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  it("A2.8 selects on a long press, and opens on a tap", async () => {
    const { page, context } = device;
    await page.setViewportSize(PHONE);
    await page.goto(`${server.origin}/notes`);
    await user.row(page, "Shopping").waitFor();
    // The button appears once the storage was measured, and moves the rows under the finger.
    await page.getByRole("button", { name: "Sign Up to Sync" }).waitFor();
    const finger = await context.newCDPSession(page);
    await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const pointOf = async (target: Locator) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error("it is not on the screen");
      return { x: box.x + box.width / 3, y: box.y + box.height / 2 };
    };
    const press = (at: { x: number; y: number }) => finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    const lift = () => finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    // Sent together: a page that is slow to take the first would turn them into a long press.
    const tap = async (target: Locator) => {
      const at = await pointOf(target);
      await Promise.all([press(at), lift()]);
    };
    await press(await pointOf(user.row(page, "Shopping")));
    await page.getByText("1 selected").waitFor();
    await lift();
    await tap(user.row(page, "Note 9"));
    await page.getByText("2 selected").waitFor();
    expect(new URL(page.url()).pathname).toBe("/notes");
    await tap(page.getByRole("button", { name: "End selection" }));
    await expect.poll(() => selected().count()).toBe(0);
    await tap(user.row(page, "Note 9"));
    await page.getByRole("heading", { name: "Note 9", level: 1 }).waitFor();
    await page.setViewportSize(DESKTOP);
  });

  it("keeps the page's console clean", () => {
    expect(device.complaints()).toEqual([]);
  });
});
