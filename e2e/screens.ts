/** `npm run screens` captures every screen at four widths in three themes into screenshots/, for review. docs/visual.md. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Device, openDevice } from "./harness/device.ts";
import { takeAll, writeCount, writeIndex } from "./harness/page/screenshots.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { mailedPassword } from "./harness/servers/running-server.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { openDriveView } from "./harness/stored/drive-view.ts";
import {
  allowDrive,
  beginNote,
  choosePlan,
  connectButton,
  editNote,
  finishOnboarding,
  openNote,
  paste,
  register,
  row,
  save,
  saveEdit,
  signIn,
  signInToNotes,
  textField,
  useLocally,
  waitForState,
  writeNote,
} from "./harness/user.ts";
import { pending, plans } from "./screens/screens-account.ts";
import { approval, withheld } from "./screens/screens-approval.ts";
import { bands, details, detailsLocal } from "./screens/screens-details.ts";
import { files } from "./screens/screens-files.ts";
import { finding } from "./screens/screens-finding.ts";
import { drive, extremes, frame, notStarted } from "./screens/screens-frame.ts";
import { imports } from "./screens/screens-import.ts";
import { keeping } from "./screens/screens-keeping.ts";
import { lists } from "./screens/screens-lists.ts";
import { missing } from "./screens/screens-missing.ts";
import { versions } from "./screens/screens-past.ts";
import { fullDisk, leaving, outage, recovered, restored } from "./screens/screens-recovery.ts";
import { sensitive, sensitiveLocal } from "./screens/screens-sensitive.ts";
import { signedOutScreens } from "./screens/screens-signed-out.ts";

const ROOT = join(import.meta.dirname, "..");
const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const LONG_TITLE = "A title as long as a title may be, ".repeat(8).slice(0, 255);

const fixture = (name: string) => readFileSync(join(ROOT, "fixtures", name), "utf8");

async function signedOut({ page }: Device, { origin }: TestServer): Promise<void> {
  await page.goto(`${origin}/login`);
  await takeAll(page, "login", `${origin}/login`);
  await takeAll(page, "register", `${origin}/register`);
  await page.goto(`${origin}/register`);
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByRole("button", { name: "Create account" }).click();
  await takeAll(page, "register-refused");
  await takeAll(page, "forgot-password", `${origin}/forgot-password`);
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
  await takeAll(page, "local-mode-warning");
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email", { exact: true }).fill(ADA.email);
  await page.getByLabel("Password", { exact: true }).fill("Wrong horse 1");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await takeAll(page, "sign-in-failed");
}

async function onboarding({ page }: Device, { origin }: TestServer): Promise<void> {
  await register(page, origin, { ...ADA, email: "li@example.org" });
  await takeAll(page, "onboarding-1");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await takeAll(page, "onboarding-2");
  await page.goto(`${origin}/onboarding`);
  await choosePlan(page, "Free");
  await takeAll(page, "onboarding-3");
  await connectButton(page).click();
  await allowDrive(page);
  await page.getByRole("heading", { name: "All set" }).waitFor();
  await takeAll(page, "onboarding-4");
  await page.getByRole("button", { name: "I've saved it" }).click();
  await takeAll(page, "onboarding-4-proof");
  // The page continues after two seconds, so each image needs a reload.
  await takeAll(page, "return-failed", { everyTime: `${origin}/auth/google/callback?error=access_denied` });
}

async function accounts({ page }: Device, { origin, dataDir }: TestServer): Promise<void> {
  const who = { ...ADA, email: "mo@example.org" };
  await register(page, origin, who);
  await finishOnboarding(page);
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("This device", { exact: true }).waitFor();
  await takeAll(page, "security");
  await takeAll(page, "security-end", () => page.getByRole("heading", { name: "Delete account" }).scrollIntoViewIfNeeded());
  await page.getByRole("tab", { name: "Writing" }).click();
  await takeAll(page, "settings-editor");
  const fresh = await openDevice();
  try {
    await fresh.page.goto(`${origin}/forgot-password`);
    await fresh.page.getByLabel("Email", { exact: true }).fill(who.email);
    await fresh.page.getByRole("button", { name: "Send new password" }).click();
    await fresh.page.getByRole("heading", { name: "Check your email" }).waitFor();
    await takeAll(fresh.page, "check-your-email");
    await signIn(fresh.page, origin, { ...who, password: await mailedPassword(dataDir, who.email) });
    await fresh.page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await takeAll(fresh.page, "locked");
    await fresh.page.getByRole("radio", { name: /Start over/ }).check({ force: true });
    await takeAll(fresh.page, "locked-start-over");
  } finally {
    await fresh.close();
  }
}

async function workspace({ page, offline }: Device, { origin }: TestServer): Promise<void> {
  await register(page, origin, ADA);
  await finishOnboarding(page);
  await takeAll(page, "workspace-empty", `${origin}/notes`);
  await writeNote(page, "Shopping for Sunday", "Bread, olives, a lemon, and something green.");
  await writeNote(page, LONG_TITLE, "Short text under a long title.");
  await beginNote(page, "一张便条 · ملاحظة");
  await paste(page, fixture("languages.html"));
  await save(page);
  await beginNote(page, "Why the sea comes twice");
  await paste(page, fixture("long-article.html"));
  await takeAll(page, "note-new");
  await save(page);
  await textField(page)
    .waitFor({ state: "detached" })
    .catch(() => undefined);
  const address = page.url();
  await takeAll(page, "note-view", address);
  await takeAll(page, "note-edit", `${address.replace(/\/edit$/, "")}/edit`);
  await takeAll(page, "workspace", `${origin}/notes`);
  await takeAll(page, "dashboard", `${origin}/dashboard`);
  await takeAll(page, "not-found", `${origin}/nowhere`);
  await page.goto(`${origin}/notes`);
  await offline(true);
  await takeAll(page, "offline");
  await offline(false);
}

/**
 * Sync as the user sees it: a note edited in two places from banner to resolution, the log, the Sync tab, many notes trashed in the drive.
 */
async function syncing({ page, offline, context }: Device, { origin }: TestServer): Promise<void> {
  const who = { ...ADA, email: "sy@example.org" };
  const traffic = watchTraffic(context);
  await register(page, origin, who);
  await finishOnboarding(page);
  await writeNote(page, "Sourdough, eleventh attempt", "Hydration 78 %. Bulk at 24 °C until it has risen by half. Bake from the fridge.");
  await writeNote(page, "Reading list", "Tinker Creek");
  await waitForState(page, "Sourdough, eleventh attempt", "In your drive");
  const other = await openDevice();
  try {
    await signInToNotes(other.page, origin, who);
    await row(other.page, "Sourdough, eleventh attempt").waitFor();
    for (const where of [page, other.page]) await openNote(where, "Sourdough, eleventh attempt");
    await page.getByText(/^Also open in/).waitFor();
    await takeAll(page, "also-open");
    await editNote(page);
    await takeAll(page, "also-open-edit");
    await page.keyboard.press("Escape");
    await offline(true);
    const texts = [
      [page, "Hydration 78 %. Bulk at 22 °C until it has risen by two thirds, not doubled. Bake from the fridge."],
      [other.page, "Hydration 78 %. Bulk at 26 °C until it has risen by half; the flour is weaker. Bake from the fridge."],
    ] as const;
    for (const [where, text] of texts) {
      await openNote(where, "Sourdough, eleventh attempt");
      await editNote(where);
      await textField(where).click();
      await where.keyboard.press("ControlOrMeta+A");
      await where.keyboard.insertText(text);
      await saveEdit(where);
    }
    await waitForState(other.page, "Sourdough, eleventh attempt", "In your drive");
    await offline(false);
    await page.getByRole("button", { name: "Compare…" }).waitFor();
    await takeAll(page, "conflict-band");
    await page.getByRole("button", { name: "Compare…" }).click();
    await takeAll(page, "conflict");
    await page.getByRole("button", { name: "Keep this device's" }).click();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await takeAll(page, "conflict-settled");
    await page.keyboard.press("Escape");
    await waitForState(page, "Sourdough, eleventh attempt", "In your drive");
    await editNote(page);
    await textField(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(" Eat.");
    await other.page.getByRole("button", { name: "Sync", exact: true }).first().click();
    await row(other.page, "Sourdough, eleventh attempt").getByText("two thirds").waitFor();
    await openNote(other.page, "Sourdough, eleventh attempt");
    await editNote(other.page);
    await textField(other.page).click();
    await other.page.keyboard.insertText("Twice: ");
    await saveEdit(other.page);
    await waitForState(other.page, "Sourdough, eleventh attempt", "In your drive");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByText(/^Updated on another device/).waitFor();
    await takeAll(page, "changed-elsewhere");
    await saveEdit(page);
  } finally {
    await other.close();
  }
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Sync log" }).click();
  await takeAll(page, "sync-log");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Sync and devices" }).click();
  await takeAll(page, "settings-sync");
  await takeAll(page, "settings-sync-end", () => page.getByRole("button", { name: "Show sync log" }).scrollIntoViewIfNeeded());
  await page.keyboard.press("Escape");
  const drive = openDriveView(origin, () => traffic.driveToken());
  for (const { id } of await drive.filesIn("notes")) await drive.trash(id);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByRole("button", { name: "Choose…" }).click();
  await takeAll(page, "removal");
}

async function localMode({ page }: Device, { origin }: TestServer): Promise<void> {
  await useLocally(page, origin);
  await takeAll(page, "local-mode-empty", `${origin}/notes`);
  await page.getByRole("button", { name: "Settings" }).first().click();
  await takeAll(page, "settings-backup");
  await takeAll(page, "settings-backup-end", () => page.getByText(/^Keep the file in a safe place/).scrollIntoViewIfNeeded());
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Create Backup" }).click()]);
  await page.getByText(/^Backup created successfully!/).waitFor();
  await takeAll(page, "settings-backup-written");
  await page.locator('input[type="file"][accept*=".zip"]').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: "application/zip",
    buffer: readFileSync(await download.path()),
  });
  await takeAll(page, "settings-backup-chosen", () => page.getByRole("button", { name: "Restore" }).scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: "Restore" }).click();
  await page
    .getByRole("heading", { name: "Restored" })
    .or(page.getByText(/^Restored|^Nothing/))
    .first()
    .waitFor();
  await takeAll(page, "settings-backup-restored");
}

const PARTS = [
  signedOut,
  onboarding,
  accounts,
  workspace,
  lists,
  versions,
  finding,
  syncing,
  sensitive,
  sensitiveLocal,
  localMode,
  keeping,
  frame,
  extremes,
  notStarted,
  drive,
  missing,
  signedOutScreens,
  pending,
  plans,
  recovered,
  restored,
  leaving,
  outage,
  fullDisk,
  files,
  imports,
  details,
  bands,
  detailsLocal,
  approval,
  withheld,
];

/** A failing part is reported, and the other parts still run. */
async function takePart(part: (typeof PARTS)[number], server: TestServer): Promise<void> {
  const device = await openDevice();
  // The loader of this script adds names to functions that are sent to the page, so the page needs the helper.
  await device.context.addInitScript({ content: "globalThis.__name = (named) => named;" });
  try {
    await part(device, server);
  } catch (error) {
    process.stderr.write(`${part.name} was not finished: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  } finally {
    await device.close();
  }
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => PARTS.every((part) => part.name !== name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}. There are ${PARTS.map(({ name }) => name).join(", ")}.`);
// A run of selected parts keeps the other images.
if (chosen.length === 0) rmSync(join(ROOT, "screenshots"), { recursive: true, force: true });
const server = await startServer();
try {
  for (const part of PARTS) if (chosen.length === 0 || chosen.includes(part.name)) await takePart(part, server);
} finally {
  await server.close();
  writeIndex();
  writeCount();
}
