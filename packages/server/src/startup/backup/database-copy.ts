/** Copies of the server's databases: of SQLite by SQLite itself, of PostgreSQL by its own programs. All may be in use meanwhile. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPatientConnection } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import BetterSqlite3 from "better-sqlite3";
import type { DataFolder } from "../../config/data-folder.ts";
import { StartProblem } from "../../config/start-problem.ts";
import { type BlobEntry, FILES } from "./backup-folder.ts";

const REVISIONS = "SELECT DISTINCT blob_key AS key, bytes, sha256 FROM";

/** Returns the blobs that the copy needs. */
export async function copySqlite(data: DataFolder, to: string): Promise<readonly BlobEntry[]> {
  await copyFile(data.database, join(to, FILES.accounts));
  await copyFile(join(data.managed, "drive.sqlite"), join(to, FILES.drive));
  return withFile(join(to, FILES.drive), (db) => db.prepare(`${REVISIONS} revisions`).all() as BlobEntry[]);
}

async function copyFile(from: string, to: string): Promise<void> {
  const db = new BetterSqlite3(from, { readonly: true, fileMustExist: true });
  try {
    await db.backup(to);
  } finally {
    db.close();
  }
  // Otherwise a program that reads the copy leaves files beside it.
  const copy = new BetterSqlite3(to);
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

function withFile<Value>(file: string, use: (db: BetterSqlite3.Database) => Value): Value {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Throws a `StartProblem` if a copied database is damaged. */
export function checkSqlite(backup: string): void {
  for (const name of [FILES.accounts, FILES.drive]) {
    const outcome = withFile(join(backup, name), (db) => db.pragma("integrity_check", { simple: true }));
    if (outcome !== "ok") throw new StartProblem(`${join(backup, name)} is damaged, so nothing was restored.`);
  }
}

/** True if another process has the database open. */
export function isSqliteInUse(file: string): boolean {
  const db = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; ROLLBACK");
    return false;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "SQLITE_BUSY") return true;
    throw error;
  } finally {
    db.close();
  }
}

export async function placeSqlite(backup: string, data: DataFolder): Promise<void> {
  await cp(join(backup, FILES.accounts), data.database);
  await cp(join(backup, FILES.drive), join(data.managed, "drive.sqlite"));
}

/** Dump and blobs are of the same moment. Returns the blobs that the dump needs. */
export async function dumpPostgres(url: string, to: string): Promise<readonly BlobEntry[]> {
  const client = await openPatientConnection(url);
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows } = await client.query<{ readonly id: string }>("SELECT pg_export_snapshot() AS id");
    await run("pg_dump", ["--format=custom", `--snapshot=${rows[0]?.id}`, `--file=${join(to, FILES.dump)}`], url);
    const found = await client.query<{ readonly key: string; readonly bytes: string; readonly sha256: string }>(
      `${REVISIONS} drive_revisions`,
    );
    return found.rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  } finally {
    await client.end();
  }
}

/** Throws a `StartProblem` if the dump cannot be read. */
export async function checkDump(backup: string): Promise<void> {
  await run("pg_restore", ["--list", join(backup, FILES.dump)]);
}

/** Replaces the tables in one transaction. */
export async function restoreDump(url: string, backup: string): Promise<void> {
  const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"];
  await run("pg_restore", [...options, join(backup, FILES.dump)], url);
}

/** Number of servers that are connected. */
export async function countServers(url: string): Promise<number> {
  const client = await openPatientConnection(url);
  try {
    const sql = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'satchel'";
    return (await client.query<{ readonly count: number }>(sql)).rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/** The password goes through the environment, because other users of the machine can read arguments. */
async function run(program: string, args: readonly string[], url?: string): Promise<void> {
  const address = url === undefined ? undefined : new URL(url);
  const env = { ...process.env, ...(address?.password && { PGPASSWORD: decodeURIComponent(address.password) }) };
  if (address !== undefined) address.password = "";
  const child = spawn(program, [...(address === undefined ? [] : [`--dbname=${address.href}`]), ...args], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw new StartProblem(
      error.code === "ENOENT" ? `${program} is not installed. Install PostgreSQL's client programs (postgresql-client).` : error.message,
    );
  });
  if (code === 0) return;
  const reason = Buffer.concat(output).toString().trim().split("\n")[0] ?? "";
  throw new StartProblem(`${program} failed: ${reason}`);
}

/** Readable by the server's user only. */
export async function writeSecret(folder: string, secret: string): Promise<void> {
  await rm(join(folder, FILES.secret), { force: true });
  await writeFile(join(folder, FILES.secret), secret, { mode: 0o600, flag: "wx" });
}
