/**
 * Counts which Argon2id parameters the accounts of this server use. An unknown address gets parameters drawn from these counts, so that no
 * parameters tell whether an address has an account. encryption.md 3.5 (2).
 */
import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { KDF } from "@satchel/contract/limits.ts";
import type { Database } from "../../db/open-database.ts";

export type KdfShape = { readonly m: number; readonly t: number; readonly count: number };

export type KdfShapes = () => Promise<readonly KdfShape[]>;

/** The shape of an account whose client chooses none; the only shape of a server without accounts. */
export const DEFAULT_SHAPE: KdfShape = { m: KDF.minMemoryKib, t: KDF.minPasses, count: 1 };

const STALE_MS = 600_000;
/** Rows read in one turn of the event loop. */
const ROWS_PER_READ = 500;

/** Only the first call waits for the database; later ones return the last counts while new ones are read. */
export function createKdfShapes(db: Database, now: () => number): KdfShapes {
  let known: { readonly atMs: number; readonly shapes: Promise<readonly KdfShape[]> } | undefined;
  return () => {
    if (known === undefined) known = { atMs: now(), shapes: countShapes(db) };
    else if (now() - known.atMs > STALE_MS) {
      const { shapes } = known;
      known = { atMs: now(), shapes };
      const atMs = known.atMs;
      void countShapes(db).then(
        (counted) => {
          known = { atMs, shapes: Promise.resolve(counted) };
        },
        // The former counts stay in use; the next reading is due as usual.
        () => undefined,
      );
    }
    return known.shapes;
  };
}

async function countShapes(db: Database): Promise<readonly KdfShape[]> {
  const counts = new Map<string, KdfShape>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("passwords")
      .select(["id", "kdf"])
      .where("id", ">", after)
      .where("signs_in", "=", 1)
      .where("mailed", "=", 0)
      .orderBy("id")
      .limit(ROWS_PER_READ)
      .execute();
    for (const { kdf } of rows) {
      const { m, t } = JSON.parse(kdf) as Kdf;
      counts.set(`${m} ${t}`, { m, t, count: (counts.get(`${m} ${t}`)?.count ?? 0) + 1 });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_READ) break;
    after = last.id;
  }
  return counts.size === 0 ? [DEFAULT_SHAPE] : [...counts.values()].sort((a, b) => a.m - b.m || a.t - b.t);
}
