/** Presses every key that the palette shows, on every screen on which it shows it. Spec A §2.15. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { createNotes } from "./harness/stored/test-hook.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";

type Screen = {
  readonly name: string;
  readonly open: (page: Page, origin: string) => Promise<void>;
  readonly advertises: readonly string[];
};

const openNotes = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/notes`);
  await user.row(page, "Note 1").waitFor();
};

const FOLDERS = ["Next folder", "Previous folder"];
const EVERYWHERE = ["New note", "Today's note", "New note from a template…", ...FOLDERS, "Keyboard shortcuts"];

const SCREENS: readonly Screen[] = [
  {
    name: "the dashboard",
    async open(page, origin) {
      await page.goto(`${origin}/dashboard`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    },
    advertises: EVERYWHERE,
  },
  { name: "the list", open: openNotes, advertises: EVERYWHERE },
  {
    name: "a note, with another tab",
    async open(page, origin) {
      await openNotes(page, origin);
      for (const title of ["Note 1", "Note 2"]) await user.openNote(page, title);
    },
    advertises: ["Edit this note", "Markdown source", "Next tab", "Previous tab", ...EVERYWHERE],
  },
  {
    name: "the trash",
    async open(page, origin) {
      await page.goto(`${origin}/notes/trash`);
      await page.getByRole("heading", { name: "Trash", exact: true }).waitFor();
    },
    advertises: EVERYWHERE,
  },
  {
    name: "a past day",
    async open(page, origin) {
      await page.goto(`${origin}/notes/history`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    },
    advertises: EVERYWHERE,
  },
  {
    name: "the list after Settings were closed",
    async open(page, origin) {
      await openNotes(page, origin);
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("dialog", { name: "Settings" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Settings" }).waitFor({ state: "detached" });
    },
    advertises: EVERYWHERE,
  },
];

/** The screen once an action has run. */
const EFFECTS: Readonly<Record<string, (page: Page, before: Look) => Promise<void>>> = {
  "New note": (page) => expect.poll(() => user.titleField(page).evaluate((field) => field === document.activeElement)).toBe(true),
  "Today's note": (page) => expect.poll(() => user.textField(page).evaluate((field) => field === document.activeElement)).toBe(true),
  "New note from a template…": (page) => page.getByRole("dialog", { name: "New note from a template" }).waitFor(),
  "Edit this note": (page) => user.textField(page).waitFor(),
  "Markdown source": (page) => page.getByRole("textbox", { name: "Markdown source" }).waitFor(),
  "Keyboard shortcuts": (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor(),
  ...Object.fromEntries(FOLDERS.map((name) => [name, expectOther("folder")])),
  "Next tab": expectOther("tab"),
  "Previous tab": expectOther("tab"),
};

type Look = { readonly folder: string; readonly tab: string };

const selected = (page: Page, list: string): Promise<string> =>
  page.getByRole(list === "folder" ? "region" : "tablist", list === "folder" ? { name: "Folders" } : {}).evaluateAll((elements) => {
    const chosen = elements.flatMap((element) => [...element.querySelectorAll('[aria-selected="true"], [aria-current="true"]')]);
    return chosen.map(({ textContent }) => textContent ?? "").join("|");
  });

async function look(page: Page): Promise<Look> {
  return { folder: await selected(page, "folder"), tab: await selected(page, "tab") };
}

function expectOther(part: keyof Look) {
  return async (page: Page, before: Look): Promise<void> => {
    await expect.poll(async () => (await look(page))[part]).not.toBe(before[part]);
  };
}

/** The palette's actions that have keys. */
async function advertised(page: Page): Promise<ReadonlyMap<string, string>> {
  await page.keyboard.press("Control+K");
  const list = page.getByRole("listbox", { name: "Notes and actions" });
  await list.getByText("New note", { exact: true }).waitFor();
  const rows = await list.locator("[role=option]:has(kbd)").evaluateAll((found) =>
    found.map((row) => {
      const keys = row.querySelector("kbd")?.textContent ?? "";
      return [(row.textContent ?? "").slice(0, -keys.length).trim(), keys] as const;
    }),
  );
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  return new Map(rows);
}

const NAMES: Readonly<Record<string, string>> = { Ctrl: "Control", "→": "ArrowRight", "←": "ArrowLeft", PgDn: "PageDown", PgUp: "PageUp" };
const toKeys = (caps: string): string =>
  caps
    .split(" ")
    .map((cap) => NAMES[cap] ?? (/^[A-Z]$/.test(cap) ? cap.toLowerCase() : cap))
    .join("+");

describe("A2.15 advertised keys", () => {
  let server: TestServer;
  let device: Device;

  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    await user.useLocally(device.page, server.origin);
    await page().getByRole("button", { name: "New Note" }).first().waitFor();
    await createNotes(page(), "Note", 2);
  });
  afterAll(() => closeAll(device, server));
  const page = (): Page => device.page;
  const closeTabs = () => page().evaluate(() => window.__satchelTest?.services.library.getState().library?.tabs.closeAll());

  it.each(SCREENS)("all work on $name", async ({ open, advertises }) => {
    await closeTabs();
    await open(page(), server.origin);
    const keys = await advertised(page());
    expect([...keys.keys()].sort()).toEqual([...advertises].sort());
    for (const [action, caps] of keys) {
      await closeTabs();
      await open(page(), server.origin);
      const before = await look(page());
      await page().keyboard.press(toKeys(caps));
      await EFFECTS[action]?.(page(), before);
      expect(Object.keys(EFFECTS)).toContain(action);
    }
    expect(device.complaints()).toEqual([]);
  });
});
