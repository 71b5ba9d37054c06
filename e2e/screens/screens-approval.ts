/** Images of approving a new device: both devices, the page that a camera opens, and every end. Part of screens.ts. */
import type { ApprovalEnd } from "@satchel/core/vault/approval/approval-service-types.ts";
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { mailedPassword } from "../harness/servers/running-server.ts";
import type { TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "app@example.org", password: "Correct horse 1" };
const ENDS = ["refused", "expired", "failed", "exchanged", "code-wrong", "other-vault", "paused"] as const satisfies readonly ApprovalEnd[];
const CODE = `#2.${"r".repeat(22)}.n.${"f".repeat(43)}.${"s".repeat(22)}`;

type Side = "asking" | "letting";
type Held = { readonly approvals: { readonly store: { getState(): object; replace(state: object): void } } };

/** Puts one side into a state that no honest server leads to. */
async function show(page: Page, side: Side, state: object): Promise<void> {
  await page.evaluate(
    ([which, next]) => {
      const services = window.__satchelTest?.services as unknown as Held | undefined;
      if (services === undefined) throw new Error("the app has not started");
      const { store } = services.approvals;
      store.replace({ ...store.getState(), [which as Side]: next });
    },
    [side, state] as const,
  );
}

export async function approval({ page }: Device, { origin, dataDir }: TestServer): Promise<void> {
  await user.moveIn(page, origin, WHO);
  await user.writeNote(page, "Tide tables", "High water 06:41, low 12:58.");
  await user.waitForState(page, "Tide tables", "In your drive");
  const asking = await openDevice();
  try {
    await askForKey(asking.page, { origin, dataDir });
    await takeSteps(asking.page, page);
    await takeEnds(asking.page, page);
    await takePages({ page, locked: asking.page, origin });
  } finally {
    await asking.close();
  }
}

async function askForKey(page: Page, { origin, dataDir }: Pick<TestServer, "origin" | "dataDir">): Promise<void> {
  await page.goto(`${origin}/forgot-password`);
  await page.getByLabel("Email", { exact: true }).fill(WHO.email);
  await page.getByRole("button", { name: "Send new password" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await user.signIn(page, origin, { ...WHO, password: await mailedPassword(dataDir, WHO.email) });
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.getByRole("radio", { name: /^Another device/ }).check({ force: true });
  await takeAll(page, "approval-ask", () => page.getByRole("button", { name: "Ask another device" }).scrollIntoViewIfNeeded());
  await ask(page);
}

async function ask(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ask another device" }).click();
  await page.getByRole("img", { name: "Code for the camera of your other device" }).waitFor();
}

const settings = (page: Page) => page.getByRole("dialog", { name: "Settings" });

/** Takes the steps with typed codes, from the request to the last code. */
async function takeSteps(fresh: Page, page: Page): Promise<void> {
  const qr = fresh.getByRole("img", { name: "Code for the camera of your other device" });
  await takeAll(fresh, "approval-asking", () => qr.scrollIntoViewIfNeeded());
  await fresh.getByRole("button", { name: "Can't scan?" }).click();
  await takeAll(fresh, "approval-asking-typing", () => fresh.getByRole("button", { name: "Cancel request" }).scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: "Review" }).waitFor({ timeout: 45_000 });
  await takeAll(page, "approval-band");
  await page.getByRole("button", { name: "Review" }).click();
  const approve = settings(page).getByRole("button", { name: "Approve" });
  await approve.waitFor();
  await takeAll(page, "approval-request", () => approve.scrollIntoViewIfNeeded());
  await approve.click();
  const code = fresh.getByRole("status", { name: "Type this code on your other device" });
  await code.waitFor();
  await takeAll(fresh, "approval-code", () => code.scrollIntoViewIfNeeded());
  const holderQr = settings(page).getByRole("img", { name: "Code for the camera of the new device" });
  await takeAll(page, "approval-approving", () => holderQr.scrollIntoViewIfNeeded());
  await settings(page).getByRole("button", { name: "Can't scan?" }).click();
  const field = settings(page).getByLabel("Code on the new device", { exact: true });
  await field.waitFor();
  await takeAll(page, "approval-approving-typing", () => field.scrollIntoViewIfNeeded());
  await field.fill((await code.textContent()) ?? "");
  await settings(page).getByRole("button", { name: "Send the key" }).click();
  const answer = settings(page).getByRole("status", { name: "Type this code on the new device" });
  await answer.waitFor();
  await takeAll(page, "approval-sent", () => answer.scrollIntoViewIfNeeded());
  await fresh.getByLabel("Code on your other device", { exact: true }).waitFor();
  await takeAll(fresh, "approval-last-code", () => fresh.getByRole("button", { name: "Unlock", exact: true }).scrollIntoViewIfNeeded());
}

async function takeEnds(fresh: Page, page: Page): Promise<void> {
  // Set again in each width, because every look for requests replaces the state.
  for (const reason of ENDS) {
    await takeAll(fresh, `approval-ended-${reason}`, async () => {
      await show(fresh, "asking", { kind: "ended", reason });
      await fresh.getByRole("button", { name: "Ask another device" }).scrollIntoViewIfNeeded();
    });
    await takeAll(page, `approving-ended-${reason}`, async () => {
      await show(page, "letting", { kind: "ended", reason });
      await settings(page).getByRole("button", { name: "Done" }).scrollIntoViewIfNeeded();
    });
  }
  await settings(page).getByRole("button", { name: "Done" }).click();
}

type Pages = { readonly page: Page; readonly locked: Page; readonly origin: string };

/** Takes the page that a camera opens, in each state. */
async function takePages({ page, locked, origin }: Pages): Promise<void> {
  const requestId = "r".repeat(22);
  await page.goto(`${origin}/approve`);
  await takeAll(page, "approve-page-incomplete");
  await page.goto(`${origin}/notes`);
  await page.goto(`${origin}/approve${CODE}`);
  await page.getByText(/^This code doesn't belong/).waitFor();
  await takeAll(page, "approve-page-other-request");
  await show(page, "letting", { kind: "sending", requestId });
  await takeAll(page, "approve-page-sending");
  await show(page, "letting", { kind: "done", requestId });
  await takeAll(page, "approve-page-approved");
  await show(page, "letting", { kind: "ended", reason: "exchanged" });
  await takeAll(page, "approve-page-ended");
  await locked.goto(`${origin}/approve`);
  await locked.getByText(/^This link isn't complete/).waitFor();
  await takeAll(locked, "approve-page-locked");
  const stranger = await openDevice();
  try {
    await stranger.page.goto(`${origin}/approve${CODE}`);
    await stranger.page.getByText(/^Your notes aren't open/).waitFor();
    await takeAll(stranger.page, "approve-page-signed-out");
  } finally {
    await stranger.close();
  }
}

/** An image that is too large to be decoded, in reading and in editing. */
export async function withheld({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.moveIn(page, origin, { ...WHO, email: "withheld@example.org" });
  const png = Buffer.alloc(33);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  const image = `<img src="data:image/png;base64,${png.toString("base64")}" alt="The coast from the pier to the lighthouse">`;
  const content = `<p>The whole coast in one picture, stitched from ninety photographs:</p><p>${image}</p><p>Too large to print, too.</p>`;
  await page.evaluate(async (html) => {
    await window.__satchelTest?.services.library.getState().library?.notes.create({ title: "A map of the coast", content: html }, null);
  }, content);
  await user.openNote(page, "A map of the coast");
  await page
    .getByText(/^Image not shown/)
    .first()
    .waitFor();
  await takeAll(page, "image-withheld");
  await user.editNote(page);
  await takeAll(page, "image-withheld-edit");
}
