/** Images shown in place of code that could not be loaded, and a check that Try again loads it in a real browser. Part of screens.ts. */
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "gone@example.org", password: "Correct horse 1" };

/** Blocks scripts of the build by their module names, in a profile that has not cached them. */
async function withhold({ context }: Device, names: readonly string[]): Promise<(name: string) => void> {
  const gone = new Set(names);
  await context.route("**/sw.js", (route) => route.abort());
  await context.route("**/assets/*.js", (route) => {
    const [, name = ""] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(route.request().url()) ?? [];
    return gone.has(name) ? route.abort() : route.continue();
  });
  return (name) => void gone.delete(name);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" }).locator("visible=true").first();

/** Waits for the error state at this width, then makes the file available and retries. */
async function giveAndTry(page: Page, give: () => void): Promise<void> {
  await tryAgain(page).waitFor();
  give();
  await tryAgain(page).click();
}

/** A button of the toolbar that explains the problem. */
const missingTool = (page: Page) =>
  page
    .getByRole("toolbar")
    .getByRole("button", { name: /^This part couldn't be loaded/ })
    .first();

const more = (page: Page) => page.getByRole("button", { name: "More", exact: true }).locator("visible=true").first();

/** In a narrow window the tool is in the overflow menu. */
async function openEmoji(page: Page): Promise<void> {
  const emoji = page.getByRole("button", { name: "Emoji" }).locator("visible=true").first();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  if (!(await emoji.isVisible())) await page.getByRole("button", { name: "More formatting" }).click();
  await emoji.click();
}

export async function missing(device: Device, { origin }: TestServer): Promise<void> {
  const { page } = device;
  const give = await withhold(device, [
    "RegisterScreen",
    "PromptDialogs",
    "LocalNotice",
    "menu-parts",
    "Questions",
    "Drawer",
    "ShortcutList",
    "ViewNote",
    "NoteEditor",
    "AttachTool",
    "AiTool",
    "EmojiPicker",
    "DashboardScreen",
  ]);
  await takeAll(page, "missing-screen-before", `${origin}/register`);
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
  await tryAgain(page).waitFor();
  await takeAll(page, "missing-prompt");
  await giveAndTry(page, () => give("PromptDialogs"));
  await page.getByRole("button", { name: "I Understand - Use Local Mode" }).click();
  await page.waitForURL("**/notes");
  await tryAgain(page).waitFor();
  await takeAll(page, "missing-band");
  await giveAndTry(page, () => give("LocalNotice"));
  await tryAgain(page).waitFor({ state: "detached" });
  await takeAll(page, "missing-screen", `${origin}/dashboard`);
  await page.goto(`${origin}/notes/new`);
  await tryAgain(page).waitFor();
  await takeAll(page, "missing-editor");
  await giveAndTry(page, () => give("NoteEditor"));
  await user.titleField(page).fill("Sourdough, eleventh attempt");
  await user.textField(page).click();
  await page.keyboard.insertText("Hydration 78 %. Bulk at 24 °C until it has risen by half.");
  await takeAll(page, "missing-tools");
  for (const name of ["AttachTool", "AiTool"]) {
    give(name);
    await missingTool(page).click();
  }
  await missingTool(page).waitFor({ state: "detached" });
  await takeAll(page, "missing-emoji", async () => {
    await openEmoji(page);
    await tryAgain(page).waitFor();
  });
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await openEmoji(page);
  await giveAndTry(page, () => give("EmojiPicker"));
  await page.getByRole("combobox", { name: "Search emoji" }).waitFor();
  await page.keyboard.press("Escape");
  await user.save(page);
  await tryAgain(page).waitFor();
  await takeAll(page, "missing-note");
  await giveAndTry(page, () => give("ViewNote"));
  await page.getByRole("button", { name: "Edit Note" }).waitFor();
  await takeAll(page, "missing-menu", async () => {
    await page.keyboard.press("Escape");
    await more(page).click();
    await tryAgain(page).waitFor();
  });
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.keyboard.press("Escape");
  await tryAgain(page).waitFor({ state: "detached" });
  await more(page).click();
  await giveAndTry(page, () => give("menu-parts"));
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).locator("visible=true").first().click();
  await tryAgain(page).waitFor();
  await takeAll(page, "missing-dialog");
  await giveAndTry(page, () => give("Questions"));
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await missingInAccount(origin);
}

async function missingInAccount(origin: string): Promise<void> {
  const device = await openDevice();
  const { page } = device;
  try {
    const give = await withhold(device, ["ConnectionNotices", "AiDialog"]);
    await user.register(page, origin, WHO);
    await user.finishOnboarding(page);
    await giveAndTry(page, () => give("ConnectionNotices"));
    await tryAgain(page).waitFor({ state: "detached" });
    await user.beginNote(page, "Letter");
    await page.getByRole("button", { name: "AI Search" }).locator("visible=true").first().click();
    await tryAgain(page).waitFor();
    await takeAll(page, "missing-ai");
    await giveAndTry(page, () => give("AiDialog"));
    await tryAgain(page).waitFor({ state: "detached" });
  } finally {
    await device.close();
  }
}
