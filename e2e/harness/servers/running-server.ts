/** Changes and reads a running server's data folder: ends sessions, lets delayed steps become due, and reads mails. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openDatabase } from "@satchel/server/db/open-database.ts";

/** Longer than any session lasts. */
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

const WAIT_MS = 72 * 3_600_000;
const LOOKS = 600;
const EVERY_MS = 100;

/**
 * Makes delayed steps due (decision 0016) by moving their announcement in the running server's database 72 hours back. Resolves once a step
 * of the account has been announced and is due.
 */
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

const PASSWORD = /\b[0-9A-HJKMNP-TV-Z]{20}\b/;

/**
 * Waits for the newest mail to an address in the server's outbox and returns the 20-character password in it. For tests and screenshots.
 */
export async function mailedPassword(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  for (let look = 0; look < LOOKS; look += 1) {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
    const found = PASSWORD.exec(mails.findLast((mail) => mail.includes(email) && mail.includes("Your new Satchel password")) ?? "")?.[0];
    if (found !== undefined) return found;
    await pass(EVERY_MS);
  }
  throw new Error(`no mail to ${email} in ${folder}`);
}
