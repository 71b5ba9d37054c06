/**
 * Writing by touch on phones of three widths: one bar above the on-screen keyboard, at most two bars without it, and nothing that moves or
 * covers what is in use. The keyboard is simulated as browsers with `interactive-widget=resizes-content` show it: the page becomes lower.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readNote } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WIDTHS = [360, 390, 414] as const;
const HEIGHT = 780;
const KEYBOARD_PX = 320;
const WHO = { email: "phone@example.org", password: "Correct horse 1" };
const LINE = "A line of the walk along the harbour, which is longer than the screen is wide.";

const text = (page: Page): Locator => user.textField(page).locator("visible=true");
const doneButton = (page: Page): Locator => page.getByRole("button", { name: "Done", exact: true });

/** Heights of the bars at the edges of the page: headers, tools, buttons, tabs. */
const bars = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const shown = (element: Element): DOMRect | undefined => {
      const box = element.getBoundingClientRect();
      const isOnScreen = box.height > 8 && box.right > 8 && box.left < innerWidth - 8 && box.bottom <= innerHeight + 1;
      return isOnScreen && (element as HTMLElement).checkVisibility() ? box : undefined;
    };
    const found = document.querySelectorAll(
      'main section:not([inert]) header:not([data-scroller] header), main nav, main [role="toolbar"]',
    );
    return [...found].flatMap((element) => shown(element)?.height ?? []);
  });

async function setKeyboard(page: Page, width: number, isOpen: boolean): Promise<void> {
  await page.setViewportSize({ width, height: isOpen ? HEIGHT - KEYBOARD_PX : HEIGHT });
  await expect.poll(() => page.evaluate(() => document.documentElement.hasAttribute("data-keyboard"))).toBe(isOpen);
}

/** Distance of the caret from the upper edge of the bar above the keyboard, and from the top of the page. */
const caretSpace = (page: Page) =>
  text(page).evaluate((element) => {
    const { editor } = element as unknown as { editor: { state: { selection: { head: number } }; view: CaretView } };
    const { top, bottom } = editor.view.coordsAtPos(editor.state.selection.head);
    const bar = document.querySelector('[role="toolbar"]')?.getBoundingClientRect() as DOMRect;
    return { below: bar.top - bottom, above: top };
  });

type CaretView = { coordsAtPos(position: number): { readonly top: number; readonly bottom: number } };

/** Each test continues where the one before ended. */
describe("Writing on a phone", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice({ saving: "automatically", hasTouch: true, width: 390, height: HEIGHT });
    page = device.page;
    await user.moveIn(page, server.origin, WHO);
    await page.getByRole("button", { name: "Later" }).click();
  });
  afterAll(() => closeQuietly([device], server));

  it.each(WIDTHS)("has one bar above the keyboard, with Done, and two without it, at %d px", async (width) => {
    await setKeyboard(page, width, false);
    await page.getByRole("button", { name: "New Note", exact: true }).tap();
    // An on-screen keyboard opens for a field that has the focus.
    await expect.poll(() => user.titleField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await setKeyboard(page, width, true);
    await page.keyboard.type(`Walk at ${width}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => text(page).evaluate((field) => field === document.activeElement)).toBe(true);
    for (let line = 0; line < 12; line += 1) {
      await page.keyboard.insertText(LINE);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.insertText("The last line");
    expect(await user.titleField(page).inputValue()).toBe(`Walk at ${width}`);
    await expect.poll(() => bars(page)).toHaveLength(1);
    expect(await doneButton(page).boundingBox()).toMatchObject({ y: expect.closeTo(HEIGHT - KEYBOARD_PX - 48, -1) });
    await expect.poll(async () => (await caretSpace(page)).below).toBeGreaterThan(0);
    expect((await caretSpace(page)).above).toBeGreaterThan(0);
    const tools = page.getByRole("toolbar").locator("> div").first();
    expect(await tools.evaluate((row) => row.scrollWidth > row.clientWidth && row.clientWidth > 200)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    await setKeyboard(page, width, false);
    expect((await bars(page)).length).toBeLessThanOrEqual(2);
    await doneButton(page).tap();
    await page.getByRole("heading", { name: `Walk at ${width}`, level: 1 }).waitFor();
    expect((await bars(page)).length).toBeLessThanOrEqual(2);
    await page.getByRole("button", { name: "Back to list" }).tap();
    await user.row(page, `Walk at ${width}`).waitFor();
  });

  it.each(WIDTHS)("never moves the text when the line below the title changes, at %d px", async (width) => {
    await setKeyboard(page, width, false);
    await user.row(page, `Walk at ${width}`).tap();
    await page.getByRole("article").getByText("A line of the walk").first().tap();
    await text(page).waitFor();
    await page
      .locator("[data-scroller]")
      .locator("visible=true")
      .evaluate((scroller) => scroller.scrollTo(0, 0));
    const top = () => text(page).evaluate((element) => element.getBoundingClientRect().top);
    const tops = new Set([Math.round(await top())]);
    await page.keyboard.press("End");
    for (const state of ["Saving…", /^(Saved|On this device|In your drive)$/, "In your drive"]) {
      await page.keyboard.type(".");
      await page.getByRole("tabpanel", { name: "Note", exact: true }).getByText(state).first().waitFor();
      tops.add(Math.round(await top()));
    }
    expect([...tops]).toHaveLength(1);
    await doneButton(page).tap();
    await page.getByRole("button", { name: "Back to list" }).tap();
  });

  it("never covers the caret, the bar or a field in use with a toast", async () => {
    for (const width of WIDTHS) {
      await setKeyboard(page, width, false);
      await user.row(page, `Walk at ${width}`).tap();
      await page.getByRole("button", { name: "Edit Note" }).tap();
      await text(page).waitFor();
      await page.keyboard.press("Control+End");
      await setKeyboard(page, width, true);
      await page.evaluate(() =>
        window.__satchelTest?.services.status.show({ id: "connection-lost-reconnect" }, { subject: "long", durationMs: 60_000 }),
      );
      const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Google Drive connection lost" }).first();
      await user.toast(page, /^Google Drive connection lost/).waitFor();
      const clear = async () => {
        const box = await toast.boundingBox();
        const { below, above } = await caretSpace(page);
        const caretTop = above;
        return box !== null && box.y >= 0 && box.y + box.height <= caretTop && below >= 0;
      };
      await expect.poll(clear, { message: `${width} px` }).toBe(true);
      await setKeyboard(page, width, false);
      const bar = await page.getByRole("toolbar").boundingBox();
      await expect
        .poll(async () => ((await toast.boundingBox())?.y ?? 0) + ((await toast.boundingBox())?.height ?? 0))
        .toBeLessThanOrEqual(bar?.y ?? 0);
      await toast.getByRole("button", { name: "Dismiss" }).click();
      await toast.waitFor({ state: "detached" });
      await doneButton(page).tap();
      await page.getByRole("button", { name: "Back to list" }).tap();
    }
  });

  it("drags a block by a finger on its handle, and saves it there", async () => {
    await setKeyboard(page, 390, false);
    await page.getByRole("button", { name: "New Note", exact: true }).tap();
    await user.titleField(page).fill("Packing");
    await text(page).tap();
    await page.keyboard.insertText("tent");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("stove");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("map");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly { readonly x: number; readonly y: number }[] = []) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] });
    const line = (words: string) => text(page).getByText(words, { exact: true });
    const handle = page.getByRole("button", { name: "Block menu" });
    const beside = async (): Promise<boolean> => {
      const [shown, block] = [await handle.boundingBox(), await line("map").boundingBox()];
      return shown !== null && block !== null && Math.abs(shown.y - block.y) < 8;
    };
    await line("map").tap();
    await expect.poll(beside).toBe(true);
    const at = await handle.boundingBox();
    const from = { x: (at?.x ?? 0) + 10, y: (at?.y ?? 0) + 12 };
    const target = await line("tent").boundingBox();
    const to = { x: 190, y: (target?.y ?? 0) + 2 };
    await touch("touchStart", [from]);
    await expect
      .poll(async () => {
        await touch("touchMove", [{ x: from.x, y: from.y - 15 }]);
        await touch("touchMove", [to]);
        return page.locator("[data-drop-line]").isVisible();
      })
      .toBe(true);
    await touch("touchEnd");
    await expect
      .poll(() => text(page).evaluate((field) => [...field.children].map((block) => block.textContent)))
      .toEqual(["map", "tent", "stove"]);
    await expect.poll(async () => (await readNote(page, "Packing")).content).toBe("<p>map</p><p>tent</p><p>stove</p>");
  });
});
