/**
 * Images of secondary parts of pages: tabs of Settings, banners on the landing page, tools of a small editor, toasts. Part of screens.ts.
 */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { multiplyLocal } from "../harness/stored/stored-notes.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "det@example.org", password: "Correct horse 1" };
const MORE_THAN_A_PAGE = 120;
const TITLES = ["Sourdough, eleventh attempt", "Reading list, winter", "Kitchen measurements", "Tide tables"];

type Named = "sync" | "backup" | "status";

type Held = { readonly store: { setState?(value: unknown): void; replace?(value: unknown): void } };

/** Puts a short-lived state into the store from which the page reads it. */
async function replaceState(page: Page, name: Named, state: unknown): Promise<void> {
  await page.evaluate(
    ([service, next]) => {
      const services = window.__satchelTest?.services;
      const library = services?.library.getState().library as unknown as Record<string, Held> | undefined;
      if (services === undefined || library === undefined) throw new Error("no library is open");
      if (service === "status") return void services.status.show(next as never);
      const store = library[service]?.store;
      (store?.replace ?? store?.setState)?.call(store, next);
    },
    [name, state] as const,
  );
}

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).locator("visible=true").first().click();
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("tabpanel", { name: tab }).waitFor();
}

async function pickHeading(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  if (await page.getByRole("button", { name: "Fullscreen" }).isVisible()) await page.getByRole("button", { name: "Fullscreen" }).click();
  await user.pressTool(page, /^Text style/);
}

export async function details({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(page, origin, WHO);
  for (const title of TITLES) await user.writeNote(page, title, `${title}: a line or two of text, so that there is something to see.`);
  await user.waitForState(page, "Tide tables", "In your drive");
  await openSettings(page, "Profile");
  await takeAll(page, "settings-profile");
  await page.getByRole("tab", { name: "AI Settings" }).click();
  await page.getByText("Send as a Bearer token").waitFor();
  await takeAll(page, "settings-ai");
  await page.getByRole("tab", { name: "Cloud Storage" }).click();
  await page.getByRole("button", { name: "Clear all caches…" }).waitFor();
  await takeAll(page, "settings-clear-caches", () => page.getByRole("button", { name: "Clear all caches…" }).scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: "Clear all caches…" }).click();
  await page.getByRole("alertdialog").waitFor();
  await takeAll(page, "clear-caches-question");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  for (const title of TITLES) {
    await page.goto(`${origin}/notes`);
    await user.openNote(page, title);
  }
  await takeAll(page, "tabs-several");
  await user.editNote(page);
  await takeAll(page, "editing");
  await page.getByRole("button", { name: "Fullscreen" }).click();
  await takeAll(page, "fullscreen-headings", () => pickHeading(page));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Exit fullscreen" }).click();
}

/** Rare banners, and toasts over a note that is being written. */
export async function bands({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(page, origin, { ...WHO, email: "ban@example.org" });
  for (const title of TITLES) await user.writeNote(page, title, `${title}: a line or two of text.`);
  await user.waitForState(page, "Tide tables", "In your drive");
  await page.goto(`${origin}/notes`);
  await user.row(page, "Tide tables").waitFor();
  // Set again for each image, because the end of a sync cycle resets such a state.
  const standing = (name: Named, state: unknown) => () => replaceState(page, name, state);
  await takeAll(page, "went-back", standing("sync", { wentBackCount: 14 }));
  await takeAll(page, "missing-approved", standing("sync", { wentBackCount: 0, missingApprovedCount: 3 }));
  await takeAll(page, "unreadable", standing("sync", { missingApprovedCount: 0, unreadableCount: 3 }));
  await replaceState(page, "sync", { unreadableCount: 0 });
  await takeAll(page, "restore-running", standing("backup", { kind: "restoring", step: "adding", percent: 42 }));
  await replaceState(page, "backup", { kind: "idle" });
  await user.openNote(page, "Tide tables");
  await user.editNote(page);
  await takeAll(page, "toast-editing", standing("status", { id: "sync-failed" }));
  await takeAll(page, "toast-list", async () => {
    const back = page.getByRole("button", { name: "Back to list" });
    if (await back.isVisible()) await back.click();
    await replaceState(page, "status", { id: "sync-failed" });
  });
  await takeAll(page, "landing", `${origin}/dashboard`);
}

export async function detailsLocal({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  await user.writeNote(page, "Letter", "Dear Miriam, the photographs came on Tuesday, and the one of the pier is the best of them.");
  await multiplyLocal(page, "Letter", MORE_THAN_A_PAGE);
  await page.goto(`${origin}/notes`);
  await takeAll(page, "load-more", async () => {
    await page.getByRole("button", { name: /^Load More/ }).scrollIntoViewIfNeeded();
  });
  await openSettings(page, "Editor");
  await takeAll(page, "settings-editor-local");
}
