/** Images of registration under different operator settings, and of the pages behind mailed links. Part of screens.ts. */

import { openTestMailbox, type TestMailbox } from "@satchel/server/testing/test-mailbox.ts";
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { startServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "zoe@example.org", password: "Correct horse 1" };
/** Number of wrong passwords before the next attempt is blocked. */
const WRONG_TRIES = 10;

const createAccount = (page: Page) => page.getByRole("button", { name: "Create account" }).click();

async function onServer(env: Record<string, string>, take: (origin: string) => Promise<void>): Promise<void> {
  const server = await startServer(env);
  try {
    await take(server.origin);
  } finally {
    await server.close();
  }
}

async function linkIn(mailbox: TestMailbox, path: string): Promise<string> {
  for (;;) {
    const found = mailbox.mails.flatMap(({ text }) => new RegExp(`http://\\S+/account/${path}/\\S+`).exec(text) ?? [])[0];
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Registration by invitation, closed registration, and registration with a confirmed address. */
export async function signedOutScreens({ page }: Device): Promise<void> {
  await onServer({ SATCHEL_REGISTRATION: "invite" }, async (origin) => {
    await takeAll(page, "register-invitation", `${origin}/register`);
    await user.fillRegistration(page, WHO);
    await page.getByLabel("Invitation code").fill("ABCD-EFGH-JKMN-PQRS");
    await createAccount(page);
    await page.getByText(/^This invitation code isn't valid/).waitFor();
    await takeAll(page, "register-invitation-refused");
  });
  await onServer({ SATCHEL_REGISTRATION: "closed" }, async (origin) => {
    await page.goto(`${origin}/register`);
    await page.getByText(/^This server doesn't accept new accounts/).waitFor();
    await takeAll(page, "register-closed");
  });
  const mailbox = await openTestMailbox();
  try {
    await onServer({ SMTP_URL: mailbox.url }, (origin) => byMail(page, origin, mailbox));
  } finally {
    await mailbox.close();
  }
  await onServer({ SATCHEL_TEST: "" }, (origin) => tooManyTries(page, origin));
}

async function byMail(page: Page, origin: string, mailbox: TestMailbox): Promise<void> {
  await page.goto(`${origin}/register`);
  await user.fillRegistration(page, WHO);
  await createAccount(page);
  await page.getByText(/^We sent a link to/).waitFor();
  await takeAll(page, "register-verify");
  await page.goto(await linkIn(mailbox, "verify"));
  await takeAll(page, "mail-verify");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
  await takeAll(page, "mail-verify-done");
  await takeAll(page, "mail-verify-over", `${origin}/account/verify/none`);
  await takeAll(page, "mail-cancel-over", `${origin}/account/cancel/none`);
}

async function tooManyTries(page: Page, origin: string): Promise<void> {
  for (let tries = 0; tries < WRONG_TRIES; tries += 1) {
    await user.signIn(page, origin, { ...WHO, password: "Wrong horse 1" });
    await page.getByRole("button", { name: "Try again" }).click();
  }
  await user.signIn(page, origin, { ...WHO, password: "Wrong horse 1" });
  await page.getByRole("timer").waitFor();
  await takeAll(page, "sign-in-wait");
}
