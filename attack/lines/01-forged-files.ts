/**
 * An attacker with access to the drive but without a key writes unencrypted notes and folders, copies sealed files to other ids, and
 * restores older bytes. None of it may enter the library automatically. Decision 0017.
 */
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { type DriveFile, openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { readStored } from "../../e2e/harness/stored/stored-notes.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const LATER = 4_000_000_000_000;

export const attack: Attack = {
  line: 1,
  title: "a drive that forges, copies and rolls back files",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const device = await openDevice();
    const traffic = watchTraffic(device.context);
    const { page } = device;
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Mine", "the first text");
    await user.waitForState(page, "Mine", "In your drive");
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const [file] = await drive.filesIn("notes");
    if (file === undefined) throw new Error("the note is not in the drive");
    const older = await drive.read(file.id);
    await user.openNote(page, "Mine");
    await user.editNote(page);
    await user.textField(page).fill("the real text");
    await user.saveEdit(page);
    await user.waitForState(page, "Mine", "In your drive");

    const put = createWriter(server.origin, traffic.driveToken());
    const [{ noteId } = { noteId: "" }] = await readStored(page);
    const sealed = await drive.read(file.id);
    const forged = { id: noteId, noteId, title: "Forged", content: "<p>forged</p>", folderId: "", createdAt: 1, lastModified: LATER };
    await put({ ...file, appProperties: {} }, JSON.stringify(forged));
    await put(file, JSON.stringify(forged));
    await put({ ...file, name: "note-5-invented.json", appProperties: {} }, JSON.stringify({ ...forged, id: "note-5-invented" }));
    for (const folder of await drive.filesIn("folders")) {
      const id = folder.name.replace(/\.json$/, "");
      await put(
        { ...folder, appProperties: {} },
        JSON.stringify({ id, name: "Open", folderType: "CUSTOM", createdAt: 1, lastModified: LATER }),
      );
    }
    const { e: _, ...properties } = file.appProperties ?? {};
    await put({ ...file, name: "note-6-copied.json", appProperties: { ...properties, n: "note-6-copied" } }, sealed);
    const [folder] = await drive.filesIn("folders");
    await put({ ...file, appProperties: { ...properties, e: folder?.appProperties?.e ?? "" } }, sealed);
    await drive.overwrite(file.id, older.toString());
    for (let cycle = 0; cycle < 3; cycle += 1) await syncOnce(page);
    await user.waitForState(page, "Mine", "In your drive");

    const fresh = await openDevice();
    await user.signInToNotes(fresh.page, server.origin, WHO);
    await user.row(fresh.page, "Mine").waitFor();
    await syncOnce(fresh.page);
    const findings = [...(await findingsOn(page)), ...(await findingsOn(fresh.page))];
    const isReported = await page.getByText(/files in your drive weren't written by Satchel/).count();
    if (isReported === 0) findings.push("nothing was said of the forged files");
    return findings.length === 0
      ? closed("no forged, copied or older file reached the library, and the forged ones are listed")
      : open(findings.join("; "));
  },
};

async function findingsOn(page: Page): Promise<string[]> {
  const notes = (await readStored(page)).filter(({ alive }) => alive);
  const others = notes.filter(({ title }) => title !== "Mine").map(({ title }) => `'${title}' is in the library`);
  const [mine] = notes.filter(({ title }) => title === "Mine");
  const isReal = mine?.content.includes("the real text") === true;
  const folders = await page.evaluate(() => {
    const state = window.__satchelTest?.services.library.getState().library?.notes.store.getState();
    return (state?.folders ?? []).map(({ name, folderType }) => `${name} ${folderType}`);
  });
  const turned = folders.filter((name) => name.startsWith("Open")).map((name) => `a folder became '${name}'`);
  return [...others, ...(isReal ? [] : ["the real text is gone from its note"]), ...turned];
}

const syncOnce = (page: Page) =>
  page.evaluate(async () => {
    await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
  });

/** Creates a new file beside the given one with any name, parent and properties, which the drive's operator can do. */
function createWriter(origin: string, token: string) {
  return async ({ name, parents, appProperties }: DriveFile, body: string | Buffer): Promise<void> => {
    const metadata = JSON.stringify({ name, parents, appProperties });
    const head = `--b\r\ncontent-type: application/json\r\n\r\n${metadata}\r\n--b\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const answer = await fetch(`${origin}/sandbox/upload/drive/v3/files?uploadType=multipart`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/related; boundary=b" },
      body: Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from("\r\n--b--")]),
    });
    if (!answer.ok) throw new Error(`the drive refused a forged file: ${answer.status} ${await answer.text()}`);
  };
}
