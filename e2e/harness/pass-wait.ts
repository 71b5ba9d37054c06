/** Lets the 72 hours of steps that wait pass (decision 0016), by moving when they were announced in the running server's database. */
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openDatabase } from "@satchel/server/db/open-database.ts";

const WAIT_MS = 72 * 3_600_000;
const LOOKS = 600;
const EVERY_MS = 100;

/** Ends once a step of the account has been announced and is due. */
export async function passWait(dataDir: string, email: string): Promise<void> {
  const db = await openDatabase(join(dataDir, "satchel.sqlite"));
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const moved = await db
        .updateTable("pending_steps")
        .set(({ eb }) => ({ announced_at: eb("announced_at", "-", WAIT_MS) }))
        .where("account_id", "in", db.selectFrom("accounts").select("id").where("email", "=", email))
        .where("announced_at", "is not", null)
        .executeTakeFirst();
      if (moved.numUpdatedRows > 0n) return;
      await pass(EVERY_MS);
    }
    throw new Error(`no step of ${email} was announced`);
  } finally {
    await db.destroy();
  }
}
