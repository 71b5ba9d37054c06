/** A note into which images are pasted while it is being saved, between words that are typed without a pause. */
import * as user from "../../harness/user.ts";
import type { TrialDevice } from "../trial-device.ts";

export const ALBUM_TITLE = "Album";
const FIRST_WORD = "Start";
/** Large enough that shrinking it takes longer than a save. */
const IMAGE_PIXELS = 1200;

export class Album {
  readonly #device: TrialDevice;
  readonly #words: string[] = [FIRST_WORD];
  #noteId: string | undefined;
  #images = 0;

  constructor(device: TrialDevice) {
    this.#device = device;
  }

  /** Types a word, begins to save, pastes an image at once, types the next word, and leaves when the image is there. */
  async paste(before: string, after: string, type: (text: string) => Promise<void>): Promise<void> {
    const { page } = this.#device;
    this.#noteId ??= await this.#make();
    await page.evaluate((id) => window.__satchelTest?.services.library.getState().library?.tabs.openEdit(id), this.#noteId);
    await user.textField(page).locator("visible=true").filter({ hasText: FIRST_WORD }).click();
    await page.keyboard.press("ControlOrMeta+End");
    await type(` ${before}`);
    await page.keyboard.press("ControlOrMeta+s");
    await this.#pasteImage();
    await type(` ${after}`);
    this.#words.push(before, after);
    this.#images += 1;
    await page.waitForFunction(
      (count) => document.querySelectorAll('[role="tabpanel"]:not([hidden]) [contenteditable="true"] img[src]').length === count,
      this.#images,
    );
  }

  async #pasteImage(): Promise<void> {
    await user
      .textField(this.#device.page)
      .locator("visible=true")
      .evaluate(async (element, pixels) => {
        const canvas = new OffscreenCanvas(pixels, pixels);
        const context = canvas.getContext("2d");
        for (let x = 0; context !== null && x < pixels; x += 8) {
          context.fillStyle = `hsl(${x % 360} 80% 50%)`;
          context.fillRect(x, (x * 7) % pixels, 200, 200);
        }
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([await canvas.convertToBlob({ type: "image/png" })], "pasted.png", { type: "image/png" }));
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, IMAGE_PIXELS);
  }

  async #make(): Promise<string> {
    return this.#device.page.evaluate(
      async ([title, word]) => {
        const notes = window.__satchelTest?.services.library.getState().library?.notes;
        const made = await notes?.create({ title, content: `<p>${word}</p>` }, null);
        if (made?.ok !== true) throw new Error("the album was not made");
        return made.value.noteId;
      },
      [ALBUM_TITLE, FIRST_WORD] as const,
    );
  }

  /** Every image must be in the note, and every word in the order in which it was typed. */
  async findFailures(device: TrialDevice): Promise<readonly string[]> {
    if (this.#noteId === undefined) return [];
    const content = await device.page.evaluate(async (id) => {
      const read = await window.__satchelTest?.services.library.getState().library?.notes.open(id);
      return read?.ok === true ? read.value.content : JSON.stringify(read);
    }, this.#noteId);
    const images = content.match(/<img\b/g)?.length ?? 0;
    const words = content
      .replace(/<[^>]*>/g, " ")
      .split(/\s+/)
      .filter((word) => word !== "");
    const isWhole = images === this.#images && words.join(" ") === this.#words.join(" ");
    return isWhole ? [] : [`the album has ${images} images of ${this.#images} and the words '${words.join(" ")}'`];
  }
}
