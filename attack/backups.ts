/** Shared by attacks with a malicious backup: its files as a zip, and restoring it in Settings. */
import type { Locator, Page } from "playwright-core";
import { createZipWriter } from "../packages/web/src/adapters/archive/zip/zip-writer.ts";

/** Chooses the file and starts. Returns the dialog, in which the result will be shown. */
export async function beginRestore(page: Page, backup: Buffer): Promise<Locator> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Backup and Restore" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "gift.zip", mimeType: "application/zip", buffer: backup };
  await dialog.locator('input[type="file"][accept*=".zip"]').setInputFiles(file);
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  return dialog;
}

/** `notes`: each as JSON. `others`: more files by path. */
export async function createBackup(notes: readonly string[], others: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const metadata = { version: "1.0", timestamp: "", appName: "Satchel", totalNotes: notes.length, totalFolders: 0, totalAttachments: 0 };
  const files = {
    "metadata.json": JSON.stringify(metadata),
    "notes.json": `[\n${notes.join(",\n")}\n]\n`,
    "folders.json": "[]",
    "attachments.json": "[]",
    ...others,
  };
  const pieces: Uint8Array[] = [];
  const writer = createZipWriter(
    {
      async write(bytes) {
        pieces.push(bytes.slice());
        return { ok: true, value: undefined };
      },
    },
    Date.UTC(2026, 0, 1),
  );
  for (const [path, text] of Object.entries(files)) {
    const file = await writer.open(path);
    await file.write(new TextEncoder().encode(text));
    await file.close();
  }
  await writer.end();
  return Buffer.concat(pieces);
}
