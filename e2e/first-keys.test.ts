/**
 * Keys that are typed before the code of their field has loaded. `npm run trial -- --first-keys 200` runs many more, and
 * `npm run nightly` some.
 */
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";
import { JOURNEYS } from "./trial/first-keys/first-keys.ts";
import { openFirstKeys, PACES, runAtPace } from "./trial/first-keys/run-first-keys.ts";

/** The number has no common divisor with the number of paces, so that every gap and every slowdown is tried. */
const PACE_STEP = 5;
const palette = (page: Page) => page.getByRole("combobox", { name: "Command palette" });

/** Requests for this file of the build wait until they are let through or refused. */
async function holdFile(page: Page, name: string) {
  const waiting: Route[] = [];
  let decided: ((route: Route) => Promise<void>) | undefined;
  await page.context().route(`**/assets/${name}-*.js`, async (route) => {
    if (decided === undefined) waiting.push(route);
    else await decided(route);
  });
  const decide = async (act: (route: Route) => Promise<void>): Promise<void> => {
    decided = act;
    await Promise.all(waiting.splice(0).map(act));
  };
  return { letThrough: () => decide((route) => route.continue()), refuse: () => decide((route) => route.abort()) };
}

declare global {
  interface Window {
    __holdMessages?: (isHeld: boolean) => void;
  }
}

/** Runs in the page. React renders what is not urgent after a message to itself, which a busy processor delays. */
function holdMessages(): void {
  const post = MessagePort.prototype.postMessage;
  let held: (() => void)[] | undefined;
  MessagePort.prototype.postMessage = function (...message: unknown[]) {
    const send = () => Reflect.apply(post, this, message);
    if (held === undefined) send();
    else held.push(send);
  };
  window.__holdMessages = (isHeld) => {
    for (const send of held ?? []) send();
    held = isHeld ? [] : undefined;
  };
}

describe("Keys typed while code loads", () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => closeAll(server));

  describe("at every pace", () => {
    let device: Device;

    beforeAll(async () => {
      device = await openDevice({ isFirstVisit: true });
      await openFirstKeys(device, server.origin);
    });
    afterAll(() => closeAll(device));

    it.each(JOURNEYS.map(({ name }, at) => ({ name, at, ...PACES[(at * PACE_STEP) % PACES.length] })))(
      "reach $name with $gapMs ms between keys on a processor $slowdown times slower",
      async ({ at, gapMs = 0, slowdown = 1 }) => {
        expect(await runAtPace(device.page, { gapMs, slowdown }, { from: at, runs: 1 })).toEqual([]);
        expect(device.complaints()).toEqual([]);
      },
    );
  });

  describe("on a slow connection", () => {
    let device: Device;

    beforeEach(async () => {
      device = await openDevice({ isFirstVisit: true });
    });
    afterEach(() => closeAll(device));

    async function open(name: string) {
      const { page } = device;
      const file = await holdFile(page, name);
      await user.useLocally(page, server.origin);
      await page.getByRole("button", { name: "New Note" }).first().waitFor();
      return { page, file };
    }

    it("reach the palette when it arrives, a paste among them", async () => {
      const { page, file } = await open("Questions");
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate(() => navigator.clipboard.writeText(" fol"));
      await page.keyboard.press("Control+K");
      await page.keyboard.type("new");
      await page.keyboard.press("Control+V");
      await page.keyboard.type("derx");
      await page.keyboard.press("Backspace");
      await file.letThrough();
      await expect.poll(() => palette(page).inputValue()).toBe("new folder");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Create folder" }).waitFor();
    });

    it("return to the text in which they were typed if the palette fails to load", async () => {
      const { page, file } = await open("Questions");
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await page.keyboard.type("one ");
      await page.keyboard.press("Control+K");
      await page.keyboard.type("two ");
      await file.refuse();
      await expect.poll(() => user.textField(page).textContent()).toBe("one two ");
      await page.locator("[popover]").getByRole("button", { name: "Dismiss" }).click();
      await user.textField(page).click();
      await page.keyboard.type("three");
      await expect.poll(() => user.textField(page).textContent()).toBe("one two three");
    });

    it("leave what an input method composes in the text where it began", async () => {
      const { page, file } = await open("Questions");
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await page.keyboard.press("Control+K");
      const session = await page.context().newCDPSession(page);
      await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", windowsVirtualKeyCode: 229, key: "Process", code: "KeyN" });
      await session.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
      await session.send("Input.insertText", { text: "日本" });
      await file.letThrough();
      await palette(page).waitFor();
      expect(await palette(page).inputValue()).toBe("");
      expect(await user.textField(page).textContent()).toBe("日本");
    });

    it("reach the title of a new note, and keys typed after a click reach what was clicked", async () => {
      const { page, file } = await open("NoteEditor");
      await page.keyboard.press("Alt+N");
      await page.keyboard.type("Title");
      const search = page.getByRole("searchbox", { name: "Search notes" });
      await search.click();
      await page.keyboard.type("query");
      await expect.poll(() => search.inputValue()).toBe("query");
      await file.letThrough();
      await expect.poll(() => user.titleField(page).inputValue()).toBe("Title");
      expect(await search.inputValue()).toBe("query");
    });

    it("stay in the text that was clicked, if the address of a new note follows late", async () => {
      const { page } = device;
      await page.context().addInitScript(holdMessages);
      await user.useLocally(page, server.origin);
      await user.writeNote(page, "First", "loads the editor");
      await page.evaluate(() => window.__holdMessages?.(true));
      await user.beginNote(page, "Letters");
      await user.textField(page).locator("visible=true").click();
      await page.keyboard.type("Miriam, ");
      await page.evaluate(() => window.__holdMessages?.(false));
      await page.waitForURL("**/notes/new");
      await page.keyboard.type("the photographs");
      await expect.poll(() => user.textField(page).locator("visible=true").textContent()).toBe("Miriam, the photographs");
      expect(await user.titleField(page).locator("visible=true").inputValue()).toBe("Letters");
    });

    it("are typed before a shortcut that follows them", async () => {
      const { page, file } = await open("NoteEditor");
      await page.keyboard.press("Alt+N");
      await page.keyboard.type("Title");
      await page.keyboard.press("Enter");
      await page.keyboard.type("one ");
      await page.keyboard.press("Control+B");
      await page.keyboard.type("two");
      await page.keyboard.press("Control+Shift+S");
      await file.letThrough();
      await page.getByRole("heading", { name: "Title", level: 1, exact: true }).waitFor();
      expect(await page.locator("article .note-content").innerHTML()).toMatch(/one <strong[^>]*>two<\/strong>/);
    });

    it("reach the search of the emoji picker, and Enter inserts the emoji that was meant", async () => {
      const { page, file } = await open("EmojiPicker");
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await page.keyboard.type("one ");
      await user.pressTool(page, "Emoji");
      await page.keyboard.type("hedgehog");
      await file.letThrough();
      await page.getByRole("option", { name: "hedgehog" }).waitFor();
      expect(await user.textField(page).textContent()).toBe("one ");
      await page.keyboard.press("Enter");
      await expect.poll(() => user.textField(page).textContent()).toBe("one 🦔");
    });

    it("close the emoji picker with an Escape that was pressed before it arrived", async () => {
      const { page, file } = await open("EmojiPicker");
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await user.pressTool(page, "Emoji");
      await page.keyboard.type("hedge");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.type("two");
      await file.letThrough();
      await expect.poll(() => user.textField(page).textContent()).toBe("two");
    });

    it("reach the address of a link without a pause after its key", async () => {
      const { page } = await open("EmojiPicker");
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await page.keyboard.type("word");
      await page.keyboard.press("Shift+Home");
      await page.keyboard.press("Control+Shift+K");
      await page.keyboard.type("example.org");
      await page.keyboard.press("Enter");
      await expect.poll(() => user.textField(page).locator("a").getAttribute("href")).toMatch(/^https?:\/\/example\.org/);
      expect(await user.textField(page).textContent()).toBe("word");
    });

    it("reach the question for the AI, and not the note", async () => {
      const { page } = device;
      const file = await holdFile(page, "AiDialog");
      await user.moveIn(page, server.origin, { email: "first-keys@example.org", password: "Correct horse 1" });
      await user.beginNote(page, "Kept");
      await user.textField(page).click();
      await page.keyboard.type("one");
      await user.pressTool(page, "AI Search");
      await page.keyboard.type("Name a bird");
      await file.letThrough();
      await expect.poll(() => page.getByRole("dialog").getByRole("textbox").first().inputValue()).toBe("Name a bird");
      expect(await user.textField(page).textContent()).toBe("one");
    });

    it("close the palette with an Escape that was pressed before it arrived", async () => {
      const { page, file } = await open("Questions");
      await page.keyboard.press("Control+K");
      await page.keyboard.type("new");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Alt+N");
      await page.keyboard.type("Title");
      await file.letThrough();
      await expect.poll(() => user.titleField(page).inputValue()).toBe("Title");
      expect(await palette(page).count()).toBe(0);
    });
  });
});
