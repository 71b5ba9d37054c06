/** Opens the embedded database and brings it up to date. What is acknowledged is on disk: WAL with synchronous=FULL. Decisions §6. */
import BetterSqlite3 from "better-sqlite3";
import { Kysely, Migrator, SqliteDialect, sql } from "kysely";
import { StartProblem } from "../start-problem.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

export async function openDatabase(file: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openFile(file) }) });
  await migrate(db, file);
  return db;
}

function openFile(file: string): BetterSqlite3.Database {
  try {
    const sqlite = new BetterSqlite3(file);
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    sqlite.pragma("busy_timeout = 5000");
    sqlite.pragma("secure_delete = ON");
    // A process that was killed between a write and its end may have left overwritten pages behind.
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
    return sqlite;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT")
      throw new StartProblem(`${file} is damaged. Restore it from a backup; nothing in it was changed.`);
    throw error;
  }
}

async function migrate(db: Database, file: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  await db.destroy();
  if (String(error).includes("corrupted migrations"))
    throw new StartProblem(`${file} was written by another version of Satchel. Start that version, or a newer one.`);
  throw error;
}

/** True for the answer to a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { readonly code?: string }).code;
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

/**
 * A transaction that puts a key or a whole account out of the world: before it is acknowledged, the log of the database no longer holds the
 * pages it has overwritten. encryption.md 3.6 (b).
 */
export async function transactForGood<Answer>(db: Database, run: (tx: Database) => Promise<Answer>): Promise<Answer> {
  const answer = await db.transaction().execute(run);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  return answer;
}
