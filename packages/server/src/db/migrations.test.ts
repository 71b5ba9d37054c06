import BetterSqlite3 from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, it } from "vitest";
import { MIGRATIONS } from "./migrations.ts";
import type { Tables } from "./schema.ts";

type Column = { readonly name: string; readonly notnull: number; readonly dflt_value: string | null; readonly pk: number };
type Shape = ReadonlyMap<string, readonly Column[]>;

const STEPS = Object.keys(MIGRATIONS).sort();

async function migrateTo(file: BetterSqlite3.Database, step: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateTo(step);
  if (error !== undefined) throw error;
}

function shapeOf(file: BetterSqlite3.Database): Shape {
  const names = file.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%'").pluck().all() as string[];
  return new Map(names.map((name) => [name, file.pragma(`table_info(${name})`) as Column[]]));
}

const LAST = STEPS.at(-1) ?? "";
const FIRST_ACCOUNT = "INSERT INTO accounts (id, email, plan, needs_onboarding, created_at) VALUES (?, ?, 'free', 0, 1)";

describe("decision 0006: migrations while servers of the previous version still run", () => {
  it.each(STEPS)("migrates from %s: existing rows remain, and that version can still read and write", async (step) => {
    const file = new BetterSqlite3(":memory:");
    await migrateTo(file, step);
    file.prepare(FIRST_ACCOUNT).run("before", "ada@example.org");
    const then = shapeOf(file);
    await migrateTo(file, LAST);
    const now = shapeOf(file);

    expect(file.prepare("SELECT email FROM accounts WHERE id = 'before'").pluck().get()).toBe("ada@example.org");
    for (const [table, columns] of then) {
      const known = columns.map(({ name }) => name);
      const standing = now.get(table) ?? [];
      expect([table, standing.map(({ name }) => name)]).toEqual([table, expect.arrayContaining(known)]);
      const asked = standing.filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null).map(({ name }) => name);
      expect([table, asked.filter((name) => !known.includes(name))]).toEqual([table, []]);
    }
    file.prepare(FIRST_ACCOUNT).run("after", "grace@example.org");
    file.close();
  });
});
