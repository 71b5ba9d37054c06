/**
 * An attacker with access to server and drive restores former states. These are the key document and the passwords before a password
 * change, also under a higher revision, a former copy of the keys in the drive, and the whole drive before an edit. encryption.md 3.4,
 * sync.md §7.3.
 */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import type { TestServer } from "../../e2e/harness/servers/server.ts";
import { type DriveView, openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { readStored } from "../../e2e/harness/stored/stored-notes.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 4" };
const NEXT = "Correct horse 44";

export const attack: Attack = {
  line: 4,
  title: "keys and a drive that are put back to a former state",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const { context, page } = await openDevice();
    const traffic = watchTraffic(context);
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    await user.moveIn(page, server.origin, WHO);
    await user.writeNote(page, "Mine", "the first text");
    await user.waitForState(page, "Mine", "In your drive");
    const findings = [...(await eraseFiles(drive, page)), ...(await rollBackDrive(server, page)), ...(await rollBackKeys(server, page))];
    return findings.length === 0
      ? closed(
          "missing files and the drive's former state were noticed, said and overwritten; former keys and passwords opened nothing, whatever their revision",
        )
      : open(findings.join("; "));
  },
};

/** Removes files without making any older. Dismisses the notice, so that the next one is recognized. */
async function eraseFiles(drive: DriveView, page: Page): Promise<string[]> {
  for (const { id } of await drive.filesIn("notes")) await drive.erase(id);
  for (let tried = 0; tried < 10 && (await wentBackNotice(page).count()) === 0; tried += 1) await syncOnce(page);
  if ((await wentBackNotice(page).count()) === 0) return ["files were missing unnoticed"];
  await user.waitForState(page, "Mine", "In your drive");
  const findings = (await drive.filesIn("notes")).length === 0 ? ["a missing file was not sent again"] : [];
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await wentBackNotice(page).waitFor({ state: "detached" });
  return findings;
}

const wentBackNotice = (page: Page) => page.getByText(/in your drive (is|are) missing or older than what this device uploaded/);

async function rollBackDrive(server: TestServer, page: Page): Promise<string[]> {
  const [drive, former] = [join(server.dataDir, "sandbox"), join(server.dataDir, "former-sandbox")];
  await server.halt();
  await cp(drive, former, { recursive: true });
  await server.restart();
  await user.openNote(page, "Mine");
  await user.editNote(page);
  await user.textField(page).fill("the real text");
  await user.saveEdit(page);
  await user.waitForState(page, "Mine", "In your drive");
  await user.writeNote(page, "Newer", "written later");
  await user.waitForState(page, "Newer", "In your drive");
  await server.halt();
  await rm(drive, { recursive: true });
  await cp(former, drive, { recursive: true });
  await server.restart();

  const notice = wentBackNotice(page);
  for (let tried = 0; tried < 10 && (await notice.count()) === 0; tried += 1) await syncOnce(page);
  const findings = (await notice.count()) === 0 ? ["the drive went back unnoticed"] : [];
  await user.waitForState(page, "Mine", "In your drive");
  await user.waitForState(page, "Newer", "In your drive");
  const own = await readStored(page);
  if (!own.some(({ title, content }) => title === "Mine" && content.includes("the real text"))) findings.push("the real text is gone here");
  return findings;
}

type Rows = readonly Readonly<Record<string, SQLInputValue>>[];
type Keys = { readonly vaults: Rows; readonly passwords: Rows };

/** Opens the rows of the account's keys and passwords, as the server's operator can. */
function openKeys(server: TestServer) {
  const db = new DatabaseSync(join(server.dataDir, "satchel.sqlite"));
  db.exec("PRAGMA busy_timeout = 5000");
  const read = (): Keys => ({ vaults: readTable(db, "vaults"), passwords: readTable(db, "passwords") });
  const put = (keys: Keys): void => {
    db.exec("BEGIN IMMEDIATE");
    replaceTable(db, "vaults", keys.vaults);
    replaceTable(db, "passwords", keys.passwords);
    db.exec("COMMIT");
  };
  return { read, put, close: () => db.close() };
}

const readTable = (db: DatabaseSync, table: keyof Keys): Rows => db.prepare(`SELECT * FROM ${table}`).all();

function replaceTable(db: DatabaseSync, table: keyof Keys, rows: Rows): void {
  db.exec(`DELETE FROM ${table}`);
  for (const row of rows) {
    const columns = Object.keys(row);
    db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`).run(...Object.values(row));
  }
}

/** Returns former documents with a revision raised by `by`. */
function raised({ vaults, passwords }: Keys, by: number): Keys {
  const higher = vaults.map((row) => {
    const document = JSON.parse(String(row.document));
    return { ...row, rev: document.rev + by, document: JSON.stringify({ ...document, rev: document.rev + by }) };
  });
  return { vaults: higher, passwords };
}

async function rollBackKeys(server: TestServer, page: Page): Promise<string[]> {
  const keys = openKeys(server);
  const former = keys.read();
  const findings: string[] = [];
  const changed = await change(page, WHO.password, NEXT);
  if (changed !== "done") return [`the password could not be changed: ${changed}`];
  for (const [name, rows] of [
    ["former keys", former],
    ["former keys under a higher revision", raised(former, 5)],
  ] as const) {
    const newest = keys.read();
    keys.put(rows);
    const answer = await change(page, WHO.password, "Correct horse 444");
    if (answer !== "keys-rolled-back") findings.push(`${name}: the former password was answered ${answer}`);
    keys.put(newest);
  }
  const again = await change(page, NEXT, "Correct horse 4444");
  if (again !== "done") findings.push(`the newest password was answered ${again}`);
  keys.close();
  return findings;
}

const change = (page: Page, current: string, next: string): Promise<string> =>
  page.evaluate(
    async ([typed, wanted]) => {
      const security = window.__satchelTest?.services.security;
      const answer = await security?.changePassword(typed as string, wanted as string);
      return answer === undefined ? "no service" : answer.ok ? "done" : answer.problem.kind;
    },
    [current, next] as const,
  );

const syncOnce = (page: Page) =>
  page.evaluate(async () => {
    await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
  });
