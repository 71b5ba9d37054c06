/** Images of the Sensitive folder: its dialogs, its lock, and the placeholders for hidden content. Part of screens.ts. */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "sen@example.org", password: "Correct horse 1" };
const SECRET = "quiet sea 77";

/** Opens the folder's tab above the rows, at any width. */
export async function chooseFolder(page: Page): Promise<void> {
  const back = page.getByRole("button", { name: "Back to list" });
  if (!page.url().endsWith("/notes") && (await back.isVisible())) {
    await back.click();
    await page.waitForURL("**/notes");
  }
  await page.getByRole("tab", { name: "Sensitive", exact: true }).click();
}

export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByRole("dialog").getByLabel(label, { exact: true }).fill(text);
}

export const press = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const lock = (page: Page) => page.keyboard.press("Alt+l");

async function unlock(page: Page): Promise<void> {
  await chooseFolder(page);
  await fill(page, { Password: SECRET });
  await press(page, "Unlock");
  await page.getByRole("timer").locator("visible=true").waitFor();
}

async function askToMove(page: Page, folder: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).locator("visible=true").first().click();
  await page.getByRole("menuitem", { name: "Move to folder" }).click();
  await page.getByRole("dialog").getByRole("button", { name: folder }).click();
}

export async function sensitive({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(page, origin, WHO);
  await user.writeNote(page, "Kitchen measurements", "Window 118 × 94. Worktop 61 deep.");
  await askToMove(page, "Sensitive");
  await takeAll(page, "sensitive-move-first");
  await page.keyboard.press("Escape");
  await chooseFolder(page);
  await fill(page, { Password: "quiet", "Confirm password": "quiet tea" });
  await press(page, "Set up password");
  await takeAll(page, "sensitive-set-up");
  await fill(page, { Password: SECRET, "Confirm password": SECRET });
  await press(page, "Set up password");
  await page.getByRole("timer").locator("visible=true").waitFor();
  await takeAll(page, "sensitive-empty");
  await user.writeNote(page, "Letter to the notary", "The second will lies with the first one, in the blue folder.");
  await user.writeNote(page, "Diary, November", "The heron came at low water and stayed until the lights went on.");
  await takeAll(page, "sensitive-open");
  await user.editNote(page);
  await takeAll(page, "sensitive-edit", () => user.textField(page).click());
  await lock(page);
  await page.getByText("Please authenticate with sensitive folder to edit this note").waitFor();
  await takeAll(page, "sensitive-note-locked");
  await takeAll(page, "sensitive-folder-locked", async () => {
    const back = page.getByRole("button", { name: "Back to list" });
    if (await back.isVisible()) await back.click();
  });
  await page.getByRole("tab", { name: "All Notes" }).click();
  await chooseFolder(page);
  await fill(page, { Password: "quiet tea 77" });
  await press(page, "Unlock");
  await page.getByText("Invalid password. Please try again.").waitFor();
  await takeAll(page, "sensitive-unlock");
  await press(page, "Use recovery key");
  await takeAll(page, "sensitive-recover");
  await page.keyboard.press("Escape");
  await unlock(page);
  await page.getByRole("tab", { name: "All Notes" }).click();
  await user.openNote(page, "Kitchen measurements");
  await askToMove(page, "Sensitive");
  await takeAll(page, "sensitive-move-in");
  await fill(page, { "Password for the Sensitive folder": SECRET });
  await press(page, "Move");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await user.waitForState(page, "Kitchen measurements", "In your drive");
  await askToMove(page, "No folder");
  await takeAll(page, "sensitive-move-out");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Security" }).click();
  await takeAll(page, "sensitive-settings");
  await takeAll(page, "sensitive-settings-end", () => page.getByRole("button", { name: "Use recovery key" }).scrollIntoViewIfNeeded());
}

/** Without an account the password cannot be recovered, and the dialog says so. */
export async function sensitiveLocal({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  await chooseFolder(page);
  await takeAll(page, "sensitive-set-up-local");
}
