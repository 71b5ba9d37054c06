/** Images of an account under attack, and of its plans if only the free one is offered. Part of screens.ts. */
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { mailedPassword } from "../harness/servers/running-server.ts";
import { startServer, type TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "ned@example.org", password: "Correct horse 1" };
const NEXT = "Another horse 2";
const SIGN_INS = 4;

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: tab }).click();
}

/** A pending reset by mailbox and a pending deletion, on signed-in devices and on the requesting one. */
export async function pending({ page }: Device, { origin, dataDir }: TestServer): Promise<void> {
  await user.moveIn(page, origin, WHO);
  await user.writeNote(page, "Tide tables", "High water 06:41, low 12:58.");
  for (let count = 0; count < SIGN_INS; count += 1) {
    const other = await openDevice();
    await user.signInToNotes(other.page, origin, WHO);
    await other.page.getByText(/^This device is called/).waitFor();
    if (count === 0) {
      await takeAll(other.page, "device-name");
      await other.page.getByRole("button", { name: "Rename", exact: true }).click();
      await takeAll(other.page, "device-name-field");
    }
    await other.close();
  }
  await openSettings(page, "Sync");
  await page.getByText("Chrome on Linux 2", { exact: true }).waitFor();
  await takeAll(page, "sync-devices", () => page.getByRole("heading", { name: "Devices" }).scrollIntoViewIfNeeded());
  await page.goto(`${origin}/notes`);
  await openSettings(page, "Security");
  await page.getByText("This device", { exact: true }).waitFor();
  await takeAll(page, "security-devices", () => page.getByRole("heading", { name: "Devices" }).scrollIntoViewIfNeeded());
  await takeAll(page, "security-activity", () => page.getByRole("heading", { name: "Account activity" }).scrollIntoViewIfNeeded());
  const asking = await openDevice();
  try {
    await asking.page.goto(`${origin}/forgot-password`);
    await asking.page.getByLabel("Email", { exact: true }).fill(WHO.email);
    await asking.page.getByRole("button", { name: "Send new password" }).click();
    await asking.page.getByRole("heading", { name: "Check your email" }).waitFor();
    await user.signIn(asking.page, origin, { ...WHO, password: await mailedPassword(dataDir, WHO.email) });
    await asking.page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await asking.page.getByRole("radio", { name: /^Later/ }).check({ force: true });
    await asking.page.getByLabel("New Password", { exact: true }).fill(NEXT);
    await asking.page.getByLabel("Confirm New Password", { exact: true }).fill(NEXT);
    await asking.page.getByRole("button", { name: "Set password", exact: true }).click();
    await asking.page.getByText(/takes effect in 72 hours/).waitFor();
    await takeAll(asking.page, "locked-waits");
  } finally {
    await asking.close();
  }
  await page.goto(`${origin}/notes`);
  await page.getByRole("button", { name: "Cancel request" }).waitFor();
  await takeAll(page, "pending-step");
  await takeAll(page, "pending-step-dashboard", `${origin}/dashboard`);
  await page.goto(`${origin}/notes`);
  await user.openNote(page, "Tide tables");
  await takeAll(page, "pending-step-note");
}

/** Plans on a server whose operator opened no paid plan. */
export async function plans({ page }: Device): Promise<void> {
  const server = await startServer({ SATCHEL_PLANS: "free" });
  try {
    await user.register(page, server.origin, WHO);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("radio", { name: /^Free/ }).waitFor({ state: "attached" });
    await takeAll(page, "onboarding-plan-closed");
    await page.goto(`${server.origin}/onboarding`);
    await user.finishOnboarding(page);
    await openSettings(page, "Cloud Storage");
    await page.getByText("Not available on this server").first().waitFor();
    await takeAll(page, "settings-plans-closed", () => page.getByText("Not available on this server").last().scrollIntoViewIfNeeded());
  } finally {
    await server.close();
  }
}
