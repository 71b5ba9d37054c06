/** Acts on a whole library while other devices edit: an update of the app, a backup, the library on another day, the trash. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import * as user from "../../harness/user.ts";
import type { TrialDevice } from "../trial-device.ts";
import { pickTwo } from "./account-acts.ts";
import { addWord, editOrdinarily, type Household, MARK, moveClock, pickNote } from "./household.ts";
import { purgeDue, restoreFromTrash, trashedNotes, trashNote } from "./note-commands.ts";
import { DAY_MS } from "./server-clock.ts";

/** A release is read file by file before it is announced. */
const INSTALLED_WITHIN_MS = 120_000;
/** Longer than notes stay in the trash. */
const LONG_DAYS = 40;

/** A note that one device trashes is restored by another one, while a third edits it without knowing. */
export async function restoreElsewhere(house: Household): Promise<void> {
  const [deleter, restorer] = pickTwo(house);
  const third = house.devices.find((device) => device !== deleter && device !== restorer);
  const noteId = pickNote(house);
  house.taken.add(noteId);
  await editOrdinarily(house, [deleter, restorer], 1);
  for (const device of [deleter, restorer, ...(third === undefined ? [] : [third])]) await device.sync();
  if (!(await trashNote(deleter, noteId))) return;
  if (third !== undefined && house.chance.happens(0.5)) await addWord(house, third, noteId);
  await deleter.sync();
  await restorer.sync();
  // A third device's edit may have brought it back already.
  if ((await trashedNotes(restorer)).includes(noteId) && !(await restoreFromTrash(restorer, noteId)))
    throw new Error(`${noteId} was not restored`);
  await addWord(house, restorer, noteId);
}

/** A release is published while a device has three windows open: one with unsaved text, one with a note, one that takes the update. */
export function updateApp(publishNext: () => Promise<void>): (house: Household) => Promise<void> {
  return async (house) => {
    const [device, other] = pickTwo(house);
    const { origin } = house.server;
    const noteId = pickNote(house);
    house.taken.add(noteId);
    const { page } = device;
    await page.goto(`${origin}/notes`);
    await device.ready();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [writing, reading] = [await device.openTab(origin), await device.openTab(origin)];
    await reading.goto(`${origin}/notes/${pickNote(house)}`);
    await writing.goto(`${origin}/notes/${noteId}/edit`);
    const text = `w${house.words.length}x`;
    await typeAtEnd(writing, ` ${text}`);
    await publishNext();
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    const before = await scriptOf(page);
    const notice = page.getByRole("status").filter({ hasText: "A new version of Satchel is available." });
    await notice.waitFor({ timeout: INSTALLED_WITHIN_MS });
    await Promise.all([notice.getByRole("button", { name: "Reload" }).click(), editOrdinarily(house, [other], 2)]);
    await page.waitForFunction((old) => document.querySelector<HTMLScriptElement>("script[type=module]")?.src !== old, before);
    await device.ready();
    await addWord(house, device, pickNote(house));
    await user.saveEdit(writing);
    house.words.push({ text, noteId, inHistory: false });
    await reading.reload();
    await device.ready(reading);
    await writing.close();
    await reading.close();
  };
}

const scriptOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "");

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await user.textField(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
}

/** A device restores the backup that it made before all devices edited further. */
export async function restoreBackup(house: Household): Promise<void> {
  const [keeper, other] = pickTwo(house);
  const { page } = keeper;
  await editOrdinarily(house, [keeper, other], 1);
  await openBackups(keeper, house);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Create Backup" }).click()]);
  const backup = await download.path();
  await page.keyboard.press("Escape");
  await editOrdinarily(house, [keeper, other], 2);
  await other.offline(house.chance.happens(0.5));
  await openBackups(keeper, house);
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.locator('input[type="file"][accept*=".zip"]').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: "application/zip",
    buffer: await readFile(backup),
  });
  await Promise.all([dialog.getByRole("button", { name: "Restore", exact: true }).click(), editOrdinarily(house, [other], 2)]);
  await dialog.waitFor({ state: "detached" }).catch(() =>
    dialog
      .getByText(/^Nothing|^Restored/)
      .first()
      .waitFor(),
  );
  await other.offline(false);
}

async function openBackups({ page }: TrialDevice, { server }: Household): Promise<void> {
  await page.goto(`${server.origin}/notes`);
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Backup and Restore" }).click();
}

/**
 * From the palette, a device restores all changed notes to an earlier day, while another one edits. What the restore replaced is in the history of
 * the notes; what the other device wrote meanwhile is not touched.
 */
export async function restoreDay(house: Household): Promise<void> {
  const [restorer, other] = pickTwo(house);
  const { page } = restorer;
  await editOrdinarily(house, [restorer], 2);
  await restorer.sync();
  await page.goto(`${house.server.origin}/notes`);
  await restorer.ready();
  await page
    .getByRole("option", { name: new RegExp(MARK) })
    .first()
    .waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill("another day");
  await page.getByRole("option", { name: /Your library on another day/ }).click();
  await page.getByLabel("Day", { exact: true }).fill(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
  await page.getByRole("checkbox", { name: "Select all that changed" }).check({ force: true });
  const replaced = [...house.words];
  const isUndone = house.chance.happens(0.5);
  await Promise.all([page.getByRole("button", { name: /^Restore \d+ notes?$/ }).click(), editOrdinarily(house, [other], 2)]);
  await page.getByText(/restored to that day\./).waitFor();
  if (isUndone) await page.getByRole("button", { name: "Undo" }).click();
  if (isUndone) await page.getByText(/^Undone for/).waitFor();
  else for (const word of replaced) word.inHistory = true;
  // A box or a link that the day did not have is part of what was replaced.
  if (!isUndone) for (const states of [house.ticked, house.pinned]) states.clear();
  if (!isUndone) house.links.length = 0;
  await page.goto(`${house.server.origin}/notes`);
  await restorer.ready();
}

/**
 * A device whose clock is far ahead purges nothing by that clock alone. Once the drive's clock has passed the time as well, it purges what was in
 * the trash since then, and nothing else.
 */
export async function purgeByDriveClock(house: Household): Promise<void> {
  const [deleter, other] = pickTwo(house);
  const noteId = await makeSpare(house, deleter);
  await deleter.sync();
  if (!(await trashNote(deleter, noteId))) throw new Error("the note was not deleted");
  await deleter.sync();
  await other.sync();
  await moveClock(deleter, house, LONG_DAYS);
  await purgeDue(deleter);
  if (!(await trashedNotes(deleter)).includes(noteId)) throw new Error("a device whose clock is ahead purged a note by itself");
  await house.clock.moveAhead(LONG_DAYS);
  await Promise.all([house.server.restart(), addWord(house, other, pickNote(house))]);
  // Only a change in the drive shows its clock, and nothing is purged while nothing changes.
  await syncCompletely(other);
  await syncCompletely(deleter);
  await purgeDue(deleter);
  if ((await trashedNotes(deleter)).includes(noteId)) throw new Error("a note whose time in the trash has passed was not purged");
  house.purged.add(noteId);
  await syncCompletely(deleter);
  await syncCompletely(other);
  if ((await trashedNotes(other)).includes(noteId)) throw new Error("a purged note is still in the trash of another device");
  await moveClock(deleter, house, -LONG_DAYS);
}

/** The first syncs after a restart of the server may find it away. */
async function syncCompletely({ page }: TrialDevice): Promise<void> {
  const sync = async () => (await window.__satchelTest?.services.library.getState().library?.sync.syncNow()) === true;
  await page.waitForFunction(sync, undefined, { polling: 500 });
}

async function makeSpare({ noteIds }: Household, device: TrialDevice): Promise<string> {
  const noteId = await device.makeNote({ mark: `${MARK} spare ${noteIds.length}` }, "<p>to be thrown away</p>");
  noteIds.push(noteId);
  return noteId;
}
