import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let strict: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  strict = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

/** The smallest possible image. */
const DOT = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

type InsertMethod = "paste" | "drop";

type Brought = { readonly withImage?: boolean };

/** Pastes or drops a file like a file manager does, alone or beside an image. */
async function bring(method: InsertMethod, { withImage = false }: Brought = {}): Promise<void> {
  await strict.page.evaluate(() => window.satchelEditor?.load("<p>before</p>"));
  await bringMore(method, withImage);
}

async function bringMore(method: InsertMethod, withImage = false): Promise<void> {
  const handed = { kind: method, image: withImage ? DOT : undefined };
  await strict.page.evaluate(({ kind, image }) => {
    const data = new DataTransfer();
    data.items.add(new File(["one, two"], "list.csv", { type: "text/csv" }));
    const bytes = image === undefined ? undefined : Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
    if (bytes !== undefined) data.items.add(new File([bytes], "dot.gif", { type: "image/gif" }));
    const editor = window.satchelEditor?.editor();
    editor?.commands.focus("end");
    const text = editor?.view.dom;
    const { right: clientX = 0, y = 0, height = 0 } = text?.querySelector("p")?.getBoundingClientRect() ?? {};
    const shared = { bubbles: true, cancelable: true } as const;
    text?.dispatchEvent(
      kind === "paste"
        ? new ClipboardEvent("paste", { clipboardData: data, ...shared })
        : new DragEvent("drop", { dataTransfer: data, clientX: clientX - 2, clientY: y + height / 2, ...shared }),
    );
  }, handed);
  await strict.page.getByRole("button", { name: "Download list.csv" }).first().waitFor();
}

const value = () => strict.page.evaluate(() => window.satchelEditor?.value());
const notifications = () => strict.page.evaluate(() => window.satchelEditor?.notifications());

describe("A2.14, A4 files in the editor, under the strict policy", () => {
  it.each<InsertMethod>(["paste", "drop"])("inserts a file by %s with the spec's attributes", async (method) => {
    await bring(method);

    expect(await value()).toMatch(
      /^<p>before<\/p><p><a data-file-id="(file-\d+)" data-file-name="list.csv" data-download-url="\/api\/files\/\1" data-file-size="8" data-mime-type="text\/csv">list.csv<\/a><\/p><p><\/p>$/,
    );
  });

  it.each<InsertMethod>(["paste", "drop"])("inserts a file and an image together by %s", async (method) => {
    await bring(method, { withImage: true });

    await expect.poll(value).toContain("<img ");
    expect(await value()).toContain('data-file-name="list.csv"');
  });

  it("puts each file on its own line when inserted one after the other", async () => {
    await bring("paste");
    await bringMore("paste");

    await expect.poll(value).toMatch(/>list\.csv<\/a><\/p><p><a [^>]*>list\.csv<\/a><\/p><p><\/p>$/);
  });

  it("shows the progress, and cancels a file for good by its button", async () => {
    await bring("paste");
    expect(await strict.page.getByRole("progressbar", { name: "Uploading 40%" }).getAttribute("value")).toBe("40");
    await strict.page.getByRole("button", { name: "Cancel the upload of list.csv" }).click();

    expect(await value()).toBe("<p>before</p><p></p>");
    expect(await notifications()).toEqual([expect.stringMatching(/^cancelled file-\d+$/)]);
  });

  it("reaches files by arrow keys, downloads with Enter and removes with Backspace", async () => {
    await bring("paste");
    await strict.page.evaluate(() => window.satchelEditor?.focusEnd());
    await strict.page.keyboard.press("ArrowLeft");
    await strict.page.keyboard.press("ArrowLeft");
    await strict.page.keyboard.press("Enter");
    await expect.poll(notifications).toEqual(["downloaded list.csv"]);

    await strict.page.keyboard.press("Backspace");
    await expect.poll(value).toBe("<p>before</p><p></p><p></p>");
  });
});
