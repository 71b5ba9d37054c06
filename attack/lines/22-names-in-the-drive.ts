/** The drive's own view of names and properties: they must not tell when a note was made, or which folder is the Sensitive one. docs/decisions/0043. */
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { readStored } from "../../e2e/harness/stored/stored-notes.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const REVEALING = /sensitive|pinned|folder-|note-|\b1[67]\d{11}\b/i;

export const attack: Attack = {
  line: 22,
  title: "names and properties of files in the drive that tell about the notes",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const device = await openDevice();
    const traffic = watchTraffic(device.context);
    const { page } = device;
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Mine", "a text");
    await user.waitForState(page, "Mine", "In your drive");
    await page.evaluate(async () => {
      await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
    });
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const files = [...(await drive.filesIn("notes")), ...(await drive.filesIn("folders"))];
    const ids = [...(await readStored(page)).map(({ noteId }) => noteId), ...(await folderIds(page))];
    if (files.length < 3 || ids.length < 3) throw new Error(`${files.length} files of ${ids.length} notes and folders`);
    const shown = files.map(({ name, appProperties }) => JSON.stringify({ name, appProperties }));
    const revealing = shown.filter((text) => REVEALING.test(text) || ids.some((id) => text.includes(id)));
    return revealing.length === 0
      ? closed(`${files.length} files of notes and folders, named like ${files[0]?.name.slice(0, 12)}…`)
      : open(`${revealing.length} of ${files.length} files tell: ${revealing[0]}`);
  },
};

const folderIds = (page: Page) =>
  page.evaluate(() => {
    const state = window.__satchelTest?.services.library.getState().library?.notes.store.getState();
    return (state?.folders ?? []).map(({ folderId }) => folderId);
  });
