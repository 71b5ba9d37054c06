/**
 * Former versions that take a few kilobytes and unpack to gigabytes: in a backup that is restored, and in a history pack that someone with the
 * vault's key wrote. History and a past day must open, and the notes must be whole. docs/decisions/0027, 0034.
 */
import { historyPackId } from "@satchel/core/model/drive/history-pack.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { hashText } from "@satchel/core/model/entities/entity-ids.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { readStored } from "../../e2e/harness/stored/stored-notes.ts";
import { openVaultView } from "../../e2e/harness/stored/vault-view.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { beginRestore, createBackup } from "../backups.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const LONG = `<p>${"m".repeat(1_000_000)}</p>`;
const LONGER = `${LONG}n`;
const RECORDS = 40;
const TITLE = "Sound";
const TEXT = "the text of the note";
const NOTE = "note-1-sound";

export const attack: Attack = {
  line: 18,
  title: "versions that unpack to gigabytes, in a backup and in a history pack",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const device = await openDevice();
    const traffic = watchTraffic(device.context);
    const { page } = device;
    await user.moveIn(page, server.origin, WHO);
    const backup = await createBackup([JSON.stringify({ ...noteRecord(NOTE), lastModified: Date.now() })], {
      "history.json": `[\n${JSON.stringify({ id: "one", noteId: NOTE, run: { first: versionOf(NOTE, 0), next: deltas(2500, 0) } })}\n]\n`,
    });
    const dialog = await beginRestore(page, backup);
    const refused = dialog.getByText(/earlier versions can't be read/);
    await dialog.getByRole("button", { name: "Done" }).waitFor();
    const shown = (await refused.count()) > 0 ? await refused.first().textContent() : "nothing";
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.keyboard.press("Escape");
    await user.waitForState(page, TITLE, "In your drive");
    const findings = shown === "nothing" ? ["nothing was shown of the refused versions"] : [];
    findings.push(...(await look(page, server.origin)));

    const [{ noteId } = { noteId: "" }] = await readStored(page);
    const vault = await openVaultView(server.origin, WHO, () => traffic.driveToken());
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const packId = historyPackId({ device: "evil", fromMs: 1000, toMs: Date.now() }, "AAAAAAAAAAAA");
    const records = Array.from({ length: RECORDS }, (_, at) => ({
      entity: { ...versionOf(noteId, 100 * at), history: deltas(33, 100 * at) },
      md5: "0".repeat(32),
    }));
    await drive.putPack(packId, await vault.sealPack(packId, records));
    await page.evaluate(async () => {
      await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
    });
    findings.push(...(await look(page, server.origin)));
    return findings.length === 0
      ? closed(`the tab and the note outlived both, and of the backup (${backup.length} bytes) it says '${shown}'`)
      : open(findings.join("; "));
  },
};

const noteRecord = (id: string) => ({ id, title: TITLE, content: `<p>${TEXT}</p>`, folderId: null, createdAt: 1000 });

const versionOf = (id: string, at: number): NoteEntity =>
  aNote({ id, title: TITLE, content: LONG, vv: { evil: at + 1 }, alive: { evil: 1 }, mtime: 2000 + at });

/** Each version is a letter longer or shorter than the one before it: correct in every sum, and 100 bytes each. */
function deltas(count: number, from: number): readonly object[] {
  const sums = [hashText(LONG), hashText(LONGER)];
  return Array.from({ length: count }, (_, at) => ({
    set: { vv: { evil: from + at + 2 }, mtime: 2001 + from + at },
    edits: at % 2 === 0 ? [LONG.length, 0, "n"] : [LONG.length, 1, ""],
    sum: sums[(at + 1) % 2],
  }));
}

/** Opens the note, its history with all that can be loaded, and a past day. */
async function look(page: Page, origin: string): Promise<readonly string[]> {
  const findings: string[] = [];
  await page.goto(`${origin}/notes`);
  await user.openNote(page, TITLE);
  await page.getByRole("button", { name: "Version history" }).first().click();
  await page.getByText("Current version").first().waitFor();
  const load = page.getByRole("button", { name: /^(?:Load|Look in) \d+/ });
  for (let tried = 0; tried < 2 && (await load.count()) > 0; tried += 1) {
    await load.first().click();
    await page.getByText(/^Loading from your drive/).waitFor({ state: "detached" });
  }
  await page.goto(`${origin}/notes/history`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.goto(`${origin}/notes`);
  const note = (await readStored(page)).find(({ title }) => title === TITLE);
  if (note?.content.includes(TEXT) !== true) findings.push(`the note has another text: ${note?.content.slice(0, 40)}`);
  return findings;
}
