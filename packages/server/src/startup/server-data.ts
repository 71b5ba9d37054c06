/** Whether a server has stored anything with these settings. A command without them would make a second database and report success. */
import { existsSync } from "node:fs";
import { openPostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import type { Config } from "../config/config.ts";
import { dataFolderAt } from "../config/data-folder.ts";
import { StartProblem } from "../config/start-problem.ts";

/** Creates nothing. Throws a `StartProblem` if PostgreSQL does not answer. */
export async function hasServerData({ databaseUrl, dataDir }: Config): Promise<boolean> {
  return databaseUrl === undefined ? existsSync(dataFolderAt(dataDir).database) : await hasTables(databaseUrl);
}

export function placeOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? dataFolderAt(dataDir).database : "the database at DATABASE_URL";
}

async function hasTables(databaseUrl: string): Promise<boolean> {
  const pool = openPostgresPool(databaseUrl);
  try {
    const { rows } = await pool.query("select to_regclass('accounts') is not null as found");
    return (rows[0] as { readonly found?: unknown } | undefined)?.found === true;
  } catch {
    throw new StartProblem("PostgreSQL at DATABASE_URL does not answer, so nothing was done.");
  } finally {
    await pool.end();
  }
}
