/** Opens the embedded database (WAL, synchronous=FULL) or PostgreSQL, and migrates it. Decision 0006. */
import { type PostgresPool, toValues } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import BetterSqlite3 from "better-sqlite3";
import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  SqliteDialect,
  SqliteDriver,
  sql,
} from "kysely";
import { Migrator } from "kysely/migration";
import { StartProblem } from "../config/start-problem.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** `spendReserve` frees space for a write that a full disk refused; it returns false if it cannot. */
export async function openDatabase(file: string, spendReserve: SpendReserve = () => false): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new FileDialect(openFile(file), spendReserve) });
  RESERVES.set(db, spendReserve);
  await migrate(db, file);
  return db;
}

type SpendReserve = () => boolean;
const RESERVES = new WeakMap<Database, SpendReserve>();

function isDiskFull(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === "SQLITE_FULL";
}

/** `destroy` ends the pool. Servers that start at the same time run the migrations one after the other. */
export async function openPostgresDatabase(pool: PostgresPool): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new SharedDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw new StartProblem(`PostgreSQL at DATABASE_URL does not let us in (${(error as NodeJS.ErrnoException).code ?? "no answer"}).`);
  }
  await migrate(db, "The database at DATABASE_URL");
  return db;
}

class SharedDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SharedCompiler();
  }
}

/** Request data may contain a NUL, which PostgreSQL would reject with an internal error. */
class SharedCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(toValues([parameter])[0]);
  }
}

class FileDialect extends SqliteDialect {
  readonly #file: BetterSqlite3.Database;
  readonly #spendReserve: SpendReserve;

  constructor(file: BetterSqlite3.Database, spendReserve: SpendReserve) {
    super({ database: file });
    this.#file = file;
    this.#spendReserve = spendReserve;
  }

  override createDriver(): SqliteDriver {
    return new FileDriver(this.#file, this.#spendReserve);
  }
}

/**
 * A full disk ends the transaction by itself. Another rollback would fail and hide the cause. A statement outside a transaction is repeated
 * once with the space of the reserve; `transact` repeats a whole transaction.
 */
class FileDriver extends SqliteDriver {
  readonly #file: BetterSqlite3.Database;
  readonly #spendReserve: SpendReserve;

  constructor(file: BetterSqlite3.Database, spendReserve: SpendReserve) {
    super({ database: file });
    this.#file = file;
    this.#spendReserve = spendReserve;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      streamQuery: (...given) => connection.streamQuery(...given),
      executeQuery: async (...given) => {
        const isAlone = !this.#file.inTransaction;
        try {
          return await connection.executeQuery(...given);
        } catch (error) {
          if (!(isAlone && isDiskFull(error) && this.#spendReserve())) throw error;
          return await connection.executeQuery(...given);
        }
      },
    };
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

function openFile(file: string): BetterSqlite3.Database {
  try {
    const sqlite = new BetterSqlite3(file);
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    sqlite.pragma("busy_timeout = 5000");
    sqlite.pragma("secure_delete = ON");
    // A process that was killed between a write and its checkpoint may have left overwritten pages in the log.
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

/** True if the error means that a row with the same unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { readonly code?: string }).code;
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY" || code === "23505";
}

const TRIES = 10;
/** PostgreSQL's codes for a serialization failure and a deadlock. The losing transaction is retried. */
const LOST_RACE: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);

/** Runs `run` serializably. It may be called again, so it must only read and write the database. */
export async function transact<Value>(db: Database, run: (tx: Database) => Promise<Value>): Promise<Value> {
  if (!isPostgres(db)) return await transactInFile(db, run);
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().setIsolationLevel("serializable").execute(run);
    } catch (error) {
      if (tried === TRIES || !LOST_RACE.has((error as { readonly code?: string }).code)) throw error;
    }
  }
}

async function transactInFile<Value>(db: Database, run: (tx: Database) => Promise<Value>): Promise<Value> {
  try {
    return await db.transaction().execute(run);
  } catch (error) {
    if (!(isDiskFull(error) && RESERVES.get(db)?.())) throw error;
    return await db.transaction().execute(run);
  }
}

function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** For deleted keys and accounts: resolves when SQLite's log holds no old page. encryption.md 3.6 (b), docs/threat-model.md. */
export async function transactForGood<Value>(db: Database, run: (tx: Database) => Promise<Value>): Promise<Value> {
  const answer = await transact(db, run);
  if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  return answer;
}
