/**
 * A large paste or an image that is still being prepared when its note is saved, closed, locked or lost with its window: its content is
 * never lost. Decision 0014 "Pending content".
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readDrafts, readNote } from "./harness/stored/stored-notes.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "pending@example.org", password: "Correct horse 1" };
const FOLDER_PASSWORD = "quiet sea 77";

const LINES = 4000;
const large = (word: string) => Array.from({ length: LINES }, (_, at) => `<p style="margin:0"><b>${word}${at}</b> of it</p>`).join("");
const first = (word: string) => `<strong>${word}0</strong> of it`;
const last = (word: string) => `<strong>${word}${LINES - 1}</strong> of it`;

/**
 * Lets a test hold requests to workers of that name, and the reading of files. They are held at the edge of the page, where a slow machine
 * would delay them as well.
 */
async function makeWorkersHoldable(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHolding = false;
    const Real = window.Worker;
    window.Worker = class extends Real {
      readonly #isHeld: boolean;
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.#isHeld = /^satchel-(?:paste|images)$/.test(options?.name ?? "");
      }
      override postMessage(message: unknown, ...handedOver: never[]): void {
        const post = () => super.postMessage(message, ...handedOver);
        if (this.#isHeld && isHolding) held.push(post);
        else post();
      }
    };
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function (): Promise<ArrayBuffer> {
      return isHolding && this instanceof File ? new Promise((resolve) => held.push(() => resolve(read.call(this)))) : read.call(this);
    };
    Object.assign(window, {
      holdWorkers: () => {
        isHolding = true;
      },
      letWorkersGo: () => {
        isHolding = false;
        for (const post of held.splice(0)) post();
      },
    });
  });
}

type Holdable = { readonly holdWorkers: () => void; readonly letWorkersGo: () => void };
const hold = (page: Page) => page.evaluate(() => (window as unknown as Holdable).holdWorkers());
const letGo = (page: Page) => page.evaluate(() => (window as unknown as Holdable).letWorkersGo());

const mark = (page: Page, name = "Preparing paste") => page.getByRole("progressbar", { name });
const waitingSave = (page: Page) => page.getByRole("button", { name: /^Saving… \d+%/ });
const folder = (page: Page) => page.getByRole("region", { name: "Folders" }).getByRole("button", { name: /^Sensitive/ });
const asked = (page: Page, name: string) => page.getByRole("dialog", { name });
const timer = (page: Page) => page.getByRole("timer").locator("visible=true");

async function beginPaste(page: Page, title: string, word: string): Promise<void> {
  await user.beginNote(page, title);
  await hold(page);
  await user.paste(page, large(word));
  await mark(page).waitFor();
}

/** Pastes a file as copied in a file manager. */
async function pasteFile(page: Page, name = "", type = ""): Promise<void> {
  await user.textField(page).evaluate(
    (element, [fileName, mimeType]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["one, two"], fileName, { type: mimeType }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, type] as const,
  );
}

async function expectWhole(page: Page, title: string, word: string): Promise<void> {
  await user.row(page, title).waitFor();
  const { content } = await readNote(page, title);
  expect([content.includes(first(word)), content.includes(last(word))]).toEqual([true, true]);
}

/** Each test continues where the one before stopped. */
describe("Content that is still being prepared", () => {
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    await makeWorkersHoldable(device.context);
    await user.moveIn(device.page, server.origin, WHO);
  });
  afterAll(() => closeQuietly([device], server));

  it("delays a save with visible progress, while the draft has its words", async () => {
    const { page } = device;
    await beginPaste(page, "Saved at once", "heron");
    await page.keyboard.press("ControlOrMeta+s");
    await waitingSave(page).waitFor();
    await expect.poll(() => readDrafts(page)).toContain(`heron${LINES - 1}`);
    await letGo(page);
    await expectWhole(page, "Saved at once", "heron");
  });

  it("delays a save until it is canceled, and stays in the editor", async () => {
    const { page } = device;
    await beginPaste(page, "Canceled save", "egret");
    await user.save(page);
    await page.getByRole("button", { name: "Cancel saving" }).click();
    await waitingSave(page).waitFor({ state: "detached" });
    expect(await user.row(page, "Canceled save").count()).toBe(0);
    await letGo(page);
    await mark(page).waitFor({ state: "detached" });
    await user.save(page);
    await expectWhole(page, "Canceled save", "egret");
  });

  it("is saved with the note when its tab is closed", async () => {
    const { page } = device;
    await beginPaste(page, "Closed", "crane");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Unsaved changes" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await letGo(page);
    await dialog.waitFor({ state: "detached" });
    await expectWhole(page, "Closed", "crane");
  });

  it("is finished behind another tab", async () => {
    const { page } = device;
    await beginPaste(page, "Behind", "stork");
    await user.row(page, "Closed").click();
    await page.getByRole("heading", { name: "Closed", level: 1, exact: true }).waitFor();
    await letGo(page);
    await page.getByRole("tab", { name: /^Behind/ }).click();
    await mark(page).waitFor({ state: "detached" });
    await user.save(page);
    await expectWhole(page, "Behind", "stork");
  });

  it("keeps the order of two pastes", async () => {
    const { page } = device;
    await beginPaste(page, "Two", "one");
    await user.paste(page, large("two"));
    await user.save(page);
    await waitingSave(page).waitFor();
    await letGo(page);
    await expectWhole(page, "Two", "one");
    await expectWhole(page, "Two", "two");
    const { content } = await readNote(page, "Two");
    expect(content.indexOf(last("one"))).toBeLessThan(content.indexOf(first("two")));
  });

  it("includes images", async () => {
    const { page } = device;
    await user.beginNote(page, "Image");
    await hold(page);
    const pixels = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1600, 900);
      canvas.getContext("2d")?.fillRect(0, 0, 1600, 900);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    });
    await user.textField(page).click();
    await page
      .locator("[data-image-input]")
      .first()
      .setInputFiles({ name: "marsh.png", mimeType: "image/png", buffer: Buffer.from(pixels) });
    await mark(page, "Preparing image").waitFor();
    await user.save(page);
    await waitingSave(page).waitFor();
    await letGo(page);
    await user.row(page, "Image").waitFor();
    expect((await readNote(page, "Image")).content).toMatch(/<img [^>]*src="data:image\//);
  });

  it("is restored as words after the window was closed", async () => {
    await beginPaste(device.page, "Lost window", "curlew");
    await expect.poll(() => readDrafts(device.page)).toContain(`curlew${LINES - 1}`);
    const page = await device.crash();
    await page.goto(`${server.origin}/notes`);
    const band = page.getByRole("status").filter({ hasText: "Unsaved changes were recovered" });
    await band.waitFor();
    await band.getByRole("button", { name: "Open" }).click();
    await user.save(page);
    await user.row(page, "Lost window").waitFor();
    const { content } = await readNote(page, "Lost window");
    expect([content.includes("curlew0"), content.includes(`curlew${LINES - 1}`)]).toEqual([true, true]);
  });

  it("is restored as its name if it was a file or a rare image, to show what is missing", async () => {
    const page = await device.context.newPage();
    await page.goto(`${server.origin}/notes`);
    await user.beginNote(page, "With files");
    await hold(page);
    await user.textField(page).click();
    for (const [name, type] of [
      ["list.csv", "text/csv"],
      ["beach.heic", "image/heic"],
    ])
      await pasteFile(page, name, type);
    await mark(page, "Attaching list.csv").waitFor();
    await mark(page, "Preparing image").waitFor();
    expect(await user.textField(page).textContent()).not.toContain("Add it again");
    await expect.poll(() => readDrafts(page)).toMatch(/list\.csv.*beach\.heic/);
    await page.close({ runBeforeUnload: false });

    const next = await device.context.newPage();
    await next.goto(`${server.origin}/notes`);
    const band = next.getByRole("status").filter({ hasText: "Unsaved changes were recovered" });
    await band.getByRole("button", { name: "Open" }).click();
    await expect.poll(() => user.textField(next).textContent()).toMatch(/“list\.csv” was still being added.*“beach\.heic” was still being/);
    await next.close();
  });

  it("removes its message once a file is stored", async () => {
    const { page } = device;
    await user.beginNote(page, "Stored file");
    await hold(page);
    await user.textField(page).click();
    await pasteFile(page, "list.csv", "text/csv");
    await user.save(page);
    await waitingSave(page).waitFor();
    await letGo(page);
    await user.row(page, "Stored file").waitFor();
    const { content } = await readNote(page, "Stored file");
    expect([content.includes('data-file-name="list.csv"'), content.includes("Add it again")]).toEqual([true, false]);
  });

  it("is restored as words after the Sensitive folder was locked", async () => {
    const { page } = device;
    await folder(page).click();
    const dialog = asked(page, "Set up the Sensitive folder");
    await dialog.getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
    await dialog.getByLabel("Confirm password").fill(FOLDER_PASSWORD);
    await dialog.getByRole("button", { name: "Set up password" }).click();
    await timer(page).waitFor();
    await beginPaste(page, "Locked", "bittern");
    await page.keyboard.press("Alt+l");
    await timer(page).waitFor({ state: "detached" });
    await letGo(page);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain("bittern");
    await folder(page).click();
    await asked(page, "Sensitive folder").getByLabel("Password", { exact: true }).fill(FOLDER_PASSWORD);
    await asked(page, "Sensitive folder").getByRole("button", { name: "Unlock", exact: true }).click();
    await timer(page).waitFor();
    const content = user.textField(page).locator("visible=true");
    await content.waitFor();
    expect(await content.evaluate((text) => (text as never as { editor: { getText(): string } }).editor.getText())).toContain(
      `bittern${LINES - 1}`,
    );
    await user.save(page);
    await user.row(page, "Locked").waitFor();
  });
});
