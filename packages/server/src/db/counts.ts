/** Counts events per key in fixed windows, in the database, so that servers share the counts. Keys are stored as HMACs. */
import { createHmac } from "node:crypto";
import { type DeleteResult, sql } from "kysely";
import type { Database } from "./open-database.ts";

export type Counted = { readonly count: number; readonly endsInMs: number /** Time until the window ends. */ };

export type Counter = {
  readonly add: (key: string) => Promise<Counted>;
  /** Adds one to each key at once and returns the counts in the order of the keys. */
  readonly addAll: (keys: readonly string[]) => Promise<readonly Counted[]>;
  /** Subtracts one from each key that is still counted. */
  readonly takeBack: (keys: readonly string[]) => Promise<void>;
  readonly of: (key: string) => Promise<Counted>;
  readonly clear: (key: string) => Promise<void>;
};

export type Counts = {
  /** `name` separates the keys of one counter from those of another. */
  readonly counterOf: (name: string, windowMs: number) => Counter;
  readonly sweep: () => Promise<void>;
};

type Deps = { readonly db: Database; readonly key: Buffer; readonly now: () => number };
type Kept = { readonly key: string; readonly count: number; readonly ends_at: number };

export function createCounts(deps: Deps): Counts {
  return {
    counterOf: (name, windowMs) => createCounter(deps, name, windowMs),
    sweep: async () => {
      const { db, now } = deps;
      await deleteInPieces((limit) => {
        const ended = db.selectFrom("counts").select("key").where("ends_at", "<=", now()).limit(limit);
        return db.deleteFrom("counts").where("key", "in", ended).executeTakeFirst();
      });
    },
  };
}

function createCounter({ db, key, now }: Deps, name: string, windowMs: number): Counter {
  const hidden = (of: string): string => createHmac("sha256", key).update(`${name}\n${of}`).digest("base64url");
  const toCounted = (row: Kept | undefined): Counted => {
    const endsInMs = (row?.ends_at ?? 0) - now();
    // A window that ends later than its length from now means that the clock was set back.
    return row === undefined || endsInMs <= 0 || endsInMs > windowMs ? { count: 0, endsInMs: 0 } : { count: row.count, endsInMs };
  };
  return {
    add: async (each) => toCounted((await addAll(db, [hidden(each)], { at: now(), windowMs }))[0]),
    addAll: async (keys) => {
      const rows = new Map((await addAll(db, keys.map(hidden), { at: now(), windowMs })).map((row) => [row.key, row]));
      return keys.map((key) => toCounted(rows.get(hidden(key))));
    },
    takeBack: async (keys) => {
      // One statement per key, so that two requests cannot wait for each other's locks.
      for (const key of keys.map(hidden)) {
        const less = { count: sql<number>`count - 1` };
        await db.updateTable("counts").set(less).where("key", "=", key).where("count", ">", 0).execute();
      }
    },
    of: async (each) => toCounted(await db.selectFrom("counts").selectAll().where("key", "=", hidden(each)).executeTakeFirst()),
    clear: async (each) => {
      await db.deleteFrom("counts").where("key", "=", hidden(each)).execute();
    },
  };
}

/** All requests lock the keys in the same order, so that no two wait for each other. */
async function addAll(
  db: Database,
  keys: readonly string[],
  { at, windowMs }: { readonly at: number; readonly windowMs: number },
): Promise<readonly Kept[]> {
  const rows = keys.toSorted().map((key) => ({ key, count: 1, ends_at: at + windowMs }));
  const runs = sql<boolean>`counts.ends_at > ${at} and counts.ends_at <= excluded.ends_at`;
  return await db
    .insertInto("counts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${runs} then counts.count + 1 else 1 end`,
        ends_at: sql<number>`case when ${runs} then counts.ends_at else excluded.ends_at end`,
      }),
    )
    .returningAll()
    .execute();
}

/** Rows per piece for small rows, including those that are deleted with them by a foreign key. */
export const PIECE_ROWS = 50;
/** Rows per piece for rows of up to half a megabyte. */
export const LARGE_PIECE_ROWS = 4;

/**
 * Deletes many rows, a few per statement, because statements of the embedded database run on the event loop and other requests must run in
 * between. The deletion need not be atomic: if the process ends, the next call deletes the rest. `piece` deletes at most `limit` rows.
 */
export async function deleteInPieces(piece: (limit: number) => Promise<DeleteResult>, limit = PIECE_ROWS): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await piece(limit);
    if (numDeletedRows < limit) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
