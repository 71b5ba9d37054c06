/** Typewriter scrolling, focus, word goal and reading time: off until they are chosen, kept on the device, and out of the way of clicks. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations, findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Writer's mode" });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).locator("visible=true").click();
  await page.getByRole("menuitem", { name: /^Writer's mode/ }).click();
  await dialog(page).waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** Height of the caret's line as a share of the visible text. */
const caretHeight = (page: Page) =>
  user.textField(page).evaluate((field) => {
    const scroller = field.closest("[data-scroller]")?.getBoundingClientRect();
    const { view } = (
      field as unknown as { editor: { view: { coordsAtPos(at: number): { top: number }; state: { selection: { head: number } } } } }
    ).editor;
    if (scroller === undefined) throw new Error("nothing scrolls");
    return (view.coordsAtPos(view.state.selection.head).top - scroller.top) / scroller.height;
  });

/** Each test continues where the one before stopped. */
describe("Writer's mode", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice({ saving: "automatically" });
    page = device.page;
    page.setDefaultTimeout(15_000);
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "Heron");
    await user.textField(page).click();
    for (let line = 0; line < 40; line += 1) {
      await page.keyboard.insertText(`Line ${line}. It has a second sentence.`);
      await page.keyboard.press("Enter");
    }
  });
  afterAll(() => closeQuietly([device], server));

  it("shows nothing until something is chosen", async () => {
    expect(await page.getByText(/min read|of .* words/).count()).toBe(0);
    expect(await page.locator("[data-dimmed], [data-typewriter]").count()).toBe(0);
    await openDialog(page);
    expect(
      await dialog(page)
        .getByRole("checkbox")
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
    ).toEqual([false, false]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("keeps the line that is typed at one height, and leaves the text in place after a click", async () => {
    await dialog(page)
      .getByText(/^Typewriter scrolling/)
      .click();
    await closeDialog(page);
    // The first choice loads the code of typewriter scrolling.
    await page.locator("[data-typewriter]").waitFor();
    await user.textField(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("typed");
    await expect.poll(() => caretHeight(page)).toBeCloseTo(0.45, 1);
    await page.keyboard.type("\nmore\nlines");
    await expect.poll(() => caretHeight(page)).toBeCloseTo(0.45, 1);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => caretHeight(page)).toBeCloseTo(0.45, 1);
    const scrolled = () => page.locator("[data-scroller]").evaluate((element) => element.scrollTop);
    const before = await scrolled();
    await user.textField(page).getByText("Line 38.").click();
    await expect.poll(() => caretHeight(page)).not.toBeCloseTo(0.45, 2);
    expect(await scrolled()).toBe(before);
  });

  it("dims all but the sentence that is written", async () => {
    await openDialog(page);
    await dialog(page).getByLabel("Focus").selectOption("The sentence you write");
    await closeDialog(page);
    await user.textField(page).getByText("Line 38.").first().click();
    await page.keyboard.press("End");
    const focused = () =>
      user.textField(page).evaluate((field) => {
        const bright = getComputedStyle(document.body).getPropertyValue("--text").trim();
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = bright;
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        return [...field.querySelectorAll("span")]
          .filter((span) => getComputedStyle(span).color === wanted)
          .map((span) => span.textContent);
      });
    await expect.poll(focused).toEqual(["It has a second sentence."]);
    expect(await findViolationsEverywhere(page)).toEqual([]);
  });

  it("shows a word goal and the reading time, also after a reload", async () => {
    await openDialog(page);
    await dialog(page).getByLabel("Word goal for this note").fill("1,000");
    await dialog(page).getByText("Show the reading time").click();
    await closeDialog(page);
    const shown = () => page.getByText(/^\d+ of 1,000 words$/);
    await shown().waitFor();
    await page.getByText(/^\d+ min read$/).waitFor();
    await page.reload();
    await page.getByRole("article").or(user.textField(page)).first().waitFor();
    if ((await user.textField(page).count()) === 0) await page.keyboard.press("e");
    await shown().waitFor();
    const words = async () => Number(/^\d+/.exec((await shown().textContent()) ?? "")?.[0]);
    const before = await words();
    await user.textField(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" two words");
    await expect.poll(words).toBe(before + 2);
  });

  it("is within reach of a thumb on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(/^\d+ of 1,000 words$/).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await openDialog(page);
    await dialog(page).getByLabel("Word goal for this note").fill("");
    await dialog(page).getByText("Show the reading time").click();
    await closeDialog(page);
    await page.getByText(/min read|of .* words/).waitFor({ state: "detached" });
  });
});
