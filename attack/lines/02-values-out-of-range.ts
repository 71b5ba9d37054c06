/**
 * Values that no screen can show: dates beyond the calendar, no numbers, lists where texts belong. From the drive, from the device's own database
 * (where an earlier version may have kept them) and from another tab. The list and every tab must still be there, also after a reload.
 */
import type { Page } from "playwright-core";
import { openDriveView } from "../../e2e/harness/drive-view.ts";
import * as person from "../../e2e/harness/person.ts";
import { watchTraffic } from "../../e2e/harness/traffic.ts";
import { type Attack, closed, open } from "../attack.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 2" };

export const attack: Attack = {
  line: 2,
  title: "dates, numbers and shapes out of range",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const device = await openDevice();
    const traffic = watchTraffic(device.context);
    const { page } = device;
    await person.moveIn(page, server.origin, WHO);
    for (const title of ["Whole", "Poisoned", "Spoilt"]) await person.writeNote(page, title, "still here");
    await person.waitForState(page, "Whole", "In your drive");
    await person.waitForState(page, "Spoilt", "In your drive");
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const [file] = await drive.filesIn("notes");
    const poison = { id: file?.appProperties?.n, title: "P", content: "p", createdAt: 1e17, lastModified: 1e17 };
    await drive.overwrite(file?.id ?? "", JSON.stringify(poison));
    await page.evaluate(async () => {
      await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
    });
    const problems = await problemsOn(page, "after a cycle");
    await poisonDatabase(page);
    await page.reload();
    problems.push(...(await problemsOn(page, "after the database was poisoned")));
    const complaints = device.complaints().filter((line) => /RangeError|TypeError|Invalid time/.test(line));
    if (complaints.length > 0) problems.push(`the page complained: ${complaints[0]?.split("\n")[0]}`);
    return problems.length === 0 ? closed("list and notes were shown through all of it, also after a reload") : open(problems.join("; "));
  },
};

async function problemsOn(page: Page, when: string): Promise<string[]> {
  try {
    await person.row(page, "Whole").waitFor({ timeout: 20_000 });
    await person.row(page, "Poisoned").waitFor({ timeout: 5000 });
    await person.openNote(page, "Poisoned");
    await person.openNote(page, "Whole");
    return [];
  } catch {
    return [`${when} the workspace was gone`];
  }
}

/** Straight into the rows: what an earlier version took in lies there already. */
async function poisonDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    type Row = { title: string; lastModified: unknown; createdAt: unknown; preview: unknown; attachments: unknown };
    const settle = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settle(indexedDB.open("CloudNotesCache"));
    const transaction = db.transaction("cloud_notes", "readwrite");
    const store = transaction.objectStore("cloud_notes");
    for (const row of (await settle(store.getAll())) as Row[]) {
      if (row.title === "Poisoned") await settle(store.put({ ...row, lastModified: 1e17, createdAt: Number.NaN }));
      if (row.title === "Spoilt") await settle(store.put({ ...row, lastModified: "never", preview: 7, attachments: null }));
    }
    db.close();
  });
}
