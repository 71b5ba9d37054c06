/** User actions on the pages, by visible names: sign up, connect, write, find, delete. One action per function. */
import type { Locator, Page } from "playwright-core";
import { takeScreenshot } from "./story.ts";

export type Credentials = { readonly email: string; readonly password: string };

export async function fillRegistration(page: Page, { email, password }: Credentials): Promise<void> {
  // The login form has e-mail and password fields as well and stays until this page has loaded.
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByText("I accept the terms and conditions").click();
}

/** Starts at the login page, fills in the register form and stops at the first step of onboarding. */
export async function register(page: Page, origin: string, who: Credentials): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("link", { name: "Create account" }).click();
  await fillRegistration(page, who);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding").catch(async (error: unknown) => {
    await takeScreenshot(page, "register");
    throw error;
  });
}

export async function signIn(page: Page, origin: string, { email, password }: Credentials): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Signs in and continues from the dashboard to the notes. */
export async function signInToNotes(page: Page, origin: string, who: Credentials): Promise<void> {
  await signIn(page, origin, who);
  await page.waitForURL("**/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Notes" }).click();
  await page.waitForURL("**/notes");
}

const next = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });

/** Passes the welcome and plan steps and stops at the storage step. */
export async function choosePlan(page: Page, plan: "Free" | "Basic" | "Pro"): Promise<void> {
  await next(page).click();
  await page.getByRole("radio", { name: new RegExp(`^${plan}`) }).check({ force: true });
  await next(page).click();
}

export const connectButton = (page: Page): Locator => page.getByRole("button", { name: /^Connect\b/ });

/** Agrees on the drive's own page, which returns to the app. */
export async function allowDrive(page: Page): Promise<void> {
  await page.waitForURL("**/sandbox/o/**");
  await page.getByRole("button", { name: "Allow" }).click();
}

export async function finishOnboarding(page: Page): Promise<void> {
  await choosePlan(page, "Free");
  await connectButton(page).click();
  await allowDrive(page);
  await page.getByRole("button", { name: "Start using Notes" }).click();
  await page.waitForURL("**/notes");
}

/** Registers an account with a connected drive and opens its empty list. */
export async function moveIn(page: Page, origin: string, who: Credentials): Promise<void> {
  await register(page, origin, who);
  await finishOnboarding(page);
}

export async function useLocally(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
  await page.getByRole("button", { name: "I Understand - Use Local Mode" }).click();
  await page.waitForURL("**/notes");
}

export const titleField = (page: Page): Locator => page.getByRole("textbox", { name: /title$/i });
export const textField = (page: Page): Locator => page.getByRole("textbox", { name: "Note text" });

/** A row's accessible name begins with the title; state, date and text follow. */
export function row(page: Page, title: string): Locator {
  const name = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(\\s|$)`);
  return page.getByRole("listbox", { name: "Notes" }).getByRole("option", { name });
}

export const toast = (page: Page, sentence: string | RegExp): Locator =>
  page.getByRole("region", { name: /^Notifications/ }).getByText(sentence);

export async function beginNote(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "New Note" }).first().click();
  await titleField(page).fill(title);
}

/** Presses a tool of the editor, wherever the page's width puts it. */
export async function pressTool(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Insert", exact: true }).locator("visible=true").waitFor();
  const tool = page.getByRole("button", { name, exact: true }).locator("visible=true");
  // The toolbar shows all tools until it has measured them, so one that is visible may still move behind the button.
  const press = (timeout: number): Promise<boolean> =>
    tool
      .first()
      .click({ timeout })
      .then(
        () => true,
        () => false,
      );
  if ((await tool.count()) > 0 && (await press(MOVED_MS))) return;
  await page.getByRole("button", { name: "More formatting" }).locator("visible=true").click();
  await tool.first().click();
}

const MOVED_MS = 3000;

/** The button is 'Create Note' for a new note. The empty list has a button of that name as well, before it. */
export async function save(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^(Save|Create Note)\b/ })
    .locator("visible=true")
    .last()
    .click();
}

/**
 * Saves an edited note and waits until it is stored on the device; before that, its row shows the previous version. The toast may still be
 * that of an earlier save.
 */
export async function saveEdit(page: Page): Promise<void> {
  await save(page);
  await toast(page, /^Note saved/).waitFor();
  await page.getByRole("button", { name: "Edit Note" }).waitFor();
}

/**
 * Syncs manually and waits until the next sync is complete. Dismisses its toast, which may already have disappeared on a slow
 * machine.
 */
export async function syncNow(page: Page): Promise<void> {
  const before = await page.evaluate(
    () => window.__satchelTest?.services.library.getState().library?.sync.store.getState().lastCompleteAt ?? 0,
  );
  await page.getByRole("button", { name: "Sync", exact: true }).first().click();
  await page.waitForFunction(
    (at) => (window.__satchelTest?.services.library.getState().library?.sync.store.getState().lastCompleteAt ?? 0) > at,
    before,
    { timeout: 60_000 },
  );
  const done = page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("listitem")
    .filter({ hasText: "Sync completed!" });
  await done.getByRole("button", { name: "Dismiss" }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await done.waitFor({ state: "detached" });
}

export async function writeNote(page: Page, title: string, text: string): Promise<void> {
  await beginNote(page, title);
  await textField(page).click();
  await page.keyboard.insertText(text);
  await save(page);
  await row(page, title).waitFor();
}

export type StateLabel = "Saving" | "On this device" | "In your drive" | "In your storage" | "Needs attention";

/** The row shows the note's state as text. */
export async function waitForState(page: Page, title: string, state: StateLabel | RegExp): Promise<void> {
  await row(page, title).getByText(state).first().waitFor({ state: "attached", timeout: 30_000 });
}

export async function openNote(page: Page, title: string): Promise<void> {
  await row(page, title).click();
  await page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
}

export async function editNote(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit Note" }).click();
  await textField(page).waitFor();
}

export async function deleteNote(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button", { name: "Delete", exact: true }).click();
}

/** Pastes HTML into the editor without the browser's own clean-up of the markup. */
export async function paste(page: Page, html: string): Promise<void> {
  const plain = html.replace(/<[^>]*>/g, " ");
  await textField(page).evaluate(
    (element, [markup, text]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", markup);
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, plain] as const,
  );
}
