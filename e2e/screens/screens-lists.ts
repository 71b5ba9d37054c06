/** Images of lists and folders, and of actions on several notes. Part of `npm run screens`. */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { createNotes } from "../harness/stored/test-hook.ts";
import { finishOnboarding, register, row, writeNote } from "../harness/user.ts";

const LEE = { email: "lee@example.org", password: "Correct horse 1" };
const SHELF = [
  [
    "Reading list, winter",
    "Annie Dillard, Pilgrim at Tinker Creek. Start with the chapter on seeing; then the essay on weasels, which is shorter.",
  ],
  [
    "Tide tables and the long walk to Sandend",
    "High water 06:41, low 12:58. Leave the car at the old lifeboat house, be past the second groyne before one.",
  ],
  ["日本語の勉強ノート", "助詞「は」と「が」の違い。主題と主語。例文を十個書いて、声に出して読む。"],
  ["Kitchen measurements", "Window 118 × 94. Worktop 61 deep. The wall behind the cooker is 4 mm out over a metre."],
] as const;

async function newFolder(page: Page, name: string, color: string): Promise<void> {
  await page.getByRole("button", { name: "New Folder" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.locator(`label:has(input[aria-label="${color}"])`).click();
  await page.getByRole("button", { name: "Create Folder" }).click();
  await page.getByRole("tab", { name }).waitFor();
}

export async function lists({ page }: Device, { origin }: TestServer): Promise<void> {
  await register(page, origin, LEE);
  await finishOnboarding(page);
  await page.getByRole("button", { name: "New Folder" }).first().click();
  await takeAll(page, "folder-new");
  await page.keyboard.press("Escape");
  const folders = [
    ["Field notes", "Blue"],
    ["Recipes", "Orange"],
    ["Thesis", "Violet"],
    ["A folder with a name that is rather long", "Green"],
  ] as const;
  for (const [name, color] of folders) await newFolder(page, name, color);
  await takeAll(page, "folder-empty");
  await page.getByRole("tab", { name: "All Notes" }).click();
  await createNotes(page, "Letter", 90);
  for (const [title, text] of SHELF) await writeNote(page, title, text);
  await takeAll(page, "new-menu", async () => {
    await page.goto(`${origin}/notes`);
    // On a phone, New Folder is in the drawer.
    const isPhone = (page.viewportSize()?.width ?? 0) < 768;
    await page
      .getByRole("button", { name: isPhone ? "Menu" : "More note types" })
      .first()
      .click();
  });
  await page.goto(`${origin}/notes`);
  await row(page, "Reading list, winter").click();
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await takeAll(page, "note-menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Sort by/ }).click();
  await takeAll(page, "list-order");
  await page.keyboard.press("Escape");
  const sortBy = async (name: string) => {
    await page.getByRole("button", { name: /^Sort by/ }).click();
    await page.getByRole("menuitemradio", { name }).click();
  };
  await sortBy("Last modified");
  const rows = page.getByRole("listbox", { name: "Notes" }).getByRole("option");
  await rows.nth(1).click({ button: "right" });
  await takeAll(page, "row-menu");
  await page.goto(`${origin}/notes`);
  await rows.nth(1).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Pin" }).click();
  for (const at of [0, 1, 3]) await rows.nth(at).click({ modifiers: ["ControlOrMeta"] });
  await takeAll(page, "selection");
  await page.getByRole("button", { name: "Move to folder" }).click();
  await takeAll(page, "move");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await takeAll(page, "delete-several");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Thesis" }).click();
  await page.getByRole("tab", { name: "Thesis" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit folder" }).click();
  await takeAll(page, "folder-edit");
}
