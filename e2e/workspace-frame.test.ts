/**
 * The frame around the notes in a real browser: axe on every screen and theme, a phone, keyboard alone, 200 % zoom. Spec A §2.7–2.8, §2.15.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { focused, ringless, tabTo } from "./harness/page/keyboard.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import * as user from "./harness/user.ts";

/** Time for a lazily loaded chunk on a busy machine. */
const WAIT = { timeout: 15_000 };
const PHONE = { width: 360, height: 740 };
/** A window of 1280 × 900 at 200 % zoom. */
const ZOOMED = { width: 640, height: 450 };

/** Visible controls too small for a finger: less than 44 px in either direction. Links in running text are as high as their line. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("button, a[href], input, [role=option], [role=menuitem], [role=tab]")];
    const isSeen = (element: HTMLElement, { left, top, width, height }: DOMRect) => {
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && (element.contains(at) || at.contains(element)) && getComputedStyle(element).clipPath === "none";
    };
    return controls
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 1 && isSeen(element, box) && Math.min(box.width, box.height) < 43.5)
      .map(({ element, box }) => `${element.ariaLabel ?? element.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
  });

/** Horizontal offset of the latest toast from the middle of the content area, and how far it extends beyond the window. */
const toastOffPx = (page: Page) =>
  page.evaluate(() => {
    const box = [...document.querySelectorAll("[data-sonner-toast] p")].at(-1)?.parentElement?.getBoundingClientRect();
    const left = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--toasts-left")) || 0;
    if (box === undefined) throw new Error("nothing was said");
    return {
      fromMiddle: Math.abs((box.left + box.right) / 2 - (left + innerWidth) / 2),
      beyond: Math.max(0, -box.left, box.right - innerWidth),
    };
  });

const toastsEndPx = (page: Page) =>
  page.evaluate(() =>
    Math.max(...[...document.querySelectorAll("[data-sonner-toast]")].map((toast) => toast.getBoundingClientRect().bottom)),
  );

/** Baselines of the text in these elements. */
const baselinesPx = (page: Page, selectors: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((selector) => {
        const element = [...document.querySelectorAll(selector)].find((each) => each.getBoundingClientRect().height > 0);
        if (element === undefined) throw new Error(`nothing to be seen of ${selector}`);
        const mark = document.createElement("span");
        mark.style.cssText = "display:inline-block;width:0;height:0";
        element.prepend(mark);
        const { bottom } = mark.getBoundingClientRect();
        mark.remove();
        return Math.round(bottom);
      }),
    selectors,
  );

const sidewaysPx = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Distance between the caret and the bar below the text on a phone. */
const caretGapPx = (page: Page) =>
  page.evaluate(() => {
    const caret = getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? Number.NaN;
    return (document.querySelector('[role="toolbar"]')?.getBoundingClientRect().top ?? Number.NaN) - caret;
  });

describe("The frame of the workspace", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    device = await openDevice({ isWhole: true });
    page = device.page;
  });
  afterEach(async () => {
    const complaints = device.complaints();
    await device.close();
    expect(complaints).toEqual([]);
  });
  afterAll(() => server?.close());

  it("passes axe on every screen, in every theme, wide and on a phone", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await user.moveIn(page, server.origin, { email: "axe@example.org", password: "Correct horse 1" });
    const look = async (name: string) => expect(await findViolationsEverywhere(page), name).toEqual([]);
    const close = () => page.keyboard.press("Escape");
    await look("empty");
    await user.writeNote(page, "Shopping for Sunday", "Bread, olives, a lemon, and something green.");
    await look("a note and its list");
    // Beside the list, the usual status is a dot alone.
    await page.getByRole("button", { name: "Hide notes list" }).click();
    const header = await baselinesPx(page, [
      'main [role="tab"] [aria-hidden="true"]:not(svg)',
      'main header [role="status"] > :not([aria-hidden])',
    ]);
    await page.getByRole("button", { name: "Show notes list" }).click();
    expect(new Set(header).size, `tab, status: ${header}`).toBe(1);
    const meta = await baselinesPx(page, [
      "article h1 + p > :nth-child(2)",
      "article h1 + p > :nth-child(3)",
      "article h1 + p span > span",
    ]);
    expect(new Set(meta).size, `dates, counts, sync: ${meta}`).toBe(1);
    await page.keyboard.press("Alt+n");
    await user.titleField(page).fill("A title that is unsaved");
    await look("a new note");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menu").waitFor();
    await look("the menu");
    await close();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Unsaved changes" }).waitFor();
    await look("unsaved changes");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await user.openNote(page, "Shopping for Sunday");
    const bubble = page.getByRole("button", { name: "Keyboard shortcuts" });
    // The button is at the bottom right (A §2.8), at most a button's size away from that corner.
    expect(await bubble.evaluate((button) => innerWidth - button.getBoundingClientRect().right)).toBeLessThan(48);
    expect(await bubble.evaluate((button) => innerHeight - button.getBoundingClientRect().bottom)).toBeLessThan(96);
    await bubble.click();
    await page.getByRole("dialog").waitFor();
    await look("the shortcuts");
    await close();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("s");
    await look("the palette");
    await close();
    await page.getByRole("button", { name: "New Folder" }).first().click();
    await page.getByRole("dialog", { name: "Create folder" }).waitFor();
    await look("a new folder");
    await close();
    await user.editNote(page);
    await look("editing");
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Back to list" }).click();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    await look("the drawer, and beside the sidebar");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("searchbox", { name: "Search notes" }).fill("zzyzx");
    await page.getByText("No results").first().waitFor();
    await look("a search without a hit");
    await page.goto(`${server.origin}/dashboard`);
    await page.getByRole("link", { name: "Browse Notes" }).waitFor();
    await look("the dashboard");
    await page.goto(`${server.origin}/nowhere`);
    await look("no such page");
    await page.goto(`${server.origin}/notes/note-none`);
    await page.getByText("Note not found").first().waitFor();
    await look("no such note");
  });

  it("centers short and long toasts within the window", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await user.useLocally(page, server.origin);
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (const sentence of ["Short", "As long as a sentence may be that somebody reads while it stands there. ".repeat(2)]) {
        await page.evaluate((folder) => {
          window.__satchelTest?.services.status.show({ id: "notes-moved", count: 2, folder });
        }, sentence);
        await user.toast(page, new RegExp(sentence.trim())).waitFor();
        expect(await toastOffPx(page), `${width}: ${sentence}`).toEqual({ fromMiddle: expect.closeTo(0, 0), beyond: 0 });
      }
    }
  });

  it("shows toasts on a phone above tools and buttons without covering them", async () => {
    await page.setViewportSize(PHONE);
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "Harbour");
    const tools = page.getByRole("toolbar");
    await tools.waitFor(WAIT);
    await page.evaluate(() =>
      window.__satchelTest?.services.status.show({ id: "connection-lost-reconnect" }, { subject: "long", durationMs: 60_000 }),
    );
    await user.toast(page, /^Google Drive connection lost/).waitFor();
    await expect.poll(() => toastsEndPx(page), WAIT).toBeLessThanOrEqual((await tools.boundingBox(WAIT))?.y ?? 0);
  });

  it("shows toasts above the floating buttons in fullscreen without covering them", async () => {
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "Harbour");
    await page.getByRole("button", { name: "Fullscreen" }).first().click();
    const cancel = page.getByRole("button", { name: "Cancel", exact: true });
    await cancel.waitFor(WAIT);
    for (const width of [1024, 800, PHONE.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await page.evaluate(() =>
        window.__satchelTest?.services.status.show({ id: "connection-lost-reconnect" }, { subject: "long", durationMs: 60_000 }),
      );
      await user.toast(page, /^Google Drive connection lost/).waitFor();
      await expect
        .poll(() => toastsEndPx(page), { ...WAIT, message: `${width} px` })
        .toBeLessThan((await cancel.boundingBox(WAIT))?.y ?? 0);
    }
  });

  it("fits a phone of 360 px: reachable controls, back to the list, caret above the keyboard", async () => {
    await page.setViewportSize(PHONE);
    await user.useLocally(page, server.origin);
    const look = async (name: string) => {
      // A control that has just appeared may still be growing to its size.
      await expect.poll(() => tooSmall(page), { ...WAIT, message: name }).toEqual([]);
      expect(await sidewaysPx(page), name).toBeLessThanOrEqual(0);
    };
    await look("empty");
    await page.getByRole("button", { name: "New Note", exact: true }).click();
    await user.titleField(page).fill("Why the sea comes twice");
    await user.textField(page).click();
    await page.keyboard.insertText("A line of the article.");
    for (let line = 0; line < 40; line += 1) {
      await page.keyboard.press("Enter");
      await page.keyboard.insertText(`Line ${line}`);
    }
    await look("writing");
    await page.keyboard.press("Home");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("tablist", { name: "Open notes" }).waitFor();
    await expect.poll(() => focused(page), WAIT).toBe("Note text");
    await page.keyboard.insertText("wide ");
    await page.getByRole("button", { name: "Fullscreen" }).click();
    await page.getByRole("button", { name: "Exit fullscreen" }).waitFor();
    const editorHeight = () => page.getByRole("toolbar").evaluate((toolbar) => toolbar.parentElement?.offsetHeight);
    await expect.poll(editorHeight, WAIT).toBe(900);
    await page.getByRole("button", { name: "Exit fullscreen" }).click();
    // A §2.12: at least 550 px; in a lower window the page scrolls, and Create Note stays in view.
    for (const [width, height] of [
      [1440, 500],
      [1024, 500],
      [768, 500],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(editorHeight, WAIT).toBe(550);
      const button = () =>
        page
          .getByRole("button", { name: /^Create Note/ })
          .last()
          .boundingBox();
      await expect.poll(async () => ((await button())?.y ?? height) + ((await button())?.height ?? 0), WAIT).toBeLessThanOrEqual(height);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(editorHeight, WAIT).toBeGreaterThan(550);
    await user.textField(page).focus();
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Back to list" }).waitFor();
    await expect.poll(() => focused(page), WAIT).toBe("Note text");
    await page.keyboard.insertText("and narrow ");
    await expect.poll(() => user.textField(page).textContent(), WAIT).toContain("wide and narrow Line 39");
    await page.setViewportSize({ ...PHONE, height: 380 });
    await expect.poll(() => caretGapPx(page), WAIT).toBeGreaterThan(0);
    await page.setViewportSize(PHONE);
    // Above the keyboard there is another button, which saves and stays in the text.
    await page.locator("html:not([data-keyboard])").waitFor();
    await user.save(page);
    await page.getByRole("heading", { name: "Why the sea comes twice", level: 1 }).waitFor();
    await look("a note");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menu").waitFor();
    await look("the menu");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });

    await page.goBack();
    await page.waitForURL("**/notes");
    await look("the list");
    // Focusing an element that is partly beyond the edge scrolls in the same way.
    await page.locator("main section[inert]").evaluate((pane) => pane.scrollIntoView());
    expect(await page.locator("main").evaluate((main) => main.scrollLeft)).toBe(0);
    await page.goForward();
    await page.waitForURL("**/notes/note-*");
    await page.getByRole("heading", { name: "Why the sea comes twice", level: 1 }).waitFor();
    await swipe(page, 80);
    await page.waitForURL("**/notes");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    await look("the drawer");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("link", { name: "Browse Notes" }).waitFor();
    await look("the dashboard");
  });

  it("supports writing, finding, sorting and deleting by keyboard alone with visible focus", async () => {
    // The focus indicator must not still be fading in when it is checked.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${server.origin}/login`);
    await tabTo(page, /^Use Locally/);
    await page.keyboard.press("Enter");
    await tabTo(page, "I Understand - Use Local Mode");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Welcome to Notes" }).waitFor();

    for (const [title, text] of [
      ["Milk", "two litres"],
      ["Bread", "a loaf"],
    ] as const) {
      await page.keyboard.press("Alt+n");
      await expect.poll(() => focused(page), WAIT).toBe("New note title");
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page), WAIT).toBe("Note text");
      await page.keyboard.type(text);
      await page.keyboard.press("Control+Shift+S");
      await page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
    }
    await page.keyboard.press("Control+Alt+PageUp");
    await page.getByRole("heading", { name: "Milk", level: 1, exact: true }).waitFor();

    await tabTo(page, "New Folder");
    await page.keyboard.press("Enter");
    const folderDialog = page.getByRole("dialog", { name: "Create folder" });
    await expect
      .poll(
        () =>
          folderDialog
            .getByRole("textbox")
            .first()
            .evaluate((field) => field === document.activeElement),
        WAIT,
      )
      .toBe(true);
    await page.keyboard.type("Kitchen");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Kitchen" }).waitFor();
    await page.keyboard.press("Control+Alt+ArrowRight");
    await user.row(page, "Milk").waitFor();
    await tabTo(page, "Width of the notes list");
    const width = async () => Number(await page.getByRole("separator", { name: "Width of the notes list" }).getAttribute("aria-valuenow"));
    const before = await width();
    await page.keyboard.press("ArrowRight");
    await expect.poll(width, WAIT).toBe(before + 20);

    await tabTo(page, "More");
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page), WAIT).toBe("More");
    await tabTo(page, "Edit Note");
    await page.keyboard.press("Enter");
    await user.textField(page).waitFor();
    await page.keyboard.press("Control+S");
    await user.textField(page).waitFor({ state: "detached" });

    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await user.toast(page, "Note deleted!").waitFor();
    await tabTo(page, "Undo");
    await page.keyboard.press("Enter");
    await user.row(page, "Milk").waitFor();

    await tabTo(page, /^Theme/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme), WAIT).toBe("dark");
    expect(ringless(page)).toEqual([]);
  });

  it("keeps everything reachable at 200 % zoom", async () => {
    await page.setViewportSize(ZOOMED);
    await user.useLocally(page, server.origin);
    const fits = async (name: string) => expect(await sidewaysPx(page), name).toBeLessThanOrEqual(0);
    await fits("the list");
    await user.beginNote(page, "Large letters");
    await user.textField(page).click();
    await page.keyboard.insertText("Read from across the room.");
    await fits("writing");
    await user.save(page);
    await page.getByRole("heading", { name: "Large letters", level: 1 }).waitFor();
    await fits("a note");
    await page.getByRole("button", { name: "Delete this note" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Back to list" }).click();
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "New Folder" }).click();
    const folder = page.getByRole("dialog", { name: "Create folder" });
    await folder.getByRole("textbox").first().fill("Wide");
    await folder.getByRole("button", { name: /^Create/ }).click();
    await page.getByRole("tab", { name: "Wide" }).waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("button", { name: /^Theme/ }).click();
    await menu.getByRole("button", { name: "Sign out and Delete Notes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await fits("after all");
  });

  it("B4 applies the stored theme before the first paint", async () => {
    await page.goto(`${server.origin}/login`);
    await page.evaluate(() => localStorage.setItem("theme", "amoled"));
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => {
        window.__colours = [...(window.__colours ?? []), getComputedStyle(document.documentElement).backgroundColor];
      });
    });
    await page.reload();
    await page.getByRole("button", { name: "Sign In" }).waitFor();

    expect(new Set(await page.evaluate(() => window.__colours))).toEqual(new Set(["rgb(0, 0, 0)"]));
  });

  it("animates nothing for users who prefer reduced motion", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await user.useLocally(page, server.origin);
    await page.evaluate(() => {
      window.__moved = [];
      const note = ({ target, elapsedTime }: AnimationEvent | TransitionEvent) => {
        if (elapsedTime > 0.002) window.__moved?.push(`${(target as Element).className}: ${elapsedTime} s`);
      };
      document.addEventListener("animationend", note);
      document.addEventListener("transitionend", note);
    });
    await page.getByRole("button", { name: "New Folder" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New Note", exact: true }).click();
    await user.titleField(page).fill("Still");
    await page.getByRole("button", { name: "Back to list" }).click();
    await page.waitForURL("**/notes");

    expect(await page.evaluate(() => window.__moved)).toEqual([]);
  });

  it("B2 offers the typed text first when the page breaks", async () => {
    await user.useLocally(page, server.origin);
    await user.beginNote(page, "Half a thought");
    await page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error("a thing that should not happen");
      };
    });
    await page.setViewportSize(PHONE);
    await page.getByRole("heading", { name: "Oops! Something went wrong" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Half a thought" }).inputValue()).toBe("Half a thought");
    expect(await findViolationsEverywhere(page)).toEqual([]);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Refresh Page" }).click();
    await expect.poll(() => user.titleField(page).inputValue(), WAIT).toBe("Half a thought");

    await page.addInitScript(() => Object.assign(window, { Worker: undefined }));
    await page.reload();
    await page.getByText(/^Satchel couldn't start in this browser/).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    expect(device.complaints().filter((text) => !/should not happen|Worker/.test(text))).toEqual([]);
    await device.close();
    device = await openDevice({ isWhole: true });
  });
});

/** Swipes a finger to the right over the note. */
async function swipe(page: Page, byPx: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, x?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] } as never);
  await touch("touchStart", 100);
  await touch("touchMove", 100 + byPx / 2);
  await touch("touchMove", 100 + byPx);
  await touch("touchEnd");
  await session.detach();
}

declare global {
  interface Window {
    __colours?: string[];
    __moved?: string[];
  }
}
