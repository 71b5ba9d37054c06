/**
 * A malicious backup with ids that no envelope may have, dates beyond the calendar, and deep nesting. None of it may enter the library, and
 * later notes must still reach the drive. core/sync/unsealable.test.ts covers a library that already contains such a note. Decision 0011.
 */
import type { Page } from "playwright-core";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { beginRestore, createBackup } from "../backups.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const POISONED = ["poison.note.1", "../climb", "a b", "x".repeat(129), ""];

export const attack: Attack = {
  line: 3,
  title: "a backup whose ids nothing can be sealed under",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const { page } = await openDevice();
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Before", "a text");
    await user.waitForState(page, "Before", "In your drive");

    await restore(page, await poisonedBackup());
    const findings: string[] = [];
    const listed = await page.getByRole("dialog").getByText("Poison").count();
    if (listed === 0) findings.push("the refused notes are not listed");
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await page.keyboard.press("Escape");
    await user.row(page, "Sound").waitFor();
    if ((await user.row(page, "Poison").count()) > 0) findings.push("a poisoned note is in the library");

    await user.writeNote(page, "After", "a later text");
    await user.waitForState(page, "After", "In your drive");
    await user.waitForState(page, "Sound", "In your drive");
    return findings.length === 0
      ? closed("the poisoned notes are listed and left out, and all others reach the drive")
      : open(findings.join("; "));
  },
};

async function restore(page: Page, backup: Buffer): Promise<void> {
  const dialog = await beginRestore(page, backup);
  await dialog.getByText(/couldn't be restored:$/).waitFor();
}

async function poisonedBackup(): Promise<Buffer> {
  const note = { title: "Poison", content: "<p>poison</p>", folderId: null, createdAt: 1, lastModified: 4_000_000_000_000 };
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const notes = [
    ...POISONED.map((id) => JSON.stringify({ id, ...note })),
    JSON.stringify({ id: "note-late", ...note, createdAt: 1e17, lastModified: 1e17 }),
    `{"id":"note-deep","title":"Deep","content":"","lastModified":1,"attachments":${deep}}`,
    JSON.stringify({ id: "note-1-sound", ...note, title: "Sound", lastModified: 1 }),
  ];
  return createBackup(notes);
}
