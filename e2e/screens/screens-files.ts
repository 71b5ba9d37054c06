/** Images of foreign, unreadable and duplicate files in the drive. Part of screens.ts. */
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import { watchTraffic } from "../harness/page/traffic.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { openDriveView } from "../harness/stored/drive-view.ts";
import * as user from "../harness/user.ts";

const WHO = { email: "flo@example.org", password: "Correct horse 1" };
const UNSEALED = ["note-1700000000001-abcdefgh1", "note-1700000000002-abcdefgh2", "note-1700000000003-abcdefgh3"];

const toNote = (id: string): string =>
  JSON.stringify({
    id,
    title: `From elsewhere ${id.slice(-1)}`,
    content: "<p>Written by another program.</p>",
    createdAt: 1,
    lastModified: 1,
  });

export async function files({ page, context }: Device, { origin }: TestServer): Promise<void> {
  const traffic = watchTraffic(context);
  const drive = openDriveView(origin, () => traffic.driveToken());
  await user.moveIn(page, origin, WHO);
  await user.beginNote(page, "Orchard");
  await user.textField(page).click();
  await page
    .locator("[data-attachment-input]")
    .setInputFiles({ name: "ledger.txt", mimeType: "text/plain", buffer: Buffer.from("Apples") });
  await user.toast(page, "File attached successfully!").waitFor();
  await user.save(page);
  await user.waitForState(page, "Orchard", "In your drive");
  for (const { id } of (await drive.filesIn("attachments")).slice(0, 1)) await drive.copy(id);
  for (const id of UNSEALED) await drive.put("notes", `${id}.json`, toNote(id));
  await drive.put("notes", "deleted_note-1700000000004.json", "{}");
  await drive.put("notes", "updated_note-1700000000005.json", "");
  await page.reload();
  await page.getByText("3 files in your drive weren't written by Satchel.").waitFor();
  await takeAll(page, "unsealed-notice");
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Cloud Storage" }).click();
  await page.getByText("Which files").first().click();
  await takeAll(page, "unsealed-settings", () => page.getByText("Which files").first().scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: "Import as new notes…" }).click();
  await takeAll(page, "unsealed-question");
  await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText(/3 notes imported/).waitFor();
  await takeAll(page, "unsealed-imported", () => page.getByText(/3 notes imported/).scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: "Scan Files" }).click();
  await page.getByRole("button", { name: /^Move .* to Trash$/ }).waitFor();
  await takeAll(page, "maintenance-found", () => page.getByText("Total Files", { exact: true }).scrollIntoViewIfNeeded());
  await takeAll(page, "maintenance-found-end", () => page.getByRole("button", { name: "Scan Files" }).scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: /^Move .* to Trash$/ }).click();
  await takeAll(page, "maintenance-question");
  await page.getByRole("alertdialog").getByRole("button", { name: /^Move/ }).click();
  await page.getByText(/^Moved 1 duplicate/).waitFor();
  await takeAll(page, "maintenance-moved", () => page.getByText(/^Moved 1 duplicate/).scrollIntoViewIfNeeded());
  await page.keyboard.press("Escape");
  const [note] = (await drive.filesIn("notes")).filter(({ appProperties }) => appProperties?.k === "note");
  await drive.overwrite(note?.id ?? "", "SAT1 but nothing that opens");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page
    .getByText(/^3 files in your drive can't be opened/)
    .first()
    .waitFor();
  await takeAll(page, "unreadable-notice");
}
