/**
 * After a dialog, a file or the toolbar, however it ends, the next letter lands at the caret where the user left it. Spec A §2.14, decision
 * 0014 "Tab and the focus".
 */
import { type ChatHost, startChatHost } from "@satchel/server/testing/chat-host.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "caret@example.org", password: "Correct horse 1" };
const SIZES = [
  ["a wide window", { width: 1440, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const;

type Editor = {
  readonly state: {
    readonly doc: { readonly textContent: string; textBetween(from: number, to: number, between: string, leaf: string): string };
  };
  readonly commands: {
    setContent(doc: object): boolean;
    setTextSelection(position: number | { readonly from: number; readonly to: number }): boolean;
  };
};

/** The text with `⚓` in place of every file or image. */
const written = (page: Page): Promise<string> =>
  user
    .textField(page)
    .locator("visible=true")
    .evaluate((text) => {
      const { doc } = (text as unknown as { readonly editor: Editor }).editor.state;
      return doc.textBetween(0, (doc as unknown as { content: { size: number } }).content.size, "/", "⚓");
    });

/** Presses a tool, which may be in the overflow menu of the toolbar. */
async function press(page: Page, name: string): Promise<void> {
  const tool = page.getByRole("button", { name, exact: true }).locator("visible=true");
  if ((await tool.count()) === 0) await page.getByRole("button", { name: "More formatting" }).locator("visible=true").click();
  await tool.first().click();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Write with AI" });

async function ask(page: Page): Promise<void> {
  await press(page, "AI Search");
  await dialog(page).getByRole("textbox").fill("two words");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Paste in Note" }).waitFor();
}

async function choose(page: Page, name: string, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press(page, name);
  await (await chooser).setFiles(files);
}

const DOT = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const LIST = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("one, two") };

const textDoc = (text: string) => ({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] });

/** Sets a text and a selection in it, without focusing. */
async function write(page: Page, text: string, selected: number | { readonly from: number; readonly to: number }): Promise<void> {
  const field = user.textField(page).locator("visible=true");
  await field.evaluate(
    (element, [doc, position]) => {
      const { editor } = element as unknown as { readonly editor: Editor };
      // Each command is a transaction on the state at the time of its call.
      editor.commands.setContent(doc);
      editor.commands.setTextSelection(position);
    },
    [textDoc(text), selected] as const,
  );
  await field.focus();
}

/** Waits until no toast covers the text. A toast stays while the mouse is over it. */
async function untilNoToast(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect.poll(() => user.toast(page, /./).count(), { timeout: 30_000 }).toBe(0);
}

/** Shows a toast for the whole test, and returns its dismiss button. */
async function say(page: Page): Promise<Locator> {
  await page.evaluate(() => window.__satchelTest?.services.status.show({ id: "sync-failed" }, { subject: "caret", durationMs: 60_000 }));
  const region = page.getByRole("region", { name: /^Notifications/ });
  return region.locator("li").filter({ hasText: "Sync failed" }).getByRole("button", { name: "Dismiss" });
}

/** The caret is between "one" and " two". */
const STEPS: readonly (readonly [name: string, run: (page: Page) => Promise<unknown>, after: string])[] = [
  [
    "the AI dialog, left by Escape",
    async (page) => {
      await press(page, "AI Search");
      await dialog(page).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
    },
    "oneQ two",
  ],
  [
    "the AI dialog, left by its button",
    async (page) => {
      await press(page, "AI Search");
      await dialog(page).getByRole("button", { name: "Close" }).click();
      await dialog(page).waitFor({ state: "detached" });
    },
    "oneQ two",
  ],
  [
    "an answer of the AI that was pasted",
    async (page) => {
      await ask(page);
      await page.getByRole("button", { name: "Paste in Note" }).click();
      await dialog(page).waitFor({ state: "detached" });
    },
    "one/answerQ/ two",
  ],
  [
    "a file that was attached",
    async (page) => {
      await choose(page, "Attach File", [LIST]);
      await page.getByRole("button", { name: "Download list.csv" }).waitFor();
    },
    "one/⚓/Q two",
  ],
  ["choosing files, and then none", (page) => choose(page, "Attach File", []), "oneQ two"],
  [
    "an image that was chosen",
    async (page) => {
      await choose(page, "Image", [{ name: "dot.gif", mimeType: "image/gif", buffer: DOT }]);
      await expect.poll(() => written(page)).toContain("⚓");
    },
    "one⚓Q two",
  ],
  ["the Bold button", (page) => press(page, "Bold"), "oneQ two"],
  ["the Quote button", (page) => press(page, "Quote"), "oneQ two"],
  ["the Bullet list button", (page) => press(page, "Bullet list"), "oneQ two"],
  ["a toast that was dismissed", async (page) => (await say(page)).click(), "oneQ two"],
  [
    "a toast's button, and a click into the text",
    async (page) => {
      await (await say(page)).focus();
      await user
        .textField(page)
        .locator("visible=true")
        .locator("p")
        .click({ position: { x: 300, y: 8 } });
    },
    "one twoQ",
  ],
];

describe("Typing continues at the caret", () => {
  let operator: ChatHost;
  let server: TestServer;
  let device: Device;

  beforeAll(async () => {
    operator = await startChatHost();
    operator.answer = { kind: "stream", parts: ["answer"] };
    server = await startServer({ AI_URL: operator.url, AI_TOKEN: "operator-token", AI_MODEL: "small-instruct" });
    device = await openDevice();
    await user.moveIn(device.page, server.origin, WHO);
    await device.page.goto("about:blank");
  });
  afterAll(() => closeAll(device, server, operator));

  for (const [size, viewport] of SIZES)
    for (const isFullscreen of [false, true]) {
      const where = `in ${size}${isFullscreen ? ", in fullscreen" : ""}`;
      it(where, async () => {
        const page = await device.context.newPage();
        await page.setViewportSize(viewport);
        await page.goto(`${server.origin}/notes`);
        await user.beginNote(page, `Caret ${where}`);
        if (isFullscreen) await press(page, "Fullscreen");
        const found: (readonly [string, string])[] = [];
        for (const [name, run] of STEPS) {
          await untilNoToast(page);
          await write(page, "one two", 4);
          await run(page);
          await page.keyboard.press("Shift+Q");
          found.push([name, await written(page)]);
        }
        expect(found).toEqual(STEPS.map(([name, , after]) => [name, after]));
        await write(page, "one two", { from: 1, to: 4 });
        await press(page, "Bold");
        await press(page, isFullscreen ? "Exit fullscreen" : "Fullscreen");
        await page.keyboard.press("Shift+Q");
        expect(await written(page)).toBe("Q two");
        await page.close();
      });
    }

  it("works before the frame that follows the end of a dialog", async () => {
    const page = await device.context.newPage();
    await page.goto(`${server.origin}/notes`);
    await user.beginNote(page, "Caret in a hurry");
    await write(page, "one two", 4);
    await press(page, "AI Search");
    await dialog(page).getByRole("textbox").waitFor();
    await holdFrames(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Q");
    expect(await written(page)).toBe("oneQ two");
    await page.close();
  });
});

/** Stops frames for scripts, as on a busy machine that handles keys before them. */
async function holdFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
}
