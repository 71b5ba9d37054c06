/** `restore FOLDER [NAME] [--replace]`: proves a backup first, then puts it in the place of the server's data. docs/runbook.md. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { dataFolderAt } from "../../config/data-folder.ts";
import { StartProblem } from "../../config/start-problem.ts";
import type { Report } from "../report.ts";
import { hasServerData } from "../server-data.ts";
import { copyBlobs, openServerBlobs } from "./backup.ts";
import { type BlobEntry, FILES, isWhole, listBackups, nameAt, openBackupBlobs, readEntries } from "./backup-folder.ts";
import { checkDump, checkSqlite, countServers, isSqliteInUse, placeSqlite, restoreDump, writeSecret } from "./database-copy.ts";

const USE = "Use: restore FOLDER [NAME of a backup in it, the newest if not given] [--replace]";

export async function restore(config: Config, args: readonly string[], now: number): Promise<Report> {
  const isReplacing = args.includes("--replace");
  const [folder, wanted, ...others] = args.filter((arg) => arg !== "--replace");
  if (folder === undefined || others.length > 0 || [folder, wanted].some((arg) => arg?.startsWith("--"))) throw new StartProblem(USE);
  const name = await choose(resolve(folder), wanted);
  const backup = join(resolve(folder), name);
  const entries = await prove(config, resolve(folder), backup);
  const former = await clearPlace(config, { isReplacing, now });
  await place(config, backup);
  const { gone } = await copyBlobs(await openBackupBlobs(resolve(folder)), await openServerBlobs(config), entries);
  if (gone > 0) throw new StartProblem(`${gone} stored files could not be written. Repeat the command with --replace.`);
  const secret = existsSync(join(backup, FILES.secret)) ? [] : ["Start the server with the SATCHEL_SECRET of the time of the backup."];
  return { lines: [`${name} is restored: ${entries.length} stored files.`, ...former, ...secret], isFailure: false };
}

async function choose(folder: string, wanted: string | undefined): Promise<string> {
  const names = await listBackups(folder);
  const name = wanted ?? names.at(-1);
  if (name !== undefined && names.includes(name)) return name;
  const found = names.length === 0 ? "There is no backup" : `The backups are ${names.join(", ")}, not ${wanted}`;
  throw new StartProblem(`${found} in ${folder}.`);
}

/** Throws a `StartProblem`, before anything is changed, if any byte is missing or wrong. */
async function prove(config: Config, folder: string, backup: string): Promise<readonly BlobEntry[]> {
  const isDump = existsSync(join(backup, FILES.dump));
  if (isDump !== (config.databaseUrl !== undefined))
    throw new StartProblem(
      `${backup} is of a server ${isDump ? "with PostgreSQL: set DATABASE_URL" : "without PostgreSQL: unset DATABASE_URL"}.`,
    );
  if (isDump) await checkDump(backup);
  else checkSqlite(backup);
  const [entries, blobs] = [await readEntries(backup), await openBackupBlobs(folder)];
  for (const entry of entries)
    if (!(await isWhole(blobs, entry)))
      throw new StartProblem(`The backup's blob ${entry.key} is missing or damaged, so nothing was restored.`);
  return entries;
}

/** Former data in the data folder are renamed. Tables of PostgreSQL are replaced by the restore itself. */
async function clearPlace(
  config: Config,
  { isReplacing, now }: { readonly isReplacing: boolean; readonly now: number },
): Promise<readonly string[]> {
  if (!(await hasServerData(config))) return [];
  if (!isReplacing)
    throw new StartProblem(
      "This server has data already. Stop it, and repeat the command with --replace to put the backup in their place.",
    );
  if (config.databaseUrl !== undefined) {
    if ((await countServers(config.databaseUrl)) > 0) throw new StartProblem("A server is running. Stop every server first.");
    return [];
  }
  if (isSqliteInUse(dataFolderAt(config.dataDir).database)) throw new StartProblem("The server is running. Stop it first.");
  const former = `${config.dataDir}.before-${nameAt(now)}`;
  await rename(config.dataDir, former);
  return [`What was there is in ${former} now.`];
}

async function place(config: Config, backup: string): Promise<void> {
  const data = dataFolderAt(config.dataDir);
  if (config.databaseUrl !== undefined) await restoreDump(config.databaseUrl, backup);
  else {
    await mkdir(data.managed, { recursive: true, mode: 0o700 });
    await placeSqlite(backup, data);
  }
  const secret = join(backup, FILES.secret);
  if (config.secret !== undefined || !existsSync(secret)) return;
  await mkdir(data.root, { recursive: true, mode: 0o700 });
  await writeSecret(data.root, await readFile(secret, "utf8"));
}
