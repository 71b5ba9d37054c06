/** Counts in a separate database, in memory or in this run's PostgreSQL (stores-setup.ts), with a manual clock. */

import { openPostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import { createTestDatabase } from "@satchel/drive/testing/postgres-server.ts";
import { inject } from "vitest";
import { type Counts, createCounts } from "../db/counts.ts";
import { type Database, openDatabase, openPostgresDatabase } from "../db/open-database.ts";

export type TestCounts = {
  readonly counts: Counts;
  readonly clock: { at: number };
  readonly db: Database;
  readonly close: () => Promise<void>;
};

export async function createTestCounts(): Promise<TestCounts> {
  const shared = inject("sharedStores");
  const db =
    shared === undefined
      ? await openDatabase(":memory:")
      : await openPostgresDatabase(openPostgresPool(await createTestDatabase(shared.postgresUrl)));
  const clock = { at: Date.UTC(2026, 0, 1) };
  const counts = createCounts({ db, key: Buffer.alloc(32, 7), now: () => clock.at });
  return { counts, clock, db, close: () => db.destroy() };
}
