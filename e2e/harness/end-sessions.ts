/** Ends an account's sessions in the running server's database: as another device does it, or as if they had run out. */
import { join } from "node:path";
import { openDatabase } from "@satchel/server/db/open-database.ts";

/** Longer than any session lives. */
const LONG_AGO_MS = 200 * 86_400_000;

export type SessionEnd = "revoked" | "expired";

export async function endSessions(dataDir: string, email: string, how: SessionEnd): Promise<void> {
  const db = await openDatabase(join(dataDir, "satchel.sqlite"));
  try {
    const account = db.selectFrom("accounts").select("id").where("email", "=", email);
    const living = db.updateTable("sessions").where("account_id", "in", account).where("ended", "is", null);
    if (how === "revoked") await living.set({ ended: "revoked" }).execute();
    else await living.set(({ eb }) => ({ created_at: eb("created_at", "-", LONG_AGO_MS) })).execute();
  } finally {
    await db.destroy();
  }
}
