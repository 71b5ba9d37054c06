/** Types as soon as the workspace is shown, before the code of the field has loaded, and reports what arrived. */
import type { CDPSession, Page } from "playwright-core";
import * as user from "../../harness/user.ts";

export type Pace = {
  /** Milliseconds between two keys. */
  readonly gapMs: number;
  /** How many times slower the processor is. */
  readonly slowdown: number;
};

export type Journey = {
  readonly name: string;
  /** Waits for the first moment at which the user would begin to type, and does what asks for the keys. The default is the button for a new note. */
  readonly begin?: (page: Page) => Promise<void>;
  /** Text to type and keys to press, in order. */
  readonly keys: readonly (string | Key)[];
  /** Reads what the keys did. */
  readonly read: (page: Page) => Promise<string>;
  readonly expected: string;
};

export type Key = { readonly key: string; readonly code: string; readonly keyCode: number; readonly modifiers?: number };

const [ALT, CTRL, SHIFT] = [1, 2, 8] as const;
const NEW_NOTE: Key = { key: "n", code: "KeyN", keyCode: 78, modifiers: ALT };
const PALETTE: Key = { key: "k", code: "KeyK", keyCode: 75, modifiers: CTRL };
const SAVE: Key = { key: "S", code: "KeyS", keyCode: 83, modifiers: CTRL | SHIFT };
const ENTER: Key = { key: "Enter", code: "Enter", keyCode: 13 };
const SOURCE: Key = { key: "m", code: "KeyM", keyCode: 77, modifiers: ALT };
const BACKSPACE: Key = { key: "Backspace", code: "Backspace", keyCode: 8 };
const DOWN: Key = { key: "ArrowDown", code: "ArrowDown", keyCode: 40 };
const LEFT: Key = { key: "ArrowLeft", code: "ArrowLeft", keyCode: 37 };

/** A wrong result that is not waited for any longer. A save on a processor six times slower takes some of it. */
const ARRIVES_WITHIN_MS = 30_000;

/** Opened by a part of what is typed in the palette, if a key is lost; the list shows the last one first. */
export const NOTES = ["Raspberry tart", "Berry list", "Berry pie", "Ry bread", "Zebra"] as const;

/** Password of the Sensitive folder. */
export const FOLDER_PASSWORD = "only for this folder";

const askForPassword = (page: Page): Promise<void> =>
  page
    .getByRole("region", { name: "Folders" })
    .getByRole("button", { name: /^Sensitive/ })
    .click();

/** Resolves with the first row, or with the list that is still empty. */
const untilListBegins = (page: Page): Promise<void> => page.getByRole("listbox").first().waitFor({ state: "attached" });

const untilWorkspace = (page: Page): Promise<void> => page.getByRole("button", { name: "New Note" }).first().waitFor();

/** The folder's state and the number of dialogs that are still open. */
const folderState = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const state = window.__satchelTest?.services.library.getState().library?.sensitive.store.getState().kind;
    return `${state}, ${document.querySelectorAll('[role="dialog"]').length} dialogs`;
  });

const titleAndText = async (page: Page): Promise<string> => {
  const title = await user.titleField(page).locator("visible=true").inputValue();
  const lines = await user.textField(page).locator("visible=true").locator("p").allInnerTexts();
  return `${title} | ${lines.map((line) => line.trim()).join(" / ")}`;
};

/** The shown note's blocks with the names of their elements. */
const blocks = async (page: Page): Promise<string> => {
  const found = user.textField(page).locator("visible=true").locator("> *");
  return (await found.evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`))).join(" / ");
};

const readingView = async (page: Page): Promise<string> =>
  `${await page.locator("article h1").textContent()} | ${await page.locator("article .note-content").textContent()}`;

const heading = async (page: Page): Promise<string> => (await page.locator("article h1").textContent()) ?? "";

export const JOURNEYS: readonly Journey[] = [
  {
    name: "a new note",
    keys: [NEW_NOTE, "My firsst", LEFT, BACKSPACE, "t note", ENTER, "Its text", ENTER, "and more"],
    // The caret is before the last letter.
    read: titleAndText,
    expected: "My first notet | Its text / and more",
  },
  {
    name: "a saved note",
    keys: [NEW_NOTE, "Third note", ENTER, "its text", SAVE],
    read: readingView,
    expected: "Third note | its text",
  },
  { name: "a note in the palette", keys: [PALETTE, "raspberry", ENTER], read: heading, expected: "Raspberry tart" },
  { name: "a row of the palette", keys: [PALETTE, "berry", DOWN, ENTER], read: heading, expected: "Berry list" },
  {
    name: "a new note from the palette",
    keys: [PALETTE, "new note", ENTER, "Second note"],
    read: titleAndText,
    expected: "Second note | ",
  },
  {
    name: "search from the palette",
    keys: [PALETTE, "search notes", ENTER, "bread"],
    read: (page) => page.getByRole("searchbox", { name: "Search notes" }).inputValue(),
    expected: "bread",
  },
  {
    name: "a new folder from the palette",
    keys: [PALETTE, "new folder", ENTER, "Garden"],
    read: (page) => page.getByRole("dialog").getByRole("textbox").first().inputValue(),
    expected: "Garden",
  },
  {
    name: "a note in the palette, asked for before the list is complete",
    begin: untilListBegins,
    keys: [PALETTE, "raspberry", ENTER],
    read: heading,
    expected: "Raspberry tart",
  },
  {
    name: "the password of the Sensitive folder",
    begin: askForPassword,
    keys: [FOLDER_PASSWORD, ENTER],
    read: folderState,
    expected: "unlocked, 0 dialogs",
  },
  {
    name: "the password of the Sensitive folder, asked for from the palette",
    keys: [PALETTE, "unlock", ENTER, FOLDER_PASSWORD, ENTER],
    read: folderState,
    expected: "unlocked, 0 dialogs",
  },
  {
    name: "a heading by the menu behind a slash",
    keys: [NEW_NOTE, "Third note", ENTER, "/heading", ENTER, "Rivers"],
    read: blocks,
    expected: "H1 Rivers",
  },
  {
    name: "the Markdown source of a new note",
    keys: [NEW_NOTE, "Third note", ENTER, "rivers", SOURCE, " and lakes"],
    read: async (page) => (await page.getByRole("textbox", { name: "Markdown source" }).locator("p").allTextContents()).join(" / "),
    expected: "rivers and lakes",
  },
];

/** Returns what arrived instead, if it is not what was typed. */
export async function runJourney(page: Page, journey: Journey, pace: Pace): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("Emulation.setCPUThrottlingRate", { rate: pace.slowdown });
    await page.reload({ waitUntil: "commit" });
    await (journey.begin ?? untilWorkspace)(page);
    await pressAll(session, journey.keys, async () => void (pace.gapMs > 0 && (await page.waitForTimeout(pace.gapMs))));
    return await findDifference(page, journey);
  } finally {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await session.detach();
  }
}

/** As a keyboard does: the next key does not wait until the page has handled the one before. */
async function pressAll(session: CDPSession, keys: Journey["keys"], pause: () => Promise<void>): Promise<void> {
  const handled: Promise<unknown>[] = [];
  for (const key of keys.flatMap((each) => (typeof each === "string" ? [...each].map(toKey) : [each]))) {
    if (handled.length > 0) await pause();
    const { keyCode, ...sent } = { ...key, windowsVirtualKeyCode: key.keyCode, nativeVirtualKeyCode: key.keyCode };
    const text = (key.modifiers ?? SHIFT) === SHIFT ? textOf(key) : undefined;
    handled.push(
      session.send("Input.dispatchKeyEvent", { ...sent, type: text === undefined ? "rawKeyDown" : "keyDown", ...(text && { text }) }),
      session.send("Input.dispatchKeyEvent", { ...sent, type: "keyUp" }),
    );
  }
  await Promise.all(handled);
}

function toKey(letter: string): Key {
  const upper = letter.toUpperCase();
  if (letter === " ") return { key: " ", code: "Space", keyCode: 32 };
  if (letter === "/") return { key: "/", code: "Slash", keyCode: 191 };
  return { key: letter, code: `Key${upper}`, keyCode: upper.charCodeAt(0), ...(letter === upper && { modifiers: SHIFT }) };
}

function textOf({ key }: Key): string | undefined {
  if (key === "Enter") return "\r";
  return key.length === 1 ? key : undefined;
}

async function findDifference(page: Page, { read, expected }: Journey): Promise<string | undefined> {
  const endsAt = performance.now() + ARRIVES_WITHIN_MS;
  let found = "nothing";
  while (performance.now() < endsAt) {
    found = await Promise.race([read(page).catch(() => found), page.waitForTimeout(1000).then(() => found)]);
    if (found === expected) return undefined;
    await page.waitForTimeout(20);
  }
  return found;
}
